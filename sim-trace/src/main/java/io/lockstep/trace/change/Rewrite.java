// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A hypothetical change of a whole program, with a factor, or 0 if the kind has no factor. Ordered
 * by kind and number.
 */
public record Rewrite(Kind kind, int number) implements Comparable<Rewrite> {
  public enum Kind {
    /** Doubles become floats, in registers and in memory. */
    SINGLES("singles", "doubles are floats", false),
    /** Divisions by a constant or loop-invariant value become shifts, masks and multiplications. */
    CHEAP("cheap", "divisions by a constant value are shifts or multiplications", false),
    APPROXIMATE("approximate", "divisions and roots of floats are approximate", false),
    REGISTERS("registers", "private memory is in registers", false),
    /** Synchronisations between launches are left out; those before transfers remain. */
    NO_WAITS("no-waits", "the host waits for the device only before transfers", false),
    ONE_LAUNCH("one-launch", "independent launches of a kernel are one", false),
    /** Each buffer is transferred to the device before its first use, and back after its last. */
    RESIDENT("resident", "each buffer is transferred once in each direction", false),
    PINNED("pinned", "transfers are from and to page-locked memory of the host", false),
    /** The code between the barriers of a loop is executed only in its last iteration. */
    COMBINE_ONCE("combine-once", "a loop's barriers are passed in its last round alone", false),
    /** Loads in loops whose values are only stored to local memory need no registers. */
    ASYNC_COPIES(
        "async-copies",
        "loads in loops that only fill local memory, before a barrier, are asynchronous copies",
        false),
    /** Copies are those of the next iteration, in local memory for one more group of copies. */
    COPIES_AHEAD(
        "copies-ahead", "waits for a loop's asynchronous copies leave one more under way", false),
    SPLIT("split", "a loop's rounds are divided among so many work-groups", true),
    SMALLER("smaller-groups", "each work-group is divided into so many", true),
    LARGER("larger-groups", "so many work-groups are one", true),
    WIDE("wide", "each work-item does the work of so many", true);

    private final String key;
    private final String meaning;
    private final boolean isCounted;

    Kind(String key, String meaning, boolean isCounted) {
      this.key = key;
      this.meaning = meaning;
      this.isCounted = isCounted;
    }

    public String key() {
      return key;
    }

    /** Returns the effect, without a full stop. */
    public String meaning() {
      return meaning;
    }
  }

  /** Largest factor. */
  public static final int MOST = 4096;

  private static final Comparator<Rewrite> ORDER =
      Comparator.comparing(Rewrite::kind).thenComparingInt(Rewrite::number);

  public Rewrite {
    Objects.requireNonNull(kind);
    if (kind.isCounted ? number < 2 || number > MOST : number != 0) {
      throw new IllegalArgumentException(kind + " " + number);
    }
  }

  public static Rewrite of(Kind kind) {
    return new Rewrite(kind, 0);
  }

  /** Returns the kind that a word of a setting names, with or without a factor, if any. */
  public static Optional<Kind> named(String word) {
    int end = word.indexOf(AccessChange.SEPARATOR);
    String name = end < 0 ? word : word.substring(0, end);
    return Arrays.stream(Kind.values()).filter(k -> k.key.equals(name)).findFirst();
  }

  /** Returns the change that a word names: {@code singles} or {@code split:8}. */
  public static Rewrite of(String word, String where) {
    Kind kind =
        named(word)
            .orElseThrow(
                () ->
                    new InputException(
                        where,
                        "'"
                            + word
                            + "' is not a change of a program"
                            + Suggestions.nearHint(
                                word, keys(), "; expected " + String.join(", ", keys()))));
    if (word.equals(kind.key) && !kind.isCounted) {
      return of(kind);
    }
    try {
      if (kind.isCounted && word.length() > kind.key.length()) {
        int number = Integer.parseInt(word.substring(kind.key.length() + 1));
        if (number >= 2 && number <= MOST) {
          return new Rewrite(kind, number);
        }
      }
    } catch (NumberFormatException e) {
      throw misspelled(word, kind, where);
    }
    throw misspelled(word, kind, where);
  }

  private static InputException misspelled(String word, Kind kind, String where) {
    return new InputException(
        where,
        kind.isCounted
            ? String.format(
                "'%s' has no number; expected %s:N, N from 2 to %d", word, kind.key, MOST)
            : String.format("'%s': expected %s alone", word, kind.key));
  }

  public static List<String> keys() {
    return Arrays.stream(Kind.values()).map(Kind::key).toList();
  }

  @Override
  public int compareTo(Rewrite other) {
    return ORDER.compare(this, other);
  }

  /** Returns the change as in a setting, for example {@code split:8}. */
  @Override
  public String toString() {
    return kind.isCounted ? kind.key + AccessChange.SEPARATOR + number : kind.key;
  }
}
