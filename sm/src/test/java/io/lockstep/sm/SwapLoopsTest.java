// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import org.junit.jupiter.api.Test;

class SwapLoopsTest {
  private static Access access(long mask, long stride) {
    Access access = new Access();
    access.setAffine(mask, 32, 4, 0, stride);
    return access;
  }

  @Test
  void ofLanesOnOneWordOneSwapSucceeds() {
    SwapLoops loops = new SwapLoops(2, true);
    loops.begin();
    loops.loads(0);
    assertThat(loops.swap(0, 0, access(0b1111, 0))).isTrue();
    assertThat(loops.lanes(0)).isEqualTo(0b1110);
    loops.loads(0);
    assertThat(loops.swap(0, 0, access(0b1000, 0))).isFalse();
    assertThat(loops.lanes(0)).isZero();
  }

  @Test
  void lanesOnDifferentWordsDoNotDisturbEachOther() {
    SwapLoops loops = new SwapLoops(1, true);
    loops.begin();
    loops.loads(0);
    assertThat(loops.swap(0, 0, access(0xFFFF_FFFFL, 4))).isFalse();
  }

  @Test
  void aSwapFailsIfAnotherWarpOfTheGroupSwappedTheWordSinceTheLoad() {
    SwapLoops loops = new SwapLoops(3, true);
    loops.begin();
    loops.loads(0);
    loops.loads(1);
    loops.loads(2);
    assertThat(loops.swap(0, 7, access(1, 0))).isFalse();
    assertThat(loops.swap(1, 7, access(1, 0))).isTrue();
    assertThat(loops.swap(2, 8, access(1, 0))).isFalse(); // another group's memory
    loops.loads(1);
    assertThat(loops.swap(1, 7, access(1, 0))).isFalse();
  }

  @Test
  void withoutConflictsAllSucceed() {
    SwapLoops loops = new SwapLoops(1, false);
    loops.begin();
    loops.loads(0);
    assertThat(loops.swap(0, 0, access(0xFFFF_FFFFL, 0))).isFalse();
  }
}
