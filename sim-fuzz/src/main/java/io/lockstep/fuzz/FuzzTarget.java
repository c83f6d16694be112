// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * A reader of the product under test. {@link #run} returns if an input gave a result or a proper
 * message; anything that it throws is a finding. Not thread-safe.
 */
interface FuzzTarget {
  String name();

  /** Returns the packages whose branches guide the fuzzer. */
  List<String> packages();

  /** Reads one input in the same way as a user's file. */
  void run(byte[] input);

  /** Returns seed inputs by name, of at most {@code most} bytes. */
  SortedMap<String, byte[]> seeds(Path root, int most) throws IOException;

  /** Whether inputs are text, which provides words for the dictionary. */
  default boolean isText() {
    return false;
  }

  /**
   * Whether Jazzer traces comparisons, which makes inputs several times as expensive. Text does not
   * need it: the dictionary has the words.
   */
  default boolean tracesComparisons() {
    return false;
  }
}
