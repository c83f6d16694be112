package io.lockstep.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * What a line's measurement may ask for.
 *
 * @param quick fewer and shorter batches
 * @param traces folder of the recorded traces, shared by the processes of one run
 * @param jdks other JDKs to compare with
 */
record Context(boolean quick, Path traces, List<Path> jdks) {
  Batches batches() {
    return new Batches(quick);
  }
}
