// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A set of sizes between which hardware chooses, as a figure of dimension {@link Dimension#SIZES}:
 * bit k of its value stands for k times 4 KiB, of which all published sizes are multiples.
 */
public final class Sizes {
  private static final int STEP_SHIFT = 12;
  private static final int MOST = Long.SIZE - 2; // the sign stays free

  private Sizes() {}

  /**
   * {@return the value of a written set}
   *
   * @param text sizes with slashes between, such as {@code 16KiB/48KiB} or {@code 16/48KiB}
   * @param size reads one size, in bytes
   * @throws IllegalArgumentException if one is no size, too large or no multiple of 4 KiB
   */
  static long parse(String text, ToLongFunction<String> size) {
    List<String> parts = Stream.of(text.split("/", -1)).map(String::strip).toList();
    String unit = parts.get(parts.size() - 1).replaceFirst("^[0-9.]*", "");
    long set = 0;
    for (String part : parts) {
      long bytes = size.applyAsLong(part.matches("[0-9.]+") ? part + unit : part);
      long steps = bytes >> STEP_SHIFT;
      if (bytes != steps << STEP_SHIFT || steps < 0 || steps > MOST) {
        throw new IllegalArgumentException(
            "expected multiples of 4KiB up to 248KiB, found '" + part + "' in '" + text + "'");
      }
      set |= 1L << steps;
    }
    return set;
  }

  /** Returns a set as {@link #parse} reads it. */
  static String show(long set) {
    return LongStream.rangeClosed(0, MOST)
        .filter(k -> (set >>> k & 1) != 0)
        .mapToObj(k -> Long.toString(k << STEP_SHIFT - 10))
        .collect(Collectors.joining("/", "", "KiB"));
  }

  /**
   * {@return the smallest size of a set, in bytes, that is not below a number of bytes; the largest
   * if all are}
   *
   * @param set a set that is not empty
   * @param bytes bytes that are needed
   */
  public static long smallest(long set, long bytes) {
    long steps = bytes + (1 << STEP_SHIFT) - 1 >> STEP_SHIFT;
    long enough = steps > MOST ? 0 : set & -1L << steps;
    return enough == 0 ? largest(set) : (long) Long.numberOfTrailingZeros(enough) << STEP_SHIFT;
  }

  /**
   * {@return the largest size of a set, in bytes}
   *
   * @param set a set that is not empty
   */
  public static long largest(long set) {
    return (long) (Long.SIZE - 1 - Long.numberOfLeadingZeros(set)) << STEP_SHIFT;
  }
}
