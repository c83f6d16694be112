// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AccessTest {
  private final Access access = new Access();

  @Test
  @DisplayName("a window of an affine access is affine from its own first lane")
  void windowOfAffine() {
    access.setAffine(-1L, 64, 4, 1000, 8);
    access.window(16, 16);
    assertThat(access.isAffine(8)).isTrue();
    assertThat(access.origin()).isEqualTo(1000 + 16 * 8);
    assertThat(access.address(3)).isEqualTo(1000 + 19 * 8);
    assertThat(access.active()).isEqualTo(16);
    access.widen(64);
    assertThat(access.address(63)).isEqualTo(1000 + 63 * 8);
  }

  @Test
  @DisplayName("one active lane fits any stride, and the wavefront's own stride survives")
  void singleLane() {
    access.setAffine(0b1001_0000_0000_0000_0001L, 32, 4, 64, 4);
    access.window(0, 16);
    assertThat(access.active()).isEqualTo(1);
    assertThat(access.isAffine(16)).isTrue();
    assertThat(access.origin()).isEqualTo(64);
    access.widen(32);
    assertThat(access.stride()).isEqualTo(4);
    assertThat(access.address(16)).isEqualTo(64 + 16 * 4);
  }

  @Test
  @DisplayName("lanes are walked in order, idle ones left out")
  void lanesAreWalkedInOrderIdleOnesLeftOut() {
    access.setAffine(1L << 63 | 0b101, 64, 4, 0, 4);
    assertThat(access.firstLane()).isZero();
    assertThat(access.nextLane(0)).isEqualTo(2);
    assertThat(access.nextLane(2)).isEqualTo(63);
    assertThat(access.nextLane(63)).isEqualTo(-1);
    access.window(16, 16);
    assertThat(access.firstLane()).isEqualTo(-1);
  }

  @Property
  void scatteredWindowsFindTheAffineCase(
      @ForAll long mask,
      @ForAll @IntRange(min = -64, max = 64) int stride,
      @ForAll @IntRange(min = 0, max = 3) int quarter,
      @ForAll boolean spoil) {
    long base = 1 << 20;
    for (int k = 0; k < 64; k++) {
      access.addresses()[k] = base + (long) stride * k;
    }
    int first = 16 * quarter;
    long bits = mask >>> first & 0xFFFF;
    boolean spoilt = spoil && Long.bitCount(bits) > 2;
    if (spoilt) {
      access.addresses()[first + Long.numberOfTrailingZeros(bits)] += 1;
    }
    access.setScattered(mask, 64, 4);
    access.window(first, 16);
    assertThat(access.mask()).isEqualTo(bits);
    if (bits != 0) {
      assertThat(access.isAffine()).isEqualTo(!spoilt);
    }
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      assertThat(access.address(lane)).isEqualTo(access.addresses()[first + lane]);
    }
  }
}
