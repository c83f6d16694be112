package io.lockstep.inspect.card;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Source lines in a sentence: nouns and verbs agree with their number.
 *
 * @param numbers from 1, ascending, each once; 0 last if an instruction's line is unknown
 */
public record SourceLines(List<Integer> numbers) {
  /**
   * Orders the numbers.
   *
   * @param numbers in any order, some more than once; 0 or below is an unknown line
   */
  public SourceLines {
    List<Integer> ordered =
        new ArrayList<>(numbers.stream().filter(n -> n > 0).distinct().sorted().toList());
    if (ordered.size() < numbers.stream().distinct().count() || ordered.isEmpty()) {
      ordered.add(0);
    }
    numbers = List.copyOf(ordered);
  }

  /**
   * {@return a line}
   *
   * @param number of it; 0 or below if it is unknown
   */
  public static SourceLines of(int number) {
    return new SourceLines(List.of(number));
  }

  /**
   * {@return the lines of some accesses}
   *
   * @param accesses of a kernel
   */
  public static SourceLines of(Collection<AccessCard> accesses) {
    return new SourceLines(accesses.stream().map(AccessCard::line).toList());
  }

  /**
   * {@return a verb's form for a number of things: {@code takes} for one, {@code take} for others}
   *
   * @param count of the things
   * @param plural the form for several: {@code take}, {@code access}
   */
  public static String verb(int count, String plural) {
    boolean hisses = Stream.of("s", "x", "ch", "sh").anyMatch(plural::endsWith);
    return count != 1 ? plural : plural + (hisses ? "es" : "s");
  }

  /**
   * {@return the form of a verb behind these lines}
   *
   * @param plural the form for several
   */
  public String verb(String plural) {
    return verb(numbers.size(), plural);
  }

  /**
   * {@return the form of a noun that stands once on each line}
   *
   * @param one the form for one
   */
  public String noun(String one) {
    return numbers.size() == 1 ? one : one + "s";
  }

  /** {@return for example "line 14", "lines 14 and 17", "lines 3, 14 and 17", "an unknown line"} */
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
