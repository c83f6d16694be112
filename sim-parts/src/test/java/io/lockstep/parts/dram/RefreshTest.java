package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One every 100 beats, 10 beats long, two may be owed, five beats without requests before one. */
class RefreshTest {
  private static final long NONE = -1;

  private final long[] state = new long[Refresh.SLOTS];
  private final Refresh refresh = new Refresh(100, 10, 2, 5, 0);

  @Test
  @DisplayName("channels are refreshed at different times, spread over the interval")
  void channelsAreRefreshedAtDifferentTimesSpreadOverTheInterval() {
    long[] ends = new long[4];
    for (int i = 0; i < 4; i++) {
      refresh.begin(state, i, 4);
      state[1] = 0;
      ends[i] = refresh.by(state, 0, 105);
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
          refresh.begin(state, k * step % 64, 64);
          state[1] = 0;
          long end = refresh.by(state, 0, now);
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
  @DisplayName("while requests wait, refreshes are postponed, and one too many is made at once")
  void whileRequestsWaitRefreshesArePostponedAndOneTooManyIsMadeAtOnce() {
    refresh.begin(state, 0, 1);
    assertThat(refresh.by(state, 150, 150)).isEqualTo(NONE); // one is owed
    assertThat(refresh.by(state, 250, 250)).isEqualTo(NONE); // two
    assertThat(refresh.by(state, 350, 350)).isEqualTo(360);
    assertThat(refresh.by(state, 360, 360)).isEqualTo(NONE);
    assertThat(refresh.by(state, 450, 450)).isEqualTo(460);
  }

  @Test
  @DisplayName("an idle channel makes up for what it owes, and is then refreshed when due")
  void anIdleChannelMakesUpForWhatItOwesAndIsThenRefreshedWhenDue() {
    refresh.begin(state, 0, 1);
    assertThat(refresh.by(state, 250, 250)).isEqualTo(NONE); // two are owed
    assertThat(refresh.by(state, 250, 254)).isEqualTo(NONE); // not idle for long enough
    assertThat(refresh.by(state, 254, 275)).isEqualTo(279); // two, from beat 259 on
    assertThat(refresh.by(state, 279, 1205)).isEqualTo(1210); // the last of nine
    assertThat(state[0]).isEqualTo(1300);
    assertThat(refresh.isQuiet(state, 1299)).isTrue();
  }

  @Test
  @DisplayName("over a long time of requests a refresh is made for every interval")
  void overALongTimeOfRequestsARefreshIsMadeForEveryInterval() {
    refresh.begin(state, 0, 1);
    long free = 0;
    int made = 0;
    for (int i = 0; i < 10_000; i++) {
      long end = refresh.by(state, free, free);
      made += end < 0 ? 0 : 1;
      free = Math.max(free, end) + 7;
    }
    assertThat(made).isBetween((int) (free / 100) - 3, (int) (free / 100) - 1);
  }

  @Test
  @DisplayName("where a refresh takes as long as the interval, one is made before each request")
  void whereARefreshTakesAsLongAsTheIntervalOneIsMadeBeforeEachRequest() {
    Refresh tooLong = new Refresh(4, 1_000_000, 8, 0, 0);
    tooLong.begin(state, 0, 1);
    assertThat(tooLong.by(state, 500, 500)).isEqualTo(1_000_500);
    assertThat(tooLong.by(state, 1_000_500, 1_000_500)).isEqualTo(2_000_500);
  }

  @Test
  @DisplayName("a memory without refresh is never looked at")
  void aMemoryWithoutRefreshIsNeverLookedAt() {
    Refresh never = new Refresh(0, 0, 8, 0, 0);
    never.begin(state, 0, 1);
    assertThat(never.isQuiet(state, Long.MAX_VALUE)).isTrue();
  }
}
