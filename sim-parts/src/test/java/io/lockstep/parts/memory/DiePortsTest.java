// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.parts.rate.Rate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DiePortsTest {
  private static final Rate MEASURED = Rate.perTick(345); // bytes a clock of 2.1 GHz

  private static DiePorts ports(int dies) {
    return new DiePorts(MEASURED, new Rig.Map(16, 128, 256, dies));
  }

  /** Bytes a second of sets that each die reads through all its slices at once. */
  private static double rate(int dies) {
    DiePorts ports = ports(dies);
    int lines = 1 << 14;
    long last = 0;
    for (int i = 0; i < lines; i++) {
      for (int die = 0; die < dies; die++) {
        last = Math.max(last, ports.book(16 * die + i % 16, 0, 128));
      }
    }
    return 128.0 * lines * dies / (last / 2.1e9);
  }

  @Test
  @DisplayName(
      "eight dies read 5,400 GiB/s of the memory-side cache, six dies three quarters of it")
  void eightDiesReadWhatWasMeasuredSixThreeQuarters() {
    assertThat(rate(8) / (1L << 30)).isCloseTo(5_400, within(10.0));
    assertThat(rate(6) / rate(8)).isCloseTo(0.75, within(1e-3));
  }

  @Test
  @DisplayName("slices of one die share its port, those of another have their own")
  void slicesOfOneDieShareItsPort() {
    DiePorts ports = ports(2);
    assertThat(ports.book(0, 100, 690)).isEqualTo(102);
    assertThat(ports.book(15, 100, 345)).as("the same die").isEqualTo(103);
    assertThat(ports.backlog(7, 100)).isEqualTo(3);
    assertThat(ports.book(16, 100, 345)).as("the other die").isEqualTo(101);
    assertThat(ports.backlog(0, 110)).as("idle again").isNegative();
  }
}
