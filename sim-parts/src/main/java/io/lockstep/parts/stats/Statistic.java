package io.lockstep.parts.stats;

/**
 * One statistic.
 *
 * @param name stable, hierarchical name of the aggregate over the device
 * @param unit unit of the value, or {@code ratio}
 * @param definition one sentence
 * @param counter the vendor profiler's counter it corresponds to, or empty
 */
public record Statistic(String name, String unit, String definition, String counter) {}
