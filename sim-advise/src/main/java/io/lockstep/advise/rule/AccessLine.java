// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.SourceLines;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The memory operations compiled from one source line. Unrolling a loop multiplies them.
 *
 * @param line source line, 0 if unknown
 * @param accesses at least one
 */
record AccessLine(int line, List<AccessCard> accesses) {
  /**
   * Returns the line with the highest total cost; of equal ones, the first. Empty if no operation
   * has a cost.
   */
  static Optional<AccessLine> worst(
      Collection<AccessCard> accesses, ToLongFunction<AccessCard> cost) {
    Map<Integer, List<AccessCard>> lines =
        accesses.stream()
            .filter(a -> cost.applyAsLong(a) > 0)
            .collect(Collectors.groupingBy(AccessCard::line, TreeMap::new, Collectors.toList()));
    return lines.entrySet().stream()
        .map(e -> new AccessLine(e.getKey(), e.getValue()))
        .reduce((a, b) -> b.sum(cost) > a.sum(cost) ? b : a);
  }

  long sum(ToLongFunction<AccessCard> of) {
    return accesses.stream().mapToLong(of).sum();
  }

  AccessCard first(ToLongFunction<AccessCard> cost) {
    return accesses.stream().max(Comparator.comparingLong(cost)).orElseThrow();
  }

  /**
   * Describes the operations, for example {@code the load at line 11} or {@code the 16 stores at
   * line 9}.
   */
  String words() {
    boolean alike = accesses.stream().map(Say::operation).distinct().count() == 1;
    String one = Say.operation(accesses.get(0));
    String what =
        accesses.size() == 1 ? one : accesses.size() + " " + (alike ? one + "s" : "accesses");
    return "the " + what + " at " + SourceLines.of(line);
  }

  /** Returns the verb form that agrees with {@link #words}, for example {@code takes}. */
  String verb(String plural) {
    return SourceLines.verb(accesses.size(), plural);
  }
}
