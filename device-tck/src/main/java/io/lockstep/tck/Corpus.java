// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Small workloads with expected results, computed by {@code expected.py} of this module. Together
 * they cover the features that most kernels use.
 */
final class Corpus {
  /** Neighbouring lanes access neighbouring elements; parameter {@code n}. */
  static final String STREAM = "vecadd";

  /** Divergent lanes that reconverge. */
  static final String LOOPS = "collatz";

  static final String LAUNCHES = "stencil";

  /** Workloads that every device must run: no local memory, no atomics. */
  static final List<String> PLAIN = List.of(STREAM, LOOPS, "gather", "grid", LAUNCHES);

  /** Workloads that a device may refuse: local memory, barriers, atomics. */
  static final List<String> SHARED = List.of("transpose", "histogram");

  /** Two streams, an event, transfers that may overlap kernels. */
  static final String STREAMS = "streams";

  /** A branch that no lane takes. */
  static final String UNTAKEN = "untaken";

  /**
   * Lanes a kilobyte apart; parameters {@code step} (their order) and {@code every} (which are
   * active).
   */
  static final String SCATTER = "scatter";

  /**
   * Many loads and stores of one wavefront in sequence; parameters {@code rounds}, {@code groups}.
   */
  static final String CHASE = "chase";

  /** Only stores, from more wavefronts than queues hold. */
  static final String STORES = "stores";

  private Corpus() {}

  /** A test body that may throw. */
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }

  /** All workloads without streams. */
  static List<String> all() {
    return Stream.concat(PLAIN.stream(), SHARED.stream()).toList();
  }

  static Path copy(Path folder) throws IOException {
    List<String> others = List.of(STREAMS, UNTAKEN, SCATTER, CHASE, STORES);
    for (String name : Stream.concat(all().stream(), others.stream()).toList()) {
      for (String ending : List.of(".yaml", ".ptx")) {
        try (InputStream in = Corpus.class.getResourceAsStream("corpus/" + name + ending)) {
          Files.copy(in, folder.resolve(name + ending));
        }
      }
    }
    return folder;
  }
}
