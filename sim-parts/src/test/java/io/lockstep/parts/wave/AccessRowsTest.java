// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.unit.ShapeMemo;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AccessRowsTest {
  /** An access by rows shows the same lanes, windows and addresses as one that is spelt out. */
  @Property(tries = 300)
  void rowsAreAShorthand(
      @ForAll long mask,
      @ForAll @IntRange(min = 1, max = 40) int rowLanes,
      @ForAll @IntRange(min = 0, max = 39) int phase,
      @ForAll @IntRange(min = -40, max = 40) int laneStride,
      @ForAll @IntRange(min = -999, max = 999) int rowStride) {
    long active = mask == 0 ? 1 : mask;
    Access rows = new Access();
    rows.setRows(active, 64, 4, 1 << 20, laneStride, rowStride, rowLanes, phase % rowLanes);
    Access spelt = new Access();
    for (int lane = 0; lane < 64; lane++) {
      int at = lane + phase % rowLanes;
      spelt.addresses()[lane] =
          (1 << 20) + (long) (at / rowLanes) * rowStride + (long) (at % rowLanes) * laneStride;
    }
    spelt.setScattered(active, 64, 4);
    for (int width : new int[] {16, 32, 64}) {
      for (int from = 0; from < 64; from += width) {
        rows.window(from, width);
        spelt.window(from, width);
        assertThat(rows.mask()).isEqualTo(spelt.mask());
        assertThat(rows.isAffine()).isEqualTo(spelt.isAffine());
        if (rows.isAffine()) {
          assertThat(rows.stride()).isEqualTo(spelt.stride());
          assertThat(rows.origin()).isEqualTo(spelt.origin());
        }
        for (int lane = rows.firstLane(); lane >= 0; lane = rows.nextLane(lane)) {
          assertThat(rows.address(lane)).isEqualTo(spelt.address(lane));
        }
      }
    }
    rows.widen(64);
    assertThat(rows.isAffine()).isFalse();
    assertThat(rows.isRows()).isTrue();
    rows.setAffine(1, 64, 4, 0, 4);
    assertThat(rows.isRows()).isFalse();
  }

  @Test
  void aMemoKnowsAPatternAtAnotherWordButNotAnotherPattern() {
    ShapeMemo memo = new ShapeMemo(4);
    memo.begin(2);
    Access access = new Access();
    access.setRows(-1, 64, 4, 100, 4, 256, 16, 0);
    assertThat(memo.find(1, access)).isEqualTo(ShapeMemo.NONE);
    memo.put(1, access, 7);
    assertThat(memo.find(0, access)).isEqualTo(ShapeMemo.NONE);
    access.setRows(-1, 64, 4, 108, 4, 256, 16, 0);
    assertThat(memo.find(1, access)).isEqualTo(7);
    access.setRows(-1, 64, 4, 109, 4, 256, 16, 0);
    assertThat(memo.find(1, access)).as("within another word").isEqualTo(ShapeMemo.NONE);
    access.setRows(-1, 64, 4, 100, 4, 256, 16, 8);
    assertThat(memo.find(1, access)).as("another phase").isEqualTo(ShapeMemo.NONE);
    access.setRows(-1, 64, 4, 100, 4, 260, 16, 0);
    assertThat(memo.find(1, access)).as("other rows").isEqualTo(ShapeMemo.NONE);
    memo.begin(2);
    access.setRows(-1, 64, 4, 100, 4, 256, 16, 0);
    assertThat(memo.find(1, access)).as("another launch").isEqualTo(ShapeMemo.NONE);
  }
}
