// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import java.util.Optional;

/**
 * Explains a factor by the hit rate of a cache or of open DRAM rows. Applies if the rate changes by
 * at least one percentage point, lookups are not negligible, and issue ports spend at least 10 % of
 * their cycles waiting for memory.
 *
 * @param level prefix of the statistics' names
 */
record HitsRule(String level, String lookups, String words, double least) implements Rule {
  private static final double POINT = 0.01;
  private static final double LEAST = 0.02;
  private static final double WAITING = 0.1;

  /**
   * Creates the rule for a cache.
   *
   * @param level prefix of the cache's statistics
   * @param name readable name of the cache
   */
  static HitsRule cache(String level, String name) {
    return new HitsRule(level, level + "lookups", "of the lookups in the " + name + " hit", 0);
  }

  /**
   * Creates the rule for open DRAM rows, which applies if the bus is busy for at least a tenth of
   * the time.
   */
  static HitsRule rows() {
    return new HitsRule(
        "dram.row_", "dram.accesses", "of DRAM's accesses find their row open", 0.1);
  }

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    State before = seen.last();
    State after = seen.to();
    double lookups = Math.max(lookups(before), lookups(after));
    boolean idle = Math.max(before.of("dram.busy"), after.of("dram.busy")) < least;
    boolean waits = Math.max(before.waiting(), after.waiting()) >= WAITING;
    if (idle || !waits || lookups(before) == 0 || lookups(after) == 0 || lookups < seldom(after)) {
      return Optional.empty();
    }
    double had = hits(before) / lookups(before);
    double has = hits(after) / lookups(after);
    if (Math.abs(has - had) < POINT) {
      return Optional.empty();
    }
    return Rule.moved(
        seen.cost(lookups(before) - hits(before), lookups(after) - hits(after)),
        LEAST,
        SentenceNumbers.percent(has) + " " + words + " instead of " + SentenceNumbers.percent(had));
  }

  /** Returns the number of lookups that is negligible: 1 % of the executed instructions. */
  private static double seldom(State state) {
    return state.of("wavefront_instructions") / 100;
  }

  private double hits(State state) {
    return state.of(level + "hits");
  }

  private double lookups(State state) {
    return state.of(lookups);
  }
}
