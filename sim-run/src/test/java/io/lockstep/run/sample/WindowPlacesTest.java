// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WindowPlacesTest {
  private static final int ROUND = 10;
  private static final int ROUNDS = 100;

  /** Windows of three rounds, of which the first warms up. */
  private static long[] windows(int count, java.util.function.LongUnaryOperator work) {
    long[] instructions = LongStream.range(0, ROUND * ROUNDS).map(work).toArray();
    return new WindowPlaces(LaunchWork.of(instructions, 1), ROUND, 3, 1).of(ROUNDS, count);
  }

  @Test
  @DisplayName("two windows are the first and the last rounds")
  void twoWindowsAreTheEnds() {
    assertThat(windows(2, g -> 7)).containsExactly(0, 97 * ROUND);
  }

  @Test
  @DisplayName("windows of even work divide the launch evenly")
  void evenWorkIsDividedEvenly() {
    assertThat(windows(3, g -> 7)).containsExactly(0, 48 * ROUND, 97 * ROUND);
    assertThat(windows(5, g -> 7))
        .containsExactly(0, 24 * ROUND, 48 * ROUND, 72 * ROUND, 97 * ROUND);
  }

  @Test
  @DisplayName("work that grows in proportion is divided evenly, since it is interpolated")
  void linearWorkIsDividedEvenly() {
    assertThat(windows(3, g -> 1000 + g)).containsExactly(0, 48 * ROUND, 97 * ROUND);
  }

  @Test
  @DisplayName("the third window goes to rounds of other work, wherever they stand")
  void aWindowGoesToRoundsOfOtherWork() {
    for (int peak : new int[] {200, 310, 700}) {
      long[] found = windows(3, g -> g >= peak && g < peak + 20 ? 90 : 7);
      assertThat(found[1]).as("peak %s", peak).isEqualTo(peak - ROUND); // behind its warm-up
    }
  }

  @Test
  @DisplayName("windows are in order and do not overlap")
  void windowsDoNotOverlap() {
    long[] found = windows(12, g -> g * 37 % 101 + g / 9);
    assertThat(found).hasSize(12).isSorted();
    assertThat(Arrays.stream(found).allMatch(g -> g % ROUND == 0)).isTrue();
    for (int w = 1; w < found.length; w++) {
      assertThat(found[w] - found[w - 1]).isGreaterThanOrEqualTo(3 * ROUND);
    }
  }

  @Test
  @DisplayName("a moment is the sum of work times the middle of its group")
  void sumsOfGroups() {
    GroupSums sums = new GroupSums(new long[] {0, 5, 7, 10});
    assertThat(sums.between(0, 3)).isEqualTo(10);
    assertThat(sums.between(1, 2)).isEqualTo(2);
    assertThat(sums.moment(0, 3)).isEqualTo(0.5 * 5 + 1.5 * 2 + 2.5 * 3);
    assertThat(sums.moment(2, 2)).isZero();
  }
}
