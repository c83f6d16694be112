// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GapLoadTest {
  private static GapLoad load(double window, double gap, double middle) {
    return new GapLoad(
        new double[] {window, window},
        new double[] {window, window},
        new double[] {gap},
        new double[] {middle});
  }

  @Test
  void aGapOfTwoQuantitiesHasTheirCentreOfCost() {
    GapLoad sum = load(10, 100, 500).plus(2, load(30, 50, 900), 12);
    assertThat(sum.window(0)).isEqualTo(2 * (2 * 10 + 12 * 30));
    assertThat(sum.gaps()).containsExactly(2 * 100 + 12 * 50);
    assertThat(sum.middles()).containsExactly((200 * 500 + 600 * 900) / 800.0);
  }

  @Test
  void aGapWithoutCostKeepsItsMiddle() {
    assertThat(load(10, 100, 500).plus(0, load(30, 0, 900), 12).middles()).containsExactly(500);
  }

  @Test
  void loadsAreUsedOnlyIfNoWindowAndNoGapHasNone() {
    assertThat(load(10, 100, 500).isPositive()).isTrue();
    assertThat(load(10, -1, 500).isPositive()).isFalse();
    assertThat(load(0, 100, 500).isPositive()).isFalse();
  }
}
