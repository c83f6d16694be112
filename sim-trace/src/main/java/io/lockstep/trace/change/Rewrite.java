package io.lockstep.trace.change;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A hypothetical change of a whole program, which is simulated in its place. Immutable and
 * thread-safe; ordered by kind and number.
 *
 * @param kind what is changed
 * @param number of what the kind counts; 0 if it counts nothing
 */
public record Rewrite(Kind kind, int number) implements Comparable<Rewrite> {
  /** What is changed. */
  public enum Kind {
    /** Doubles become floats, in registers and in memory. */
    SINGLES("singles", "doubles are floats", false),
    /** Divisions by a value that stays the same become shifts, masks and multiplications. */
    CHEAP("cheap", "divisions by a constant value are shifts or multiplications", false),
    /** Exact divisions and roots of floats become approximate ones. */
    APPROXIMATE("approximate", "divisions and roots of floats are approximate", false),
    /** Private memory is in registers. */
    REGISTERS("registers", "private memory is in registers", false),
    /** Launches of one kernel that follow each other and share no data become one launch. */
    ONE_LAUNCH("one-launch", "independent launches of a kernel are one", false),
    /** Each buffer is transferred to the device before its first use, and back after its last. */
    RESIDENT("resident", "each buffer is transferred once in each direction", false),
    /** What stands between the barriers of a loop is executed in its last round alone. */
    COMBINE_ONCE("combine-once", "a loop's barriers are passed in its last round alone", false),
    /** Rounds of a loop are executed by so many work-groups instead of one. */
    SPLIT("split", "a loop's rounds are divided among so many work-groups", true),
    /** Each work-group becomes so many smaller ones. */
    SMALLER("smaller-groups", "each work-group is divided into so many", true),
    /** So many work-groups become one. */
    LARGER("larger-groups", "so many work-groups are one", true),
    /** Each work-item does the work of so many. */
    WIDE("wide", "each work-item does the work of so many", true);

    private final String key;
    private final String meaning;
    private final boolean isCounted;

    Kind(String key, String meaning, boolean isCounted) {
      this.key = key;
      this.meaning = meaning;
      this.isCounted = isCounted;
    }

    /** {@return its name in a setting, for example {@code one-launch}} */
    public String key() {
      return key;
    }

    /** {@return its effect, without a full stop} */
    public String meaning() {
      return meaning;
    }
  }

  /** Most of what a kind counts. */
  public static final int MOST = 4096;

  private static final Comparator<Rewrite> ORDER =
      Comparator.comparing(Rewrite::kind).thenComparingInt(Rewrite::number);

  /**
   * Checks the number.
   *
   * @param kind what is changed
   * @param number from 2 on if the kind counts, otherwise 0
   */
  public Rewrite {
    Objects.requireNonNull(kind);
    if (kind.isCounted ? number < 2 || number > MOST : number != 0) {
      throw new IllegalArgumentException(kind + " " + number);
    }
  }

  /**
   * {@return a change that counts nothing}
   *
   * @param kind such a kind
   */
  public static Rewrite of(Kind kind) {
    return new Rewrite(kind, 0);
  }

  /**
   * {@return the kind that a word of a setting names, if any}
   *
   * @param word of a setting, with or without a number
   */
  public static Optional<Kind> named(String word) {
    int end = word.indexOf(AccessChange.SEPARATOR);
    String name = end < 0 ? word : word.substring(0, end);
    return Arrays.stream(Kind.values()).filter(k -> k.key.equals(name)).findFirst();
  }

  /**
   * {@return the change of a word: {@code singles} or {@code split:8}}
   *
   * @param word of a kind that {@link #named} knows
   * @param where its position, for messages
   * @throws InputException if it is spelled differently
   */
  public static Rewrite of(String word, String where) {
    Kind kind =
        named(word)
            .orElseThrow(
                () ->
                    new InputException(
                        where,
                        "'"
                            + word
                            + "' is no change of a program"
                            + Suggestions.nearest(word, keys())
                                .map(n -> "; did you mean '" + n + "'?")
                                .orElse("; expected " + String.join(", ", keys()))));
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
    } catch (NumberFormatException e) { // reported below
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

  /** {@return the names of all kinds} */
  public static List<String> keys() {
    return Arrays.stream(Kind.values()).map(Kind::key).toList();
  }

  @Override
  public int compareTo(Rewrite other) {
    return ORDER.compare(this, other);
  }

  /** {@return its spelling, for example {@code split:8}} */
  @Override
  public String toString() {
    return kind.isCounted ? kind.key + AccessChange.SEPARATOR + number : kind.key;
  }
}
