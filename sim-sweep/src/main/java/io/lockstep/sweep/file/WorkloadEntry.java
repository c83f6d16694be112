package io.lockstep.sweep.file;

import java.nio.file.Path;

/**
 * A workload of a sweep, or several by a pattern, and what is varied of it alone. Immutable.
 *
 * @param file path or pattern, as written
 * @param folder what it is relative to
 * @param own what is varied of it, on top of what is varied of all
 */
public record WorkloadEntry(Item file, Path folder, Section own) {}
