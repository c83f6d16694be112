// SPDX-License-Identifier: Apache-2.0
/** The page about a sweep: line plots, best points, Pareto fronts, status of the points. */
package io.lockstep.report.sweep;
