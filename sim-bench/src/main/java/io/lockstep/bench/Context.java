package io.lockstep.bench;

import java.nio.file.Path;
import java.util.List;

/** Context of a measurement; the traces are shared by all processes of the benchmark. */
record Context(boolean quick, Path traces, List<Path> jdks) {
  Batches batches() {
    return new Batches(quick);
  }
}
