package io.lockstep.report.sweep;

/**
 * What one value of an axis does in the mean. Immutable.
 *
 * @param workload the workload, or empty where there is but one
 * @param axis name of the axis
 * @param value on it
 * @param factor against the mean over the axis, above 0
 * @param sets sets of points that differ in this axis alone; 0 where it is of plain means
 */
public record Effect(String workload, String axis, String value, double factor, long sets) {}
