// SPDX-License-Identifier: Apache-2.0
/** Dependence graphs of a block and the order in which its operations become ready. */
package io.lockstep.lower.schedule;
