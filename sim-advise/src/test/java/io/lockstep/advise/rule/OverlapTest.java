// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What overlapping transfers with kernels gains at most. */
class OverlapTest {
  @Test
  @DisplayName("with one engine the longer of kernels and all transfers remains")
  void withOneEngineTheLongerOfKernelsAndAllTransfersRemains() {
    assertThat(Overlap.gain(180, 60, 60, 30, 1)).isEqualTo(2);
    assertThat(Overlap.gain(160, 100, 30, 30, 1)).isEqualTo(1.6);
  }

  @Test
  @DisplayName("with two engines directions overlap, too")
  void withTwoEnginesDirectionsOverlapToo() {
    assertThat(Overlap.gain(150, 60, 60, 30, 2)).isEqualTo(2.5);
  }

  @Test
  void whatTheHostTakesForLaunchesRemains() {
    assertThat(Overlap.gain(100, 10, 10, 0, 1)).isEqualTo(1.25);
  }

  @Test
  @DisplayName(
      "without an engine, without transfers, and where all is overlapped, nothing is gained")
  void withoutAnEngineWithoutTransfersAndWhereAllIsOverlappedNothingIsGained() {
    assertThat(Overlap.gain(160, 60, 60, 30, 0)).isEqualTo(1);
    assertThat(Overlap.gain(90, 60, 0, 0, 1)).isEqualTo(1);
    assertThat(Overlap.gain(100, 95, 100, 0, 1)).isEqualTo(1);
  }
}
