package io.lockstep.report.sweep;

/**
 * The mean effect of one value of an axis. Immutable.
 *
 * @param workload the workload, or empty if there is only one
 * @param axis name of the axis
 * @param value on it
 * @param factor against the mean over the axis, above 0
 * @param sets sets of points that differ in this axis alone; 0 for plain means
 */
public record Effect(String workload, String axis, String value, double factor, long sets) {}
