// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.spec.Ideal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdealStepsTest {
  @Test
  void cachesComeAfterBandwidthAndLatencyWhereverTheyStand() {
    List<Ideal> players =
        List.of(Ideal.LANES, Ideal.MEMORY_LATENCY, Ideal.CACHES, Ideal.DRAM_BANDWIDTH);
    assertThat(IdealSteps.before(players)).containsExactly(0, 0, 0b1010, 0);
  }

  @Test
  void whereOneOfThemIsNoPlayerTheOtherPrecedes() {
    assertThat(IdealSteps.before(List.of(Ideal.CACHES, Ideal.DRAM_BANDWIDTH)))
        .containsExactly(0b10, 0);
    assertThat(IdealSteps.before(List.of(Ideal.CACHES))).containsExactly(0);
    assertThat(IdealSteps.before(List.of(Ideal.DRAM_BANDWIDTH, Ideal.LANES))).containsExactly(0, 0);
  }

  @Test
  void inOrderEachPlayerFollowsAllBeforeIt() {
    List<Ideal> players = List.of(Ideal.LANES, Ideal.CACHES, Ideal.CONFLICTS, Ideal.RESIDENCY);
    assertThat(IdealSteps.inOrder(players)).containsExactly(0, 0b1, 0b11, 0b111);
  }

  @Test
  void eachStepHasANameOfItsOwn() {
    assertThat(Arrays.stream(Ideal.values()).map(IdealSteps::name))
        .doesNotContainNull()
        .doesNotHaveDuplicates();
  }
}
