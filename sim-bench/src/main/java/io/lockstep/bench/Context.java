package io.lockstep.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * Context of a measurement.
 *
 * @param quick fewer and shorter batches
 * @param traces folder of the recorded traces, shared by all processes of the benchmark
 * @param jdks other JDKs to compare with
 */
record Context(boolean quick, Path traces, List<Path> jdks) {
  Batches batches() {
    return new Batches(quick);
  }
}
