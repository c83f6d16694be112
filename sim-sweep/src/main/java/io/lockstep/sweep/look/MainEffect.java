// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

/**
 * The mean effect of one value of an axis on a figure.
 *
 * @param workload the workload, or empty if there is only one
 * @param factor ratio of the figure to its geometric mean over all values of the axis
 * @param blocks number of sets of points that differ in this axis alone and have all of its values;
 *     if 0, the factor compares plain means and may be due to other axes
 */
public record MainEffect(String workload, String axis, String value, double factor, long blocks) {}
