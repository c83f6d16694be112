// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * An ideal form of the memory accesses of one source line, simulated by changing the recorded
 * program. Ordered by kind, kernel, line.
 *
 * @param kernel name of the kernel, or of its file without the folder; empty for any kernel with
 *     such a line
 */
public record AccessChange(Kind kind, String kernel, int line) implements Comparable<AccessChange> {
  public enum Kind {
    /** Loads of the line, from any memory, cost nothing. */
    LINE,
    /**
     * The line's atomics of global memory or, if there are none, its loads of global or constant
     * memory access local memory without bank conflicts. In addition, each work-group loads every
     * element once or, for atomics, adds every element to global memory once.
     */
    LOCAL,
    /** Work-items of a group access consecutive elements of global memory. */
    COALESCING,
    /** Atomics of global memory become plain stores. */
    STORES;

    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static final char SEPARATOR = ':';

  private static final Comparator<AccessChange> ORDER =
      Comparator.comparing(AccessChange::kind)
          .thenComparing(AccessChange::kernel)
          .thenComparingInt(AccessChange::line);

  public AccessChange {
    Objects.requireNonNull(kind);
    if (line < 1) {
      throw new IllegalArgumentException("line " + line);
    }
  }

  /** Returns whether a word of a setting names a change, rather than a part of a device. */
  public static boolean isMeant(String word) {
    return word.indexOf(SEPARATOR) >= 0
        || Arrays.stream(Kind.values()).anyMatch(k -> k.key().equals(word));
  }

  /**
   * Returns the change that a word names: {@code KIND:LINE}, or {@code KIND:NAME:LINE} with a file
   * or kernel.
   */
  public static AccessChange of(String word, String where) {
    int first = word.indexOf(SEPARATOR);
    String name = first < 0 ? word : word.substring(0, first);
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(k -> k.key().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name, where));
    int last = word.lastIndexOf(SEPARATOR);
    String kernel = first < last ? word.substring(first + 1, last) : "";
    try {
      int line = first < 0 ? 0 : Integer.parseInt(word.substring(last + 1));
      if (line > 0 && (first == last || !kernel.isEmpty())) {
        return new AccessChange(kind, kernel, line);
      }
    } catch (NumberFormatException e) {
      throw misspelled(word, kind, where);
    }
    throw misspelled(word, kind, where);
  }

  private static InputException misspelled(String word, Kind kind, String where) {
    return new InputException(
        where,
        String.format(
            "'%s' names no source line; expected %s:LINE, %2$s:FILE:LINE or %2$s:KERNEL:LINE",
            word, kind.key()));
  }

  private static InputException unknown(String word, String where) {
    List<String> keys = Arrays.stream(Kind.values()).map(Kind::key).toList();
    return new InputException(
        where,
        String.format(
            "'%s' is not a change of a line%s",
            word, Suggestions.nearHint(word, keys, "; expected " + String.join(", ", keys))));
  }

  @Override
  public int compareTo(AccessChange other) {
    return ORDER.compare(this, other);
  }

  /** Returns the change as in a setting, for example {@code local:scan.cl:14}. */
  @Override
  public String toString() {
    return kind.key() + SEPARATOR + (kernel.isEmpty() ? "" : kernel + SEPARATOR) + line;
  }
}
