// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SamplePlanTest {
  private static final int ROUND = 10;

  private static Optional<SamplePlan> plan(long rounds, int windows) {
    return SamplePlan.of(rounds * ROUND + 3, ROUND, 0, windows);
  }

  @Test
  void beginsWithTheHeadAndEndsWithTheTail() {
    SamplePlan plan = plan(500, 8).orElseThrow();
    assertEquals(8, plan.windows());
    assertEquals(0, plan.resume(0));
    assertEquals(9 * ROUND, plan.end(0));
    assertEquals(500 * ROUND, plan.end(7));
    assertEquals(5003, plan.groups());
  }

  @Test
  void leavesOutWholeRoundsBetweenWindowsOfNine() {
    SamplePlan plan = plan(500, 8).orElseThrow();
    long skipped = 0;
    for (int k = 1; k < plan.windows(); k++) {
      long gap = plan.resume(k) - plan.end(k - 1);
      assertEquals(0, gap % ROUND);
      assertEquals(plan.resume(k) + 3 * ROUND, plan.start(k));
      assertEquals(plan.start(k) + 6 * ROUND, plan.end(k));
      assertEquals(gap + 3 * ROUND, plan.estimated(k - 1));
      skipped += gap;
    }
    assertEquals(skipped, plan.skipped());
    assertEquals((500 - 8 * 9) * ROUND, skipped);
  }

  @Test
  void warmsUpLongerIfTheDeviceLooksAheadByRounds() {
    SamplePlan plan = SamplePlan.of(500 * ROUND, ROUND, 4 * ROUND + 7, 8).orElseThrow();
    assertEquals(7 * ROUND, plan.start(0));
    assertEquals(13 * ROUND, plan.end(0));
    for (int k = 1; k < plan.windows(); k++) {
      assertEquals(plan.resume(k) + 7 * ROUND, plan.start(k));
      assertEquals(plan.start(k) + 6 * ROUND, plan.end(k));
    }
    assertEquals(500 * ROUND, plan.end(7));
    assertEquals((500 - 8 * 13) * ROUND, plan.skipped());
  }

  @Test
  void leavesNothingOutIfTheDeviceLooksFarAhead() {
    assertTrue(plan(500, 8).isPresent());
    assertFalse(SamplePlan.of(500 * ROUND, ROUND, 137 * ROUND, 8).isPresent());
  }

  @Test
  void hasShortGapsEarly() {
    SamplePlan plan = plan(5000, 8).orElseThrow();
    for (int k = 2; k < 5; k++) {
      assertTrue(plan.resume(k) - plan.end(k - 1) > 1.9 * (plan.resume(k - 1) - plan.end(k - 2)));
    }
  }

  @Test
  void leavesOutAThirdOrNothing() {
    for (int rounds = 1; rounds < 400; rounds++) {
      for (int windows = 8; windows <= 64; windows *= 2) {
        Optional<SamplePlan> plan = plan(rounds, windows);
        if (plan.isPresent()) {
          assertTrue(3 * plan.get().skipped() >= (rounds - 1) * ROUND, rounds + " rounds");
        }
      }
    }
    assertFalse(plan(39, 8).isPresent());
    assertFalse(plan(53, 8).isPresent());
    assertTrue(plan(54, 8).isPresent());
  }

  @Test
  void isDenserInEachPassOrInFull() {
    for (int rounds = 54; rounds < 2000; rounds += 7) {
      int before = 0;
      for (int windows = 8; plan(rounds, windows).isPresent(); windows *= 2) {
        int count = plan(rounds, windows).get().windows();
        assertTrue(count > before, rounds + " rounds, " + windows + " windows");
        before = count;
      }
    }
  }

  @Test
  void theTailLeavesOutAllGroupsBeforeTheLastWindowAndNothingLeavesOutAll() {
    SamplePlan whole = SamplePlan.of(10_000, 100, 0, Sampling.FIRST_WINDOWS).orElseThrow();
    SamplePlan tail = whole.tail();
    assertEquals(1, tail.windows());
    assertEquals(10_000 - (SamplePlan.WARM_UP + SamplePlan.MEASURED) * 100, tail.resume(0));
    assertEquals(10_000, tail.end(0));
    assertEquals(10_000, SamplePlan.nothing(10_000).resume(0));
  }
}
