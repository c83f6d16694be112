// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is told of ports' time, in intervals that become longer. */
class ActivityCollectorTest {
  private enum Cause implements IssueCause {
    ISSUED,
    WAITS;

    @Override
    public CommonCause common() {
      return this == ISSUED ? CommonCause.ISSUED : CommonCause.MEMORY_LATENCY;
    }

    @Override
    public String meaning() {
      return "test";
    }
  }

  private final ActivityCollector collector = new ActivityCollector(List.of(Cause.values()));

  private void tell(int partition, Cause cause, long start, long end, long ticks) {
    Timeline.Recorder recorder = collector.recorder(partition);
    int track = recorder.detail("cu[0]", cause.statistic());
    recorder.slice(track, SliceKind.PORT_TIME, start, end, 0, ticks);
  }

  @Test
  @DisplayName("intervals are those of the launch's own time, and parts of partitions add up")
  void intervalsAreThoseOfTheLaunchsOwnTimeAndPartsOfPartitionsAddUp() {
    collector.begins(1000);
    tell(0, Cause.ISSUED, 1000, 1064, 64);
    tell(1, Cause.ISSUED, 1000, 1128, 100);
    tell(1, Cause.WAITS, 1096, 1128, 7);
    collector.ends(1160);
    ActivityTimes a = collector.result(160);
    assertThat(a.width()).isEqualTo(64);
    assertThat(a.length()).isEqualTo(160);
    assertThat(a.ticks()[0]).containsExactly(64 + 50, 50, 0);
    assertThat(a.ticks()[1]).containsExactly(0, 7, 0);
    assertThat(a.lasts(0)).isEqualTo(64);
    assertThat(a.lasts(2)).isEqualTo(32);
    assertThat(a.starts()).containsExactly(0);
  }

  @Test
  @DisplayName("a launch stands behind the one before it, whatever lay between them")
  void aLaunchStandsBehindTheOneBeforeItWhateverLayBetweenThem() {
    collector.begins(5);
    tell(0, Cause.ISSUED, 5, 69, 64);
    collector.ends(69);
    collector.begins(1_000_000);
    tell(0, Cause.WAITS, 1_000_000, 1_000_064, 3);
    collector.ends(1_000_064);
    ActivityTimes a = collector.result(128);
    assertThat(a.ticks()).isDeepEqualTo(new long[][] {{64, 0}, {0, 3}});
    assertThat(a.starts()).containsExactly(0, 64);
  }

  @Test
  @DisplayName("of a long time intervals become longer, never many, and no tick is lost")
  void ofALongTimeIntervalsBecomeLongerNeverManyAndNoTickIsLost() {
    collector.begins(0);
    long sum = 0;
    for (int i = 0; i < 50_000; i++) {
      tell(i % 3, Cause.ISSUED, 64L * i, 64L * i + 64, i % 65);
      sum += i % 65;
    }
    tell(0, Cause.WAITS, 0, 4_000_000_000L, 4_000_000_000L);
    collector.ends(4_000_000_000L);
    ActivityTimes a = collector.result(4_000_000_000L);
    assertThat(a.intervals()).isBetween(IntervalSums.MOST / 2, IntervalSums.MOST);
    assertThat(Arrays.stream(a.ticks()[0]).sum()).isEqualTo(sum);
    assertThat(a.ticks()[1][0]).isEqualTo(a.width());
    assertThat(a.ticks()[1][a.intervals() - 1]).isEqualTo(a.lasts(a.intervals() - 1));
    assertThat(Arrays.stream(a.ticks()[1]).sum()).isEqualTo(4_000_000_000L);
  }

  @Test
  @DisplayName(
      "other intervals than those of ports are not wanted, and of no launch there is nothing")
  void otherIntervalsThanThoseOfPortsAreNotWantedAndOfNoLaunchThereIsNothing() {
    Timeline.Recorder recorder = collector.recorder(0);
    assertThat(recorder.track("cu[0]", "wavefront 0")).isEqualTo(Timeline.UNSEEN);
    assertThat(recorder.detail("l2[0]", "request 0")).isEqualTo(Timeline.UNSEEN);
    assertThat(collector.result(0)).isNull();
    collector.begins(0);
    tell(0, Cause.ISSUED, 0, 64, 64);
    collector.ends(64);
    collector.clear();
    assertThat(collector.result(64)).isNull();
  }

  @Test
  void aGapStandsWhereItsLaunchLeavesWorkOutAndTakesTheTimeThatIsMissing() {
    collector.begins(100);
    tell(0, Cause.ISSUED, 100, 164, 64);
    collector.ends(164);
    collector.begins(500);
    tell(0, Cause.ISSUED, 500, 564, 64);
    collector.gap(532);
    collector.ends(564);
    ActivityTimes.Gaps gaps = collector.result(1128).gaps();
    assertThat(gaps.at()).containsExactly(64 + 32);
    assertThat(gaps.ticks()).isEqualTo(1000);
    assertThat(collector.result(100).gaps().ticks()).as("never negative").isZero();
  }
}
