// SPDX-License-Identifier: Apache-2.0
/** The built-in rules; docs/advice has a page for each of them. */
package io.lockstep.advise.rule;
