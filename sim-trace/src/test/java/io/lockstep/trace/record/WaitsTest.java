// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitsTest {
  private static final Waits WAITS =
      new Waits(
          new int[] {1, 1, 1, 4},
          new int[] {0, 2, 2, 0},
          new int[] {0, 1, 0, 4, 8, 9, 3, 7},
          new int[] {5, 0, 9, 20},
          new int[] {3, 0, 1, 2},
          new int[] {
            Waits.flags(false, true),
            Waits.flags(true, false),
            Waits.flags(false, false),
            Waits.flags(true, true)
          });

  @Test
  void theEntriesOfAnExecutionAreFoundTogether() {
    assertThat(WAITS.first(1, 0)).isZero();
    assertThat(WAITS.isOf(WAITS.first(1, 1), 1, 1)).isFalse();
    int entry = WAITS.first(1, 2);
    assertThat(entry).isEqualTo(1);
    assertThat(WAITS.isOf(entry, 1, 2)).isTrue();
    assertThat(WAITS.isOf(entry + 1, 1, 2)).isTrue();
    assertThat(WAITS.isOf(entry + 2, 1, 2)).isFalse();
    assertThat(WAITS.isOf(WAITS.first(4, 1), 4, 1)).isFalse();
  }

  @Test
  void neighboursAccessOneWordOrConsecutiveOnes() {
    assertThat(WAITS.word(0, 0)).isEqualTo(5);
    assertThat(WAITS.word(1, 3)).isEqualTo(3);
    assertThat(WAITS.word(3, 6)).isEqualTo(23);
    assertThat(WAITS.isChange(3)).isTrue();
    assertThat(WAITS.isChange(1)).isFalse();
  }

  @Test
  void onlyAnEntryThatNeedsAChangeIsAWait() {
    assertThat(WAITS.hasNeeds()).isTrue();
    assertThat(Waits.NONE.hasNeeds()).isFalse();
    int[] one = {0};
    assertThat(
            new Waits(one, one, new int[] {0, 1}, one, one, new int[] {Waits.flags(false, true)})
                .hasNeeds())
        .isFalse();
  }
}
