// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

/** Steps that only the work-items with a given value of a predicate execute. */
public final class GuardedSteps implements Step {
  private final int[] predicate;
  private final int wanted;
  private final Step[] steps;
  private final ActiveLanes active;
  private final Versions versions;

  public GuardedSteps(int[] predicate, boolean negated, Step[] steps, int size, Versions versions) {
    this.predicate = predicate;
    this.wanted = negated ? 0 : 1;
    this.steps = steps;
    this.versions = versions;
    active = new ActiveLanes(size);
  }

  @Override
  public void run(ActiveLanes lanes) {
    int holds = 0;
    for (int r = 0; r < lanes.ranges; r++) {
      holds += count(lanes.low[r], lanes.high[r]);
    }
    if (holds == 0) {
      return;
    }
    if (holds == lanes.count) {
      for (Step step : steps) {
        step.run(lanes);
      }
      return;
    }
    active.clear();
    for (int r = 0; r < lanes.ranges; r++) {
      active.add(predicate, wanted, lanes.low[r], lanes.high[r]);
    }
    active.update(versions.next());
    for (Step step : steps) {
      step.run(active);
    }
  }

  private int count(int low, int high) {
    int n = 0;
    for (int i = low; i < high; i++) {
      n += predicate[i];
    }
    return wanted == 1 ? n : high - low - n;
  }
}
