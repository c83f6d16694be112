// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One every 100 beats, 10 beats long, or five beats after the last request. */
class RefreshTest {
  private static final long NONE = -1;

  private final Refresh refresh = refresh(0, 1);

  private static Refresh refresh(int channel, int count) {
    return new Refresh(100, 10, 5, Refresh.offset(100, channel, count));
  }

  @Test
  @DisplayName("channels are refreshed at different times, spread over the interval")
  void channelsAreRefreshedAtDifferentTimesSpreadOverTheInterval() {
    long[] ends = new long[4];
    for (int i = 0; i < 4; i++) {
      ends[i] = refresh(i, 4).by(0, 105);
    }
    assertThat(ends).containsExactly(60, 35, 85, 22);
  }

  @Test
  void aWalkFromChannelToChannelMeetsARefreshNoMoreOftenThanItsShareOfTime() {
    long met = 0;
    long walks = 0;
    for (int step = 1; step < 64; step++) {
      for (int time = 11; time < 100; time++) {
        long now = 1000;
        for (int k = 0; k < 64; k++) { // who meets a refresh waits for its end and goes on
          long end = refresh(k * step % 64, 64).by(0, now);
          met += end > now ? 1 : 0;
          now = Math.max(now, end) + time;
          walks++;
        }
      }
    }
    assertThat(100.0 * met / walks)
        .isBetween(7.0, 12.0); // 10 of 100 beats, some of them waited for
  }

  @Test
  @DisplayName("while requests wait, a refresh is made before the next one")
  void whileRequestsWaitARefreshIsMadeBeforeTheNextOne() {
    assertThat(refresh.by(99, 99)).isEqualTo(NONE);
    assertThat(refresh.by(150, 150)).isEqualTo(160);
    assertThat(refresh.by(160, 160)).isEqualTo(NONE);
    assertThat(refresh.by(250, 250)).isEqualTo(260);
    assertThat(refresh.by(450, 450)).as("two").isEqualTo(470);
  }

  @Test
  @DisplayName("an idle channel makes what is due after some time, and is then refreshed when due")
  void anIdleChannelMakesWhatIsDueAfterSomeTimeAndIsThenRefreshedWhenDue() {
    assertThat(refresh.by(98, 102)).as("not idle for long enough").isEqualTo(112);
    assertThat(refresh.by(198, 290)).as("due at 200, made from 203 on").isEqualTo(213);
    assertThat(refresh.by(290, 1205)).as("the last of ten").isEqualTo(1210);
    assertThat(refresh.isQuiet(1299)).isTrue();
    assertThat(refresh.isQuiet(1300)).isFalse();
  }

  @Test
  @DisplayName("over a long time of requests a refresh is made for every interval")
  void overALongTimeOfRequestsARefreshIsMadeForEveryInterval() {
    long free = 0;
    int made = 0;
    for (int i = 0; i < 10_000; i++) {
      long end = refresh.by(free, free);
      made += end < 0 ? 0 : 1;
      free = Math.max(free, end) + 7;
    }
    assertThat(made).isBetween((int) (free / 100) - 1, (int) (free / 100));
  }

  @Test
  @DisplayName("where a refresh takes as long as the interval, one is made before each request")
  void whereARefreshTakesAsLongAsTheIntervalOneIsMadeBeforeEachRequest() {
    Refresh tooLong = new Refresh(4, 1_000_000, 0, 4);
    assertThat(tooLong.by(500, 500)).isEqualTo(1_000_500);
    assertThat(tooLong.by(1_000_500, 1_000_500)).isEqualTo(2_000_500);
  }

  @Test
  @DisplayName("a memory without refresh is never looked at")
  void aMemoryWithoutRefreshIsNeverLookedAt() {
    Refresh never = new Refresh(0, 0, 0, 1);
    assertThat(never.isQuiet(Long.MAX_VALUE)).isTrue();
  }
}
