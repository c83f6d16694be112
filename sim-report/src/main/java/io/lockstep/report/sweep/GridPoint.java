package io.lockstep.report.sweep;

/**
 * A point of a sweep. Immutable; nobody writes to its arrays.
 *
 * @param index in the plan
 * @param places its value on each axis; -1 where it has none there
 * @param status {@code ok}, {@code wrong}, {@code refused}, {@code failed} or {@code missing}
 * @param values of the figures; not a number where it has none
 */
public record GridPoint(long index, int[] places, String status, double[] values) {}
