// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What queues and transfers did, in intervals that become longer. */
class StreamCollectorTest {
  private final StreamCollector collector =
      new StreamCollector(List.of("queue 0", "queue 1", "uploads"));

  @Test
  @DisplayName("rows have their operations by kind, from the begin of the measured time on")
  void rowsHaveTheirOperationsByKindFromTheBeginOfTheMeasuredTimeOn() {
    collector.begins(1000);
    collector.add(2, "upload", 1010, 1030, 200);
    collector.add(0, "scan", 1030, 1060, 0);
    collector.add(0, "fill", 1000, 1004, 8);
    StreamActivity a = collector.result(100);
    assertThat(a.width()).isEqualTo(1);
    assertThat(a.intervals()).isEqualTo(100);
    assertThat(a.rows()).extracting(StreamActivity.Row::name).containsExactly("queue 0", "uploads");
    StreamActivity.Part fill = a.rows().get(0).parts().get(0);
    StreamActivity.Part scan = a.rows().get(0).parts().get(1);
    StreamActivity.Part upload = a.rows().get(1).parts().get(0);
    assertThat(fill.what()).isEqualTo("fill");
    assertThat(Arrays.copyOf(fill.busy(), 5)).containsExactly(1, 1, 1, 1, 0);
    assertThat(Arrays.copyOf(fill.bytes(), 5)).containsExactly(2, 2, 2, 2, 0);
    assertThat(Arrays.copyOfRange(scan.busy(), 29, 31)).containsExactly(0, 1);
    assertThat(Arrays.stream(scan.busy()).sum()).isEqualTo(30);
    assertThat(scan.bytes()).containsOnly(0);
    assertThat(Arrays.copyOfRange(upload.bytes(), 9, 11)).containsExactly(0, 10);
  }

  @Test
  @DisplayName("of hours there are few intervals, and no picosecond and no byte is lost")
  void ofHoursThereAreFewIntervalsAndNoPicosecondAndNoByteIsLost() {
    long hour = 3_600_000_000_000_000L;
    for (int i = 0; i < 10_000; i++) {
      collector.add(1, "scan", 7L * i, 7L * i + 3, 0);
    }
    collector.add(2, "upload", 0, hour, 1L << 40);
    collector.add(2, "upload", hour, hour + 1, 5);
    StreamActivity a = collector.result(2 * hour);
    assertThat(a.intervals()).isBetween(IntervalSums.MOST / 2, IntervalSums.MOST);
    StreamActivity.Part scan = a.rows().get(0).parts().get(0);
    StreamActivity.Part upload = a.rows().get(1).parts().get(0);
    assertThat(Arrays.stream(scan.busy()).sum()).isEqualTo(30_000);
    assertThat(Arrays.stream(upload.busy()).sum()).isEqualTo(hour + 1);
    assertThat(Arrays.stream(upload.bytes()).sum()).isEqualTo((1L << 40) + 5);
    assertThat(upload.busy()[0]).isEqualTo(a.width());
    assertThat(upload.bytes()[1])
        .isCloseTo((long) ((1L << 40) * ((double) a.width() / hour)), Offset.offset(2L));
  }

  @Test
  @DisplayName("what comes out does not depend on the order of additions")
  void whatComesOutDoesNotDependOnTheOrderOfAdditions() {
    StreamCollector other = new StreamCollector(List.of("queue 0", "queue 1", "uploads"));
    for (int i = 0; i < 1000; i++) {
      int j = 999 - i;
      collector.add(i % 3, "k" + i % 5, 50L * i, 50L * i + 37, i);
      other.add(j % 3, "k" + j % 5, 50L * j, 50L * j + 37, j);
    }
    StreamActivity a = collector.result(60_000);
    StreamActivity b = other.result(60_000);
    assertThat(b).usingRecursiveComparison().isEqualTo(a);
  }

  @Test
  @DisplayName("another pass begins with nothing, and of nothing there is no activity")
  void anotherPassBeginsWithNothingAndOfNothingThereIsNoActivity() {
    assertThat(collector.result(10)).isNull();
    collector.add(0, "scan", 0, 5, 0);
    assertThat(collector.result(10)).isNotNull();
    collector.begins(5);
    assertThat(collector.result(10)).isNull();
  }
}
