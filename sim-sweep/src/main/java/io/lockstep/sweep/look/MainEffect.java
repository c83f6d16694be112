package io.lockstep.sweep.look;

/**
 * The mean effect of one value of an axis on a figure.
 *
 * @param workload the workload, or empty if there is only one
 * @param axis name of the axis
 * @param value on the axis
 * @param factor of the figure, against the mean over all values of the axis
 * @param blocks sets of points that differ in this axis alone and have all of its values; 0 if
 *     there is none: then the factor is that of plain means, and may be due to other axes
 */
public record MainEffect(String workload, String axis, String value, double factor, long blocks) {}
