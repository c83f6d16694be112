// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * A reader of the product under test. {@link #run} returns normally if the input is read or
 * rejected with a proper message; any exception is a finding. Not thread-safe.
 */
interface FuzzTarget {
  String name();

  /** Returns the packages whose branches guide the fuzzer. */
  List<String> packages();

  /** Reads an input as if it were a user's file. */
  void run(byte[] input);

  /** Returns seed inputs by name, each with at most {@code most} bytes. */
  SortedMap<String, byte[]> seeds(Path root, int most) throws IOException;

  /** Whether inputs are text, whose words form the dictionary. */
  default boolean isText() {
    return false;
  }

  /**
   * Whether Jazzer traces comparisons, which makes executions several times slower. Text inputs do
   * not need this, since the dictionary contains the words.
   */
  default boolean tracesComparisons() {
    return false;
  }

  /**
   * Whether the product reads the input's own characters, so that Jazzer can guide them towards
   * matches of regular expressions.
   */
  default boolean isRead() {
    return true;
  }
}
