// SPDX-License-Identifier: Apache-2.0
/**
 * Runs many related simulations, which share executions and processors, and stores their results.
 */
package io.lockstep.study;
