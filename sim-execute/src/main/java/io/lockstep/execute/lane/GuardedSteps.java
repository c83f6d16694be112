// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

/** Steps that only the work-items with a given value of a predicate execute. */
public final class GuardedSteps implements Step {
  private final int[] predicate;
  private final long flip; // all ones if the predicate is negated
  private final Step[] steps;
  private final ActiveLanes active;
  private final Versions versions;

  public GuardedSteps(int[] predicate, boolean negated, Step[] steps, int size, Versions versions) {
    this.predicate = predicate;
    this.flip = negated ? -1 : 0;
    this.steps = steps;
    this.versions = versions;
    active = new ActiveLanes(size);
  }

  @Override
  public void run(ActiveLanes lanes) {
    int holds = 0;
    for (int w = 0; w < lanes.mask.length; w++) {
      long word = lanes.mask[w];
      if (word != 0) {
        word &= ActiveLanes.word(predicate, w << 6) ^ flip;
        holds += Long.bitCount(word);
      }
      active.mask[w] = word;
    }
    if (holds == 0) {
      return;
    }
    ActiveLanes acting = lanes;
    if (holds < lanes.count) {
      active.update(versions.next());
      acting = active;
    }
    for (Step step : steps) {
      step.run(acting);
    }
  }
}
