// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StratifiedPlanTest {
  private final List<Stratum> strata = new ArrayList<>();
  private final List<long[]> ticks = new ArrayList<>(); // by stratum and member

  private void stratum(long[] ofMembers, List<double[]> varying) {
    strata.add(new Stratum(IntStream.range(0, ofMembers.length).toArray(), varying));
    ticks.add(ofMembers);
  }

  private static long[] around(Random random, int members, double mean, double deviation) {
    return IntStream.range(0, members)
        .mapToLong(m -> Math.round(mean + deviation * random.nextGaussian()))
        .toArray();
  }

  private void measure() {
    for (int h = 0; h < strata.size(); h++) {
      Stratum s = strata.get(h);
      for (int m = 0; m < s.size(); m++) {
        if (s.isChosen(m) && !s.isMeasured(m)) {
          s.measured(m, ticks.get(h)[m], 1000);
        }
      }
    }
  }

  private double exact() {
    return ticks.stream()
        .mapToLong(of -> IntStream.range(0, of.length).mapToLong(m -> of[m]).sum())
        .sum();
  }

  private StratifiedPlan first() {
    StratifiedPlan plan = new StratifiedPlan(strata);
    plan.begin();
    measure();
    return plan;
  }

  @Test
  void estimatesEqualLaunchesExactlyWithTheLeastInterval() {
    stratum(around(new Random(1), 1000, 500, 0), List.of());
    StratifiedPlan plan = first();
    assertEquals(3, plan.chosen());
    assertEquals(500_000, plan.ticks()[0]);
    assertEquals(StratifiedPlan.LEAST * 500_000, plan.interval(), 1e-6);
  }

  @Test
  void followsANumberThatGrows() {
    double[] length = IntStream.range(0, 1000).mapToDouble(m -> 64 + m).toArray();
    stratum(IntStream.range(0, 1000).mapToLong(m -> 700 + 3 * (64 + m)).toArray(), List.of(length));
    StratifiedPlan plan = first();
    assertEquals(exact(), plan.ticks()[0], 1e-6 * exact());
    assertEquals(plan.interval(), StratifiedPlan.LEAST * plan.ticks()[0], 1e-3);
  }

  @Test
  void choosesTheNumberThatTheTicksFollow() {
    Random random = new Random(2);
    double[] noise = random.doubles(1000).toArray();
    double[] length = IntStream.range(0, 1000).mapToDouble(m -> m).toArray();
    stratum(IntStream.range(0, 1000).mapToLong(m -> 900 + m).toArray(), List.of(noise, length));
    assertEquals(exact(), first().ticks()[0], 1e-6 * exact());
  }

  @Test
  void simulatesAllOfFewLaunches() {
    stratum(new long[] {5, 900, 70, 2}, List.of());
    StratifiedPlan plan = first();
    assertEquals(977, plan.ticks()[0]);
    assertEquals(0, plan.interval());
    assertFalse(plan.refine(0.01));
  }

  /** One of many strata decides the interval, which has fewer degrees of freedom than launches. */
  @Test
  void choosesMoreWhereOneStratumDecidesTheInterval() {
    Random random = new Random(5);
    stratum(around(random, 60, 1000, 120), List.of());
    for (int h = 0; h < 12; h++) {
      stratum(around(random, 60, 1000, 1), List.of());
    }
    StratifiedPlan plan = first();
    double wanted = 0.9 * plan.interval() / plan.ticks()[0];
    for (int pass = 0; plan.interval() > wanted * plan.ticks()[0]; pass++) {
      assertTrue(pass < 10, "more than ten passes");
      assertTrue(plan.refine(wanted), "no more launches, interval " + plan.interval());
      measure();
    }
    assertTrue(plan.chosen() < 13 * 60 / 2, plan.chosen() + " launches");
  }

  @Test
  void coversAboutNinetyFivePercentOfNoisyPrograms() {
    int covered = 0;
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      strata.clear();
      ticks.clear();
      stratum(around(random, 300, 1000, 200), List.of());
      stratum(around(random, 2000, 400, 30), List.of());
      double[] length = IntStream.range(0, 500).mapToDouble(m -> m / 10).toArray();
      long[] grows = around(random, 500, 300, 40);
      IntStream.range(0, 500).forEach(m -> grows[m] += Math.round(5 * length[m]));
      stratum(grows, List.of(length));
      StratifiedPlan plan = first();
      covered += Math.abs(plan.ticks()[0] - exact()) <= plan.interval() ? 1 : 0;
    }
    assertTrue(covered >= 370 && covered <= 395, covered + " of 400");
  }

  @Test
  void choosesAsManyMoreAsTheRequestedIntervalNeeds() {
    int covered = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      strata.clear();
      ticks.clear();
      stratum(around(random, 2000, 1000, 300), List.of());
      stratum(around(random, 2000, 1000, 10), List.of());
      StratifiedPlan plan = first();
      while (plan.interval() > 0.02 * plan.ticks()[0] && plan.refine(0.02)) {
        measure();
      }
      assertTrue(plan.interval() <= 0.02 * plan.ticks()[0]);
      assertTrue(strata.get(0).chosen() > 5 * strata.get(1).chosen(), "Neyman's allocation");
      covered += Math.abs(plan.ticks()[0] - exact()) <= plan.interval() ? 1 : 0;
    }
    assertTrue(covered >= 90, covered + " of 100");
  }

  @Test
  void choosesTheSameLaunchesAgain() {
    stratum(around(new Random(4), 1000, 500, 50), List.of());
    stratum(around(new Random(4), 1000, 500, 50), List.of());
    first();
    Stratum other = strata.get(0);
    int[] before = IntStream.range(0, 1000).filter(other::isChosen).toArray();
    Stratum alike = new Stratum(IntStream.range(0, 1000).toArray(), List.of());
    new StratifiedPlan(List.of(alike)).begin();
    assertEquals(List.of(), differing(before, IntStream.range(0, 1000).filter(alike::isChosen)));
  }

  private static List<Integer> differing(int[] a, IntStream b) {
    List<Integer> left = new ArrayList<>(IntStream.of(a).boxed().toList());
    b.forEach(m -> left.remove((Integer) m));
    return left;
  }

  @Test
  void weightsSumToTheMembersAndTheirNumbers() {
    double[] known = IntStream.range(0, 50).mapToDouble(m -> m * m).toArray();
    int[] measured = {3, 17, 20, 44};
    StratumEstimate e = new StratumEstimate(50, known, measured, new double[] {9, 2, 5, 7});
    double members = 0;
    double numbers = 0;
    double ticks = 0;
    for (int i = 0; i < measured.length; i++) {
      members += 1 + e.weight(i);
      numbers += (1 + e.weight(i)) * known[measured[i]];
      ticks += e.weight(i) * new double[] {9, 2, 5, 7}[i];
    }
    assertEquals(50, members, 1e-9);
    assertEquals(IntStream.range(0, 50).mapToDouble(m -> known[m]).sum(), numbers, 1e-6);
    double predicted =
        IntStream.range(0, 50)
            .filter(m -> m != 3 && m != 17 && m != 20 && m != 44)
            .mapToDouble(e::predicted)
            .sum();
    assertEquals(predicted, ticks, 1e-6);
  }
}
