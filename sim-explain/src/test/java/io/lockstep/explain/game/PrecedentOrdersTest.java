// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Orders in which some players come after others. */
class PrecedentOrdersTest {
  private static final double EXACT = 1e-12;

  private static Payoff game(int players, long seed) {
    Random random = new Random(seed);
    double[] values = random.doubles(1L << players).toArray();
    return Payoff.once(c -> values[(int) c]);
  }

  @Property(tries = 50)
  @Label("where every order is allowed, Shapley's values of all orders, coalition by coalition")
  void withoutPrecedenceAllOrders(@ForAll @IntRange(max = 6) int players, @ForAll long seed) {
    Payoff game = game(players, seed);
    Solver some = new PrecedentOrders(new long[players]);
    Solver all = new AllOrders(players);
    assertThat(some.coalitions()).isEqualTo(all.coalitions());
    for (int i = 0; i < players; i++) {
      Share one = some.solve(game).shares().get(i);
      Share other = all.solve(game).shares().get(i);
      assertThat(one.value()).isCloseTo(other.value(), within(EXACT));
      assertThat(one.first()).isCloseTo(other.first(), within(EXACT));
      assertThat(one.last()).isCloseTo(other.last(), within(EXACT));
    }
  }

  @Property(tries = 50)
  @Label("a share is the mean of what a player adds, over the orders written down one by one")
  void theMeanOverOrdersWrittenDown(@ForAll @IntRange(min = 1, max = 5) int n, @ForAll long seed) {
    Random random = new Random(seed);
    long[] before = new long[n];
    for (int i = 1; i < n; i++) {
      before[i] = random.nextLong() & Coalition.all(i) & random.nextLong();
    }
    Payoff game = game(n, seed + 1);
    double[] sums = new double[n];
    int orders = 0;
    for (List<Integer> order : orders(n)) {
      long come = 0;
      boolean allowed = true;
      for (int i : order) {
        allowed &= (before[i] & ~come) == 0;
        come |= Coalition.of(i);
      }
      if (allowed) {
        orders++;
        come = 0;
        for (int i : order) {
          sums[i] += game.of(come | Coalition.of(i))[0] - game.of(come)[0];
          come |= Coalition.of(i);
        }
      }
    }
    List<Share> shares = new PrecedentOrders(before).solve(game).shares();
    for (int i = 0; i < n; i++) {
      assertThat(shares.get(i).value()).isCloseTo(sums[i] / orders, within(EXACT));
    }
  }

  private static List<List<Integer>> orders(int n) {
    List<List<Integer>> all = new ArrayList<>(List.of(List.of()));
    for (int i = 0; i < n; i++) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> order : all) {
        for (int at = 0; at <= order.size(); at++) {
          List<Integer> one = new ArrayList<>(order);
          one.add(at, i);
          longer.add(one);
        }
      }
      all = longer;
    }
    return all;
  }

  @Test
  @DisplayName("who comes after two others is asked for beside both alone, and adds what is left")
  void whoComesAfterTwoOthers() {
    // Any of the three does all: with both before it, the third adds nothing.
    Payoff game = Payoff.once(c -> c == 0 ? 0 : 1);
    PrecedentOrders solver = new PrecedentOrders(new long[] {0, 0, 0b011});
    assertThat(solver.coalitions()).containsExactly(0L, 1L, 2L, 3L, 7L);
    assertThat(solver.solve(game).shares()).extracting(Share::value).containsExactly(0.5, 0.5, 0.0);
    assertThat(solver.solve(game).shares().get(0).last()).isZero();
  }

  @Test
  @DisplayName("first is behind those that must come before, last before those that must follow")
  void firstAndLast() {
    Payoff game = Payoff.once(c -> c * c);
    Share middle = new PrecedentOrders(new long[] {0, 0b001, 0b010, 0}).solve(game).shares().get(1);
    assertThat(middle.first()).isEqualTo(3 * 3 - 1);
    assertThat(middle.last()).isEqualTo(11 * 11 - 9 * 9);
  }

  @Test
  @DisplayName("players that wait for each other are refused")
  void aCircleIsRefused() {
    assertThatThrownBy(() -> new PrecedentOrders(new long[] {0b10, 0b01}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
