package io.lockstep.tck;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Small workloads with what they must come to, computed by plain arithmetic ({@code expected.py} of
 * this module). Between them they use what most kernels use.
 */
final class Corpus {
  /** Neighbouring lanes, neighbouring elements; parameter {@code n}. */
  static final String STREAM = "vecadd";

  /** Lanes that part and meet again. */
  static final String LOOPS = "collatz";

  /** Several launches and transfers. */
  static final String LAUNCHES = "stencil";

  /** What every device has to run: no local memory, no atomics. */
  static final List<String> PLAIN = List.of(STREAM, LOOPS, "gather", "grid", LAUNCHES);

  /** What a device may refuse: local memory, barriers, atomics. */
  static final List<String> SHARED = List.of("transpose", "histogram");

  /** Two streams, an event, transfers that may run beside kernels. */
  static final String STREAMS = "streams";

  /** A branch that no lane takes. */
  static final String UNTAKEN = "untaken";

  /** Lanes a kilobyte apart; {@code step}: their order, {@code every}: which take part. */
  static final String SCATTER = "scatter";

  /** Many loads and stores of one wavefront after the other; {@code rounds}, {@code groups}. */
  static final String CHASE = "chase";

  /** Nothing but stores, of more wavefronts than queues take. */
  static final String STORES = "stores";

  private Corpus() {}

  /** Something that may fail. */
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }

  /** All that have no streams. */
  static List<String> all() {
    return Stream.concat(PLAIN.stream(), SHARED.stream()).toList();
  }

  /** Writes the files into a folder. */
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
