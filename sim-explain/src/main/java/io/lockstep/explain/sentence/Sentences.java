// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.spi.spec.Dimension;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes the sentence that explains a factor. Only rules whose statistic changed in the direction
 * of the time, and far enough to matter, are considered; the rule with the largest change is used.
 */
public final class Sentences {
  private static final List<Rule> RULES =
      List.of(
          new WavefrontsRule(),
          new UnitsRule(),
          new ClockRule(),
          new LanesRule(),
          new CountRule(".bundles", "bundles"),
          new CountRule("machine_instructions", "instructions"),
          new CountRule("memory.transactions", "transactions of memory"),
          new CountRule("dram.bytes", "bytes of DRAM", "dram.busy", 0.2),
          HitsRule.cache("l1.", "L1"),
          HitsRule.cache("l2.", "L2"),
          HitsRule.cache("mall.", "memory-side cache"),
          HitsRule.cache("texture.", "texture cache"),
          HitsRule.rows(),
          new ConflictsRule(),
          new BandwidthRule(),
          new LatencyRule());

  /** Less specific rules, tried if no other rule applies; the first finding is used. */
  private static final List<Rule> LAST = List.of(new WaitingRule(), new CausesRule());

  /** Minimum cost of a finding, as a fraction of the logarithm of the factor. */
  private static final double ENOUGH = 0.25;

  private static final String FIRST = ", where this is changed before all else";

  private static final int MOST_FIGURES = 3;

  private Sentences() {}

  /** Returns the sentence for a factor. */
  public static String of(Evidence seen) {
    String effect = seen.name() + ": " + SentenceNumbers.effect(seen.factor());
    return why(seen).map(why -> effect + ", as " + why.words()).orElse(effect + nothing(seen))
        + ".";
  }

  /**
   * Returns the best finding. If no statistic changes when the figures are changed last, because
   * another factor hides the effect, the evidence for changing the figures first is used.
   */
  static Optional<RuleFinding> why(Evidence seen) {
    return most(seen)
        .or(() -> LAST.stream().map(rule -> rule.find(seen)).flatMap(Optional::stream).findFirst())
        .or(
            () ->
                most(seen.whereFirst())
                    .map(found -> new RuleFinding(found.cost(), found.words() + FIRST)));
  }

  private static Optional<RuleFinding> most(Evidence seen) {
    double time = StrictMath.log(seen.factor());
    RuleFinding most = null;
    for (Rule rule : RULES) {
      Optional<RuleFinding> one = rule.find(seen);
      if (one.isPresent()
          && one.get().cost() * time > 0
          && Math.abs(one.get().cost()) >= ENOUGH * Math.abs(time)
          && (most == null || Math.abs(one.get().cost()) > Math.abs(most.cost()))) {
        most = one.get();
      }
    }
    return Optional.ofNullable(most);
  }

  /** Formats the clause for a factor without a finding, which lists the figures. */
  private static String nothing(Evidence seen) {
    String figures =
        seen.changes().entrySet().stream()
            .limit(MOST_FIGURES)
            .map(
                e ->
                    e.getKey()
                        + " "
                        + Dimension.readable(e.getValue().to())
                        + " instead of "
                        + Dimension.readable(e.getValue().from()))
            .collect(Collectors.joining(", "));
    int more = seen.changes().size() - MOST_FIGURES;
    return "; no statistic that is watched says why ("
        + figures
        + (more > 0 ? " and " + more + " more" : "")
        + ")";
  }
}
