package io.lockstep.sweep.file;

import java.nio.file.Path;

/**
 * A workload of a sweep, or several by a pattern, with quantities varied only for it.
 *
 * @param file path or pattern, as written
 * @param folder base of a relative path
 * @param own quantities varied for it, in addition to those of all workloads
 */
public record WorkloadEntry(Item file, Path folder, SweepSection own) {}
