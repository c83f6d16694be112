// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Games whose values are published. */
class PublishedGamesTest {
  private static final double EXACT = 1e-12;

  private static List<Double> values(int players, LongToDoubleFunction game) {
    return new AllOrders(players)
        .solve(Payoff.once(game)).shares().stream().map(Share::value).toList();
  }

  private static void assertValues(List<Double> found, double... published) {
    assertThat(found).hasSize(published.length);
    for (int i = 0; i < published.length; i++) {
      assertThat(found.get(i)).isCloseTo(published[i], within(EXACT));
    }
  }

  /** Whether weights reach a quota. */
  private static LongToDoubleFunction vote(int quota, int... weights) {
    return coalition ->
        Coalition.players(coalition).stream().mapToInt(i -> weights[i]).sum() >= quota ? 1 : 0;
  }

  @Test
  @DisplayName("glove game: one left glove and two right ones are worth 2/3, 1/6 and 1/6")
  void gloveGame() {
    LongToDoubleFunction pairs =
        coalition -> Math.min(Long.bitCount(coalition & 0b001), Long.bitCount(coalition & 0b110));
    assertValues(values(3, pairs), 2.0 / 3, 1.0 / 6, 1.0 / 6);
  }

  @Test
  @DisplayName("airport game: a runway that costs 8, 11, 13 and 18 is paid by 2, 3, 4 and 9")
  void airportGame() {
    int[] costs = {8, 11, 13, 18};
    LongToDoubleFunction runway =
        coalition -> Coalition.players(coalition).stream().mapToInt(i -> costs[i]).max().orElse(0);
    assertValues(values(4, runway), 2, 3, 4, 9);
  }

  @Test
  @DisplayName("weighted votes of 3, 2, 1 and 1 with a quota of 4: powers of 1/2, 1/6, 1/6, 1/6")
  void weightedVotes() {
    assertValues(values(4, vote(4, 3, 2, 1, 1)), 0.5, 1.0 / 6, 1.0 / 6, 1.0 / 6);
  }

  @Test
  @DisplayName("the UN Security Council: 421/2145 for a permanent member, 4/2145 for another one")
  void securityCouncil() {
    int[] weights = {7, 7, 7, 7, 7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    List<Double> powers = values(15, vote(39, weights));
    assertThat(powers.get(0)).isCloseTo(421.0 / 2145, within(EXACT));
    assertThat(powers.get(14)).isCloseTo(4.0 / 2145, within(EXACT));
  }

  @Test
  @DisplayName("who adds first and last is told: the left glove nothing and one pair")
  void whoAddsFirstAndLastIsTold() {
    Share left =
        new AllOrders(3)
            .solve(Payoff.once(c -> Math.min(Long.bitCount(c & 0b001), Long.bitCount(c & 0b110))))
            .shares()
            .get(0);
    assertThat(left.first()).isZero();
    assertThat(left.last()).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "interaction of two players alone is what they make beyond each; 1 of a pair of gloves")
  void interactionOfTwo() {
    List<Interaction> pair =
        new AllOrders(2).solve(Payoff.once(c -> c == 0b11 ? 1 : 0)).interactions();
    assertThat(pair).containsExactly(new Interaction(0, 1, 1));
  }
}
