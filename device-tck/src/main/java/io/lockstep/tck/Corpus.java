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
  /** Vector addition with coalesced accesses; parameter {@code n} is the number of elements. */
  static final String STREAM = "vecadd";

  /** Loops with data-dependent trip counts, whose lanes diverge and reconverge. */
  static final String LOOPS = "collatz";

  static final String LAUNCHES = "stencil";

  /** Workloads that every device must run: no local memory, no atomics. */
  static final List<String> PLAIN = List.of(STREAM, LOOPS, "gather", "grid", LAUNCHES);

  /** Workloads that a device may refuse: local memory, barriers, atomics. */
  static final List<String> SHARED = List.of("transpose", "histogram");

  /** Two streams with an event, whose transfers may overlap kernels. */
  static final String STREAMS = "streams";

  /** A kernel with a branch that no lane takes. */
  static final String UNTAKEN = "untaken";

  /**
   * Lanes access words a kilobyte apart. One lane in {@code every} is active; {@code step} is the
   * stride between the words of consecutive lanes.
   */
  static final String SCATTER = "scatter";

  /**
   * Long sequences of dependent loads, each with a store; parameters {@code rounds}, {@code
   * groups}.
   */
  static final String CHASE = "chase";

  /** A kernel of stores only, with more wavefronts than queues have entries. */
  static final String STORES = "stores";

  /**
   * Two halves of a group that load {@code before0} and {@code before1} words, one after the other,
   * before a barrier, and {@code after0} and {@code after1} behind it; {@code half} work-items
   * each.
   */
  static final String MEET = "meet";

  /**
   * Additions of floats: {@code chained} rounds of 32, each of which needs the sum before it, and
   * {@code apart} rounds of 32 in eight chains; parameters {@code groups}, {@code items}.
   */
  static final String ADDS = "adds";

  /** Reads of local memory, {@code stride} words from work-item to work-item. */
  static final String BANKS = "banks";

  /**
   * Reads of {@code n} words, of which each of {@code groups} has a part, {@code passes} times: the
   * same part again, or, where {@code turn} is 1, that of the next group.
   */
  static final String AGAIN = "again";

  /** Kernels {@code sized8} to {@code sized64} of one text, which differ in their sub-groups. */
  static final String SIZED = "sized";

  /** Widths in work-items of the sub-groups that kernels of {@link #SIZED} require, one each. */
  static final List<Integer> SIZES = List.of(8, 16, 32, 64);

  private Corpus() {}

  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }

  /** Returns the workloads of {@link #PLAIN} and {@link #SHARED}. */
  static List<String> all() {
    return Stream.concat(PLAIN.stream(), SHARED.stream()).toList();
  }

  static Path copy(Path folder) throws IOException {
    List<String> others =
        List.of(STREAMS, UNTAKEN, SCATTER, CHASE, STORES, MEET, ADDS, BANKS, AGAIN);
    for (String name : Stream.concat(all().stream(), others.stream()).toList()) {
      for (String ending : List.of(".yaml", ".ptx")) {
        try (InputStream in = Corpus.class.getResourceAsStream("corpus/" + name + ending)) {
          Files.copy(in, folder.resolve(name + ending));
        }
      }
    }
    try (InputStream in = Corpus.class.getResourceAsStream("corpus/" + SIZED + ".ptx")) {
      Files.copy(in, folder.resolve(SIZED + ".ptx"));
    }
    return folder;
  }
}
