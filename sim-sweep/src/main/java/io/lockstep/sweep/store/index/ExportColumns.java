package io.lockstep.sweep.store.index;

import java.util.List;

/**
 * Names that rows of a sweep have, each list sorted: what a table of them has for columns.
 * Immutable.
 *
 * @param parameters of workloads
 * @param overrides figures of devices
 * @param statistics of results
 * @param failures whether any row has failed
 */
public record ExportColumns(
    List<String> parameters, List<String> overrides, List<String> statistics, boolean failures) {}
