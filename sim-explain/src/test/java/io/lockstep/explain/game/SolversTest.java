// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What Shapley's values are defined by, on random games. */
class SolversTest {
  private static final double EXACT = 1e-9;

  /** A value for each coalition and repetition. */
  private static double[][] game(int players, int repetitions, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] values = new double[1 << players][repetitions];
    for (double[] each : values) {
      for (int k = 0; k < repetitions; k++) {
        each[k] = random.nextDouble();
      }
    }
    return values;
  }

  private static Payoff payoff(double[][] values) {
    return coalition -> values[(int) coalition];
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static List<Solver> solvers(int players, long seed) {
    return List.of(new AllOrders(players), new SampledOrders(players, 2, seed));
  }

  @Property(tries = 200)
  @Label("efficiency: shares add up to what all are worth less what nobody is")
  void efficiencySharesAddUpToWhatAllAreWorthLessWhatNobodyIs(
      @ForAll @IntRange(min = 1, max = 7) int players, @ForAll long seed) {
    double[][] values = game(players, 3, seed);
    for (Solver solver : solvers(players, seed)) {
      double sum = solver.solve(payoff(values)).shares().stream().mapToDouble(Share::value).sum();
      assertThat(sum).isCloseTo(mean(values[values.length - 1]) - mean(values[0]), within(EXACT));
    }
  }

  @Property(tries = 200)
  @Label("dummy: who adds nothing to anybody has exactly nothing, with no error")
  void dummyWhoAddsNothingToAnybodyHasExactlyNothingWithNoError(
      @ForAll @IntRange(min = 2, max = 6) int players, @ForAll long seed) {
    double[][] values = game(players, 2, seed);
    for (int c = 0; c < values.length; c++) {
      values[c] = values[c & ~1]; // player 0
    }
    for (Solver solver : solvers(players, seed)) {
      assertThat(solver.solve(payoff(values)).shares().get(0)).isEqualTo(new Share(0, 0, 0, 0));
    }
  }

  @Property(tries = 200)
  @Label("symmetry: two who add the same to everybody else have the same")
  void symmetryTwoWhoAddTheSameToEverybodyElseHaveTheSame(
      @ForAll @IntRange(min = 2, max = 6) int players, @ForAll long seed) {
    double[][] values = game(players, 1, seed);
    for (int c = 0; c < values.length; c++) {
      if ((c & 0b11) == 0b10) {
        values[c] = values[c ^ 0b11];
      }
    }
    List<Share> shares = new AllOrders(players).solve(payoff(values)).shares();
    assertThat(shares.get(0).value()).isCloseTo(shares.get(1).value(), within(EXACT));
  }

  @Property(tries = 200)
  @Label("from the other side, each share is the same with the other sign, first and last swapped")
  void fromTheOtherSide(@ForAll @IntRange(min = 1, max = 6) int players, @ForAll long seed) {
    double[][] values = game(players, 2, seed);
    double[][] swapped = new double[values.length][];
    for (int c = 0; c < values.length; c++) {
      swapped[c] = values[values.length - 1 - c];
    }
    for (Solver solver : solvers(players, seed)) {
      List<Share> there = solver.solve(payoff(values)).shares();
      List<Share> back = solver.solve(payoff(swapped)).shares();
      for (int i = 0; i < players; i++) {
        assertThat(back.get(i).value()).isCloseTo(-there.get(i).value(), within(EXACT));
        assertThat(back.get(i).first()).isCloseTo(-there.get(i).last(), within(EXACT));
        assertThat(back.get(i).error()).isCloseTo(there.get(i).error(), within(EXACT));
      }
    }
  }

  @Property(tries = 50)
  @Label("sampled orders: of players that do not meddle with each other the values are exact")
  void sampledOrdersOfAnAdditiveGame(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] own = random.doubles(9).toArray();
    Payoff sum = Payoff.once(c -> Coalition.players(c).stream().mapToDouble(i -> own[i]).sum());
    List<Share> shares = new SampledOrders(9, 2, seed).solve(sum).shares();
    for (int i = 0; i < 9; i++) {
      assertThat(shares.get(i).value()).isCloseTo(own[i], within(EXACT));
      assertThat(shares.get(i).error()).isCloseTo(0, within(EXACT));
    }
  }

  @Test
  @DisplayName(
      "sampled orders: games of pairs are exact too, as each order has its reverse beside it")
  void antitheticPairs() {
    Payoff pairs = Payoff.once(c -> Long.bitCount(c) * (Long.bitCount(c) - 1) / 2.0);
    for (Share share : new SampledOrders(8, 2, 7).solve(pairs).shares()) {
      assertThat(share.value()).isCloseTo(3.5, within(EXACT));
    }
  }

  @Test
  @DisplayName(
      "sampled orders: exact values lie within two standard errors in about 95 of 100 cases")
  void errorsOfSampledOrders() {
    double[][] values = game(8, 1, 99);
    List<Share> exact = new AllOrders(8).solve(payoff(values)).shares();
    int within = 0;
    int all = 0;
    for (long seed = 0; seed < 100; seed++) {
      List<Share> sampled = new SampledOrders(8, 16, seed).solve(payoff(values)).shares();
      for (int i = 0; i < 8; i++) {
        double off = Math.abs(sampled.get(i).value() - exact.get(i).value());
        within += off <= 2 * sampled.get(i).error() ? 1 : 0;
        all++;
      }
    }
    assertThat((double) within / all).isBetween(0.9, 0.98);
  }

  @Test
  @DisplayName("sampled orders: the same seed draws the same ones, another seed others")
  void sampledOrdersTheSameSeedDrawsTheSameOnesAnotherSeedOthers() {
    assertThat(new SampledOrders(9, 4, 5).coalitions())
        .isEqualTo(new SampledOrders(9, 4, 5).coalitions())
        .isNotEqualTo(new SampledOrders(9, 4, 6).coalitions());
  }

  @Property(tries = 50)
  @Label("no solver asks for a coalition that it did not name")
  void asksForWhatItNamed(@ForAll @IntRange(min = 1, max = 7) int players, @ForAll long seed) {
    for (Solver solver : solvers(players, seed)) {
      List<Long> asked = new ArrayList<>();
      solver.solve(
          coalition -> {
            asked.add(coalition);
            return new double[] {0};
          });
      assertThat(solver.coalitions()).containsAll(asked);
    }
  }

  @Test
  @DisplayName("a share's error is the standard error of its mean over repetitions")
  void errorOverRepetitions() {
    Payoff one = c -> c == 0 ? new double[] {0, 0, 0, 0} : new double[] {1, 2, 3, 4};
    Share share = new AllOrders(1).solve(one).shares().get(0);
    assertThat(share.value()).isEqualTo(2.5);
    assertThat(share.error()).isCloseTo(Math.sqrt(5.0 / 3) / 2, within(EXACT));
  }

  @Test
  @DisplayName("of few repetitions errors are pooled, but who adds nothing has none")
  void pooledErrors() {
    Payoff pair =
        c ->
            new double[] {
              (c & 1) + 2 * (c >> 1 & 1), 3 * (c & 1) + 8 * (c >> 1 & 1) // and nothing of the third
            };
    List<Share> shares = new AllOrders(3).solve(pair).shares();
    double pooled = Math.sqrt((1.0 + 9.0) / 2); // standard errors of 1 and 3
    assertThat(shares.get(0).error()).isCloseTo(pooled, within(EXACT));
    assertThat(shares.get(1).error()).isCloseTo(pooled, within(EXACT));
    assertThat(shares.get(2).error()).isZero();
  }
}
