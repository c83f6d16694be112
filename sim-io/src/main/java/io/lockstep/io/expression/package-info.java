// SPDX-License-Identifier: Apache-2.0
/**
 * The expression language of workloads, sweep files and suites ({@code docs/expressions.md}): one
 * grammar, one table of operators and functions, one set of messages. {@link
 * io.lockstep.io.expression.Expression} evaluates single values; workloads compile {@link
 * io.lockstep.io.expression.Term} for many elements at once.
 */
package io.lockstep.io.expression;
