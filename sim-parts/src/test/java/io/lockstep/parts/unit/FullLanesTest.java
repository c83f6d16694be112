// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Ports of which no lane is idle. */
class FullLanesTest {
  private static final Ideals LANES = Ideals.of(Set.of(Ideal.LANES));

  @Property(tries = 50)
  @Label("instructions cost, in whole issues, the lanes that were active by the width")
  void theCostIsThatOfActiveLanes(@ForAll long seed) {
    FullLanes full = FullLanes.where(LANES, 2, 64);
    Random random = new Random(seed);
    long lanes = 0;
    long cost = 0;
    for (int i = 0; i < 100; i++) {
      int instructions = 1 + random.nextInt(5);
      long mask = random.nextLong();
      lanes += (long) instructions * Long.bitCount(mask);
      cost += full.cost(1, instructions, mask);
      assertThat(cost).isEqualTo(lanes / 64);
    }
    assertThat(full.cost(0, 1, -1L)).as("another port").isEqualTo(1);
  }

  @Test
  @DisplayName("full wavefronts cost what they do; a device that is not ideal has no such ports")
  void fullWavefrontsCostWhatTheyDo() {
    assertThat(FullLanes.where(LANES, 1, 32).cost(0, 7, 0xFFFFFFFFL)).isEqualTo(7);
    assertThat(FullLanes.where(Ideals.NONE, 1, 32)).isNull();
  }
}
