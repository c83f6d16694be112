// SPDX-License-Identifier: Apache-2.0
/**
 * Propagation of uncertain figures: devices are simulated with figures drawn from the ranges of
 * their specifications, figures of the same name jointly, and times and their ratios become
 * intervals.
 */
package io.lockstep.explain.uncertainty;
