package io.lockstep.report.sweep;

/**
 * A point of a sweep. Immutable by convention.
 *
 * @param index in the plan
 * @param places its value on each axis; -1 if it has none
 * @param status {@code ok}, {@code wrong}, {@code refused}, {@code failed} or {@code missing}
 * @param values of the figures; NaN if it has none
 */
public record GridPoint(long index, int[] places, String status, double[] values) {}
