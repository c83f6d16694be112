// SPDX-License-Identifier: Apache-2.0
/** Analyses of a sweep's results: best points, Pareto fronts, comparisons, effects of each axis. */
package io.lockstep.sweep.look;
