// SPDX-License-Identifier: Apache-2.0
/**
 * The page about a sweep: status of the points, heat maps, line plots, Pareto fronts, effects of
 * axes.
 */
package io.lockstep.report.sweep;
