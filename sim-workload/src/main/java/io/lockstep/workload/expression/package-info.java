// SPDX-License-Identifier: Apache-2.0
/**
 * Expressions of workload files, compiled for batches of elements, and the names and values that
 * they use.
 */
package io.lockstep.workload.expression;
