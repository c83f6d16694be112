// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.rate;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WindowedLoadTest {
  private static final long GIGAHERTZ = 1_000_000_000; // a window is 1000 ticks

  @Test
  void equalLoadInEachWindowIsBalanced() {
    WindowedLoad load = new WindowedLoad(4, GIGAHERTZ);
    for (int t = 0; t < 8000; t++) {
      load.add(t % 4, t, 32);
    }
    assertThat(load.total()).isEqualTo(8000 * 32);
    assertThat(load.busiest()).isEqualTo(load.total());
  }

  @Test
  void instancesThatAreBusyOneAfterTheOtherAreImbalancedThoughTheirSumsAreEqual() {
    WindowedLoad load = new WindowedLoad(4, GIGAHERTZ);
    for (int t = 0; t < 8000; t++) {
      load.add(t / 1000 % 4, t, 32);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(load.of(i)).isEqualTo(2000 * 32);
    }
    assertThat(load.busiest()).isEqualTo(4 * load.total());
  }

  @Test
  void windowsAreAMicrosecondToATick() {
    WindowedLoad load = new WindowedLoad(2, 1_350_000_000); // 1350 ticks
    load.add(0, 1349, 1);
    load.add(1, 1350, 1);
    assertThat(load.busiest()).isEqualTo(4);
    load.add(0, 2699, 1);
    assertThat(load.busiest()).isEqualTo(4);
    load.add(0, 2700, 1);
    assertThat(load.busiest()).isEqualTo(6);
  }

  @Property(tries = 200)
  void theBusiestIsBetweenAllLoadAndAllLoadTimesInstances(
      @ForAll @Size(min = 1, max = 60) int[] steps, @ForAll @IntRange(min = 1, max = 9) int n) {
    WindowedLoad load = new WindowedLoad(n, GIGAHERTZ);
    long tick = 0;
    long sum = 0;
    for (int step : steps) {
      tick += Math.floorMod(step, 700);
      load.add(Math.floorMod(step, n), tick, Math.floorMod(step, 129));
      sum += Math.floorMod(step, 129);
    }
    assertThat(load.total()).isEqualTo(sum);
    assertThat(load.busiest()).isBetween(sum, n * sum);
  }

  @Test
  void aResetBeginsAnew() {
    WindowedLoad load = new WindowedLoad(2, GIGAHERTZ);
    load.add(0, 10, 7);
    load.resetCounters();
    assertThat(load.total() + load.busiest()).isZero();
    load.add(1, 20, 5);
    load.add(0, 30, 4); // same window: the other stays the busiest
    assertThat(load.busiest()).isEqualTo(10);
    assertThat(load.of(1)).isEqualTo(5);
    load.add(0, 1000, 4);
    assertThat(load.busiest()).isEqualTo(18);
  }
}
