// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CostFitTest {
  private static final double[] GROUPS = {480, 480, 480, 480, 480, 480};
  private static final double[] INSTRUCTIONS = {9000, 9100, 9050, 90_000, 9000, 30_000};

  private static double[] ticks(double perGroup, double perInstruction) {
    double[] ticks = new double[GROUPS.length];
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] = perGroup * GROUPS[i] + perInstruction * INSTRUCTIONS[i];
    }
    return ticks;
  }

  private static double[] fit(double[] ticks) {
    return CostFit.of(new double[][] {GROUPS, INSTRUCTIONS}, ticks);
  }

  @Test
  void findsTheCostsOfBothQuantities() {
    double[] costs = fit(ticks(8, 0.1));
    assertThat(costs[0]).isCloseTo(8, within(1e-6));
    assertThat(costs[1]).isCloseTo(0.1, within(1e-8));
  }

  @Test
  void aQuantityThatExplainsNothingHasNoCost() {
    assertThat(fit(ticks(8, 0))).containsExactly(8, 0);
    assertThat(fit(ticks(0, 0.1))[0]).isZero();
  }

  @Test
  void quantitiesThatDependOnEachOtherShareOneCost() {
    double[] costs = CostFit.of(new double[][] {GROUPS, GROUPS}, ticks(8, 0));
    assertThat(costs[0] + costs[1]).isCloseTo(8, within(1e-6));
  }
}
