// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BarriersTest {
  @Test
  void aBarrierOpensWithTheLastWavefront() {
    Barriers barriers = new Barriers(2);
    barriers.start(1, 3);
    assertThat(barriers.arrive(1)).isFalse();
    assertThat(barriers.arrive(1)).isFalse();
    assertThat(barriers.waiting(1)).isEqualTo(2);
    assertThat(barriers.arrive(1)).isTrue();
    assertThat(barriers.waiting(1)).isZero();
    assertThat(barriers.waits()).isEqualTo(2);
  }

  @Test
  void aWavefrontThatEndsCountsAsArrived() {
    Barriers barriers = new Barriers(1);
    barriers.start(0, 2);
    barriers.arrive(0);
    assertThat(barriers.end(0)).isTrue();
    assertThat(barriers.alive(0)).isEqualTo(1);
    assertThat(barriers.end(0)).isFalse();
    barriers.resetCounters();
    assertThat(barriers.waits()).isZero();
  }

  @Test
  void aGroupOfOneWavefrontNeverWaits() {
    Barriers barriers = new Barriers(1);
    barriers.start(0, 1);
    assertThat(barriers.arrive(0)).isTrue();
    assertThat(barriers.waits()).isZero();
  }

  @Test
  void aBarrierOfAPartCountsItsOwnArrivals() {
    Barriers barriers = new Barriers(1);
    barriers.start(0, 4);
    assertThat(barriers.arrive(0)).isFalse();
    assertThat(barriers.arrive(0, 1, 2, false)).isFalse();
    assertThat(barriers.isOpen(0, 1)).isFalse();
    assertThat(barriers.arrive(0, 1, 2, true)).isTrue();
    assertThat(barriers.isOpen(0, 1)).isTrue();
    assertThat(barriers.isOpen(0, 0)).isFalse();
    assertThat(barriers.waits()).isEqualTo(1); // the one of the whole group
  }

  @Test
  void aWavefrontThatEndsDoesNotCountForAPart() {
    Barriers barriers = new Barriers(1);
    barriers.start(0, 3);
    barriers.arrive(0, 5, 2, true);
    barriers.arrive(0, 6, 0, true);
    assertThat(barriers.end(0)).isFalse();
    assertThat(barriers.end(0)).isTrue();
    assertThat(barriers.isOpen(0, 6)).isTrue();
    assertThat(barriers.isOpen(0, 5)).isFalse();
  }
}
