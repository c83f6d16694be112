package io.lockstep.sweep.store.index;

import java.util.List;

/**
 * The columns of a sweep's exported table, each list sorted. Immutable.
 *
 * @param parameters of workloads
 * @param overrides figures of devices
 * @param statistics of results
 * @param failures whether any row has failed
 */
public record ExportColumns(
    List<String> parameters, List<String> overrides, List<String> statistics, boolean failures) {}
