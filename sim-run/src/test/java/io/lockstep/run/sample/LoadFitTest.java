// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LoadFitTest {
  private static final GapLoad GROUPS = load(1000, 10, 10, 10, 10);
  private static final GapLoad INSTRUCTIONS = load(90_000, 100, 300, 600, 900);
  private static final GapLoad ACCESSES = load(50_000, 100, 200, 700, 900);

  private static GapLoad load(double gap, double... halves) {
    double[] gaps = {gap, gap, gap};
    return new GapLoad(halves, halves, gaps, new double[] {500, 1500, 2500});
  }

  private static LoadFit fit(GapLoad quantity, long... ticks) {
    return LoadFit.of(GROUPS, quantity, ticks, ticks);
  }

  @Test
  void aLoadIsInTicks() {
    LoadFit fit = fit(INSTRUCTIONS, 250, 650, 1250, 1850);
    assertThat(fit.load().first()[1]).isCloseTo(650, within(1e-6));
    assertThat(fit.load().gaps()[0]).isCloseTo(5 * 1000 + 2 * 90_000, within(1e-3));
  }

  @Test
  void theQuantityThatExplainsTheTicksIsBetter() {
    long[] ticks = {250, 650, 1250, 1850};
    assertThat(fit(INSTRUCTIONS, ticks).isBetter(fit(ACCESSES, ticks))).isTrue();
    assertThat(fit(ACCESSES, ticks).isBetter(fit(INSTRUCTIONS, ticks))).isFalse();
  }

  @Test
  void ofTwoQuantitiesThatExplainTheTicksAlikeNoneIsBetter() {
    long[] ticks = {250, 550, 1350, 1850};
    LoadFit one = fit(INSTRUCTIONS, ticks);
    LoadFit other = fit(ACCESSES, ticks);
    assertThat(one.isBetter(other)).isFalse();
    assertThat(other.isBetter(one)).isFalse();
  }

  @Test
  void aFitWithANegativeLoadIsTheWorst() {
    GapLoad none = load(-20_000, 100, 300, 600, 900);
    long[] ticks = {250, 650, 1250, 1850};
    LoadFit negative = fit(none, ticks);
    assertThat(negative.squares()).isInfinite();
    assertThat(fit(ACCESSES, ticks).isBetter(negative)).isTrue();
    assertThat(negative.load().first()).containsExactly(none.first());
  }
}
