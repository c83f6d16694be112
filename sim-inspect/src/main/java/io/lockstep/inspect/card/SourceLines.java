// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Source lines as part of a sentence, with nouns and verbs that agree in number.
 *
 * @param numbers ascending distinct numbers from 1; a 0 at the end stands for an unknown line
 */
public record SourceLines(List<Integer> numbers) {
  /**
   * Sorts the numbers and removes duplicates.
   *
   * @param numbers numbers in any order; values below 1 are unknown lines
   */
  public SourceLines {
    List<Integer> ordered =
        new ArrayList<>(numbers.stream().filter(n -> n > 0).distinct().sorted().toList());
    if (ordered.size() < numbers.stream().distinct().count() || ordered.isEmpty()) {
      ordered.add(0);
    }
    numbers = List.copyOf(ordered);
  }

  /** Creates a single line; values below 1 are unknown. */
  public static SourceLines of(int number) {
    return new SourceLines(List.of(number));
  }

  public static SourceLines of(Collection<AccessCard> accesses) {
    return new SourceLines(accesses.stream().map(AccessCard::line).toList());
  }

  /**
   * Returns the form of a verb for a number of things: {@code takes} for one, {@code take} for
   * several.
   *
   * @param plural form for several: {@code take}, {@code access}
   */
  public static String verb(int count, String plural) {
    boolean hisses = Stream.of("s", "x", "ch", "sh").anyMatch(plural::endsWith);
    return count != 1 ? plural : plural + (hisses ? "es" : "s");
  }

  /**
   * Returns the form of a verb whose subject is these lines.
   *
   * @param plural form for several
   */
  public String verb(String plural) {
    return verb(numbers.size(), plural);
  }

  /** Returns the singular or plural of a noun, depending on the number of lines. */
  public String noun(String one) {
    return numbers.size() == 1 ? one : one + "s";
  }

  /** Returns for example "line 14", "lines 14 and 17", "lines 3, 14 and 17", "an unknown line". */
  @Override
  public String toString() {
    boolean unknown = numbers.contains(0);
    List<String> names = new ArrayList<>(numbers.stream().map(String::valueOf).toList());
    if (unknown) {
      names.set(names.size() - 1, "an unknown line");
    }
    int last = names.size() - 1;
    int known = unknown ? last : names.size();
    return (known == 0 ? "" : known == 1 ? "line " : "lines ")
        + String.join(", ", names.subList(0, last))
        + (last == 0 ? "" : " and ")
        + names.get(last);
  }
}
