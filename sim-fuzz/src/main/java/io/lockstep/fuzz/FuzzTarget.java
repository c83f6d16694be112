package io.lockstep.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * A reader of the product under test.
 *
 * <p>{@link #run} returns where an input gave a result or a proper message, and throws anything at
 * all if it did not: that is a finding. One thread.
 */
interface FuzzTarget {
  /** Name on the command line, and of the folder of its findings. */
  String name();

  /** Packages whose branches guide the fuzzer. */
  List<String> packages();

  /** Reads one input as a user's file would be read. */
  void run(byte[] input);

  /**
   * Inputs to start from.
   *
   * @param root the repository
   * @param most size of the largest one wanted, in bytes
   * @return content by name
   */
  SortedMap<String, byte[]> seeds(Path root, int most) throws IOException;

  /** Whether inputs are text, from which words for the dictionary can be taken. */
  default boolean isText() {
    return false;
  }

  /**
   * Whether Jazzer is to learn from the comparisons that a reader makes. That makes an input
   * several times as dear; of text the dictionary holds the words already.
   */
  default boolean tracesComparisons() {
    return false;
  }
}
