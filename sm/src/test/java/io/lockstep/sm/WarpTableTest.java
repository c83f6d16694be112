// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The words of a warp, of which each may change without its neighbours. */
class WarpTableTest {
  private static final int WARP = 2;
  private static final int[] NEIGHBOURS = {1, 3};

  private final WarpTable warps = new WarpTable(4);

  @BeforeEach
  void start() {
    for (int w = 0; w < warps.slots(); w++) {
      warps.started(w, 100);
      warps.rows(w, 7, 9);
    }
  }

  private void expect(long ready, SmIssueCause why) {
    assertThat(warps.ready[WARP]).isEqualTo(ready);
    assertThat(warps.cause(WARP)).isEqualTo(why.ordinal());
  }

  @Test
  @DisplayName("rows are passed up to the end of the block")
  void rowsArePassedUpToTheEndOfTheBlock() {
    warps.row(WARP, 8);
    assertThat(warps.row(WARP)).isEqualTo(8);
    assertThat(warps.isAtEnd(WARP)).isFalse();
    warps.row(WARP, 9);
    assertThat(warps.isAtEnd(WARP)).isTrue();
    for (int other : NEIGHBOURS) {
      assertThat(warps.row(other)).isEqualTo(7);
    }
  }

  @Test
  @DisplayName("a row waits for the latest of its stall count and the counters in its mask")
  void aRowWaitsForTheLatest() {
    warps.stalls(WARP, 104);
    warps.counts(WARP, 0, 110, false);
    warps.counts(WARP, 1, 120, true);
    warps.counts(WARP, 2, 130, false);
    warps.waits(WARP, 5, 0);
    expect(104, SmIssueCause.WAIT);
    warps.waits(WARP, 5, 0b001);
    expect(110, SmIssueCause.SHORT_SCOREBOARD);
    warps.waits(WARP, 6, 0b011);
    expect(120, SmIssueCause.LONG_SCOREBOARD);
    assertThat(warps.waitsAt(WARP)).isEqualTo(6);
    warps.counts(WARP, 1, 115, false);
    warps.waits(WARP, 6, 0b011);
    expect(120, SmIssueCause.SHORT_SCOREBOARD);
    warps.holds(WARP, 140, SmIssueCause.MEMBAR);
    warps.holds(WARP, 135, SmIssueCause.BARRIER);
    warps.waits(WARP, 6, 0b111);
    expect(140, SmIssueCause.MEMBAR);
  }

  @Test
  @DisplayName("a counter without a known tick holds a warp until its last operation arrives")
  void aCounterHoldsUntilTheLastArrives() {
    int most = 200;
    for (int i = 0; i < most; i++) {
      warps.awaits(WARP, WarpTable.STORES);
    }
    warps.counts(WARP, WarpTable.STORES, 300, true);
    for (int i = 0; i < most; i++) {
      warps.waits(WARP, 7, WarpTable.STORES_MASK);
      expect(WarpTable.NEVER, SmIssueCause.LONG_SCOREBOARD);
      warps.arrived(WARP, WarpTable.STORES, 400 - i);
    }
    warps.waits(WARP, 7, WarpTable.STORES_MASK);
    expect(400, SmIssueCause.LONG_SCOREBOARD);
    assertThat(warps.known(WARP, WarpTable.STORES)).isEqualTo(400);
  }

  @Test
  @DisplayName("a side that is skipped, a reason and a row do not change each other")
  void partsOfAWordAreIndependent() {
    warps.skips(WARP, true);
    warps.stalls(WARP, 105);
    warps.waits(WARP, 1_000_000, 0); // a row
    assertThat(warps.skips(WARP)).isTrue();
    warps.waits(WARP, WarpTable.NEVER, SmIssueCause.BARRIER);
    expect(WarpTable.NEVER, SmIssueCause.BARRIER);
    assertThat(warps.waitsAt(WARP)).isEqualTo(1_000_000);
    warps.skips(WARP, false);
    assertThat(warps.skips(WARP)).isFalse();
    assertThat(warps.floor(WARP)).isEqualTo(105);
    warps.waits(WARP, 3, 0);
    expect(105, SmIssueCause.WAIT);
  }

  @Test
  @DisplayName("the next warp of a slot starts without its predecessor's counters")
  void theNextWarpStartsWithoutCounters() {
    warps.awaits(WARP, 1);
    warps.skips(WARP, true);
    int before = warps.generation(WARP);
    warps.started(WARP, 500);
    warps.waits(WARP, 0, 0b10);
    expect(500, SmIssueCause.WAIT);
    assertThat(warps.skips(WARP)).isFalse();
    assertThat(warps.generation(WARP)).isEqualTo(before + 1);
  }
}
