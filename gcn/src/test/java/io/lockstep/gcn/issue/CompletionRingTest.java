// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CompletionRingTest {
  private final CompletionRing ring = new CompletionRing(2, 3);

  @Test
  @DisplayName("at most k outstanding: the latest of all but the youngest k")
  void atMostKOutstandingTheLatestOfAllButTheYoungestK() {
    ring.add(1, 30);
    ring.add(1, 10);
    ring.add(1, 20);
    assertThat(ring.when(1, 3)).isZero();
    assertThat(ring.when(1, 2)).isEqualTo(30);
    assertThat(ring.when(1, 0)).isEqualTo(30);
    ring.retire(1, 2);
    assertThat(ring.when(1, 1)).isEqualTo(10);
    assertThat(ring.when(1, 0)).isEqualTo(20);
    assertThat(ring.size(1)).isEqualTo(2);
    assertThat(ring.size(0)).as("the other wavefront").isZero();
  }

  @Test
  @DisplayName("an unknown completion holds everything up until it is entered, round the ring too")
  void anUnknownCompletionHoldsEverythingUpUntilItIsEntered() {
    for (int round = 0; round < 7; round++) {
      ring.add(0, 5);
      int place = ring.add(0, CompletionRing.UNKNOWN);
      ring.add(0, 6);
      assertThat(ring.when(0, 0)).isEqualTo(CompletionRing.UNKNOWN);
      assertThat(ring.when(0, 2)).isEqualTo(5);
      ring.complete(0, place, 40 + round);
      assertThat(ring.when(0, 0)).isEqualTo(40 + round);
      ring.retire(0, 1);
      assertThat(ring.when(0, 0)).isEqualTo(6);
      ring.retire(0, round % 2);
      if (round % 2 == 1) {
        ring.retire(0, 0);
      }
    }
  }

  @Test
  @DisplayName("a counter of two bits counts to three")
  void aCounterOfTwoBitsCountsToThree() {
    for (int i = 0; i < 3; i++) {
      assertThat(ring.isFull(0)).isFalse();
      ring.add(0, i);
    }
    assertThat(ring.isFull(0)).isTrue();
    assertThat(ring.isFull(1)).isFalse();
    ring.retire(0, 2);
    assertThat(ring.isFull(0)).isFalse();
  }
}
