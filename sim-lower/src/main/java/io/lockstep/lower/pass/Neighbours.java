// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Groups accesses of adjacent memory that one wide access can perform. */
public final class Neighbours {
  private static final int WORD_BYTES = 4;

  private Neighbours() {}

  /**
   * Groups accesses from the lowest offset on: each group is the longest that spans a power of two
   * of 32-bit words.
   *
   * @param <T> an access
   * @param accesses accesses with the same base address, in any order
   * @param offset offset of an access from the base, in bytes
   * @param bytes size of an access in bytes
   * @param most maximum span of a group, in words
   * @param gap maximum number of unused bytes between two accesses of a group
   * @return groups of at least two accesses, each by ascending offset
   */
  public static <T> List<List<T>> groups(
      List<T> accesses, ToLongFunction<T> offset, ToLongFunction<T> bytes, int most, int gap) {
    return groups(
        accesses,
        offset,
        bytes,
        IntStream.iterate(1, words -> words <= most, words -> 2 * words).boxed().toList(),
        gap);
  }

  /**
   * Groups accesses from the lowest offset on: each group is the longest that spans an allowed
   * number of 32-bit words.
   *
   * @param <T> an access
   * @param accesses accesses with the same base address, in any order
   * @param offset offset of an access from the base, in bytes
   * @param bytes size of an access in bytes
   * @param spans allowed spans of a group, in words, ascending
   * @param gap maximum number of unused bytes between two accesses of a group
   * @return groups of at least two accesses, each by ascending offset
   */
  public static <T> List<List<T>> groups(
      List<T> accesses,
      ToLongFunction<T> offset,
      ToLongFunction<T> bytes,
      List<Integer> spans,
      int gap) {
    List<T> sorted = new ArrayList<>(accesses);
    sorted.sort(Comparator.comparingLong(offset));
    List<List<T>> groups = new ArrayList<>();
    int most = spans.get(spans.size() - 1);
    for (int from = 0, end; from < sorted.size(); from = end) {
      end = from + 1;
      long start = offset.applyAsLong(sorted.get(from));
      long next = start;
      for (int k = from; k < sorted.size(); k++) {
        long at = offset.applyAsLong(sorted.get(k));
        if (at < next || at > next + gap) {
          break;
        }
        next = at + bytes.applyAsLong(sorted.get(k));
        long words = (next - start + WORD_BYTES - 1) / WORD_BYTES;
        if (words > most) {
          break;
        }
        end = spans.contains((int) words) ? k + 1 : end;
      }
      if (end > from + 1) {
        groups.add(List.copyOf(sorted.subList(from, end)));
      }
    }
    return groups;
  }
}
