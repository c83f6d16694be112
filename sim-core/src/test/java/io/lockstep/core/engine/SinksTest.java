// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which sink sees what, in which order, and whose failure reaches the caller. */
class SinksTest {
  private final Simulation simulation = Simulation.builder().build();
  private final Partitions partitions = new Partitions();
  private final Sinks sinks = new Sinks(partitions);
  private final List<String> seen = new ArrayList<>();
  private final EventSink sink =
      (tick, kind, batch) -> {
        for (int i = 0; i < batch.size(); i++) {
          seen.add(tick + " " + simulation.path(batch.component(i)));
        }
      };

  /** A partition with an event at each of some ticks. */
  private Partition part(String name, long... ticks) {
    Partition partition = simulation.partition(name);
    partitions.add(partition);
    sinks.watch(partition);
    EventKind kind = partition.kind("kind", Phase.WORK, (tick, c, a) -> {});
    int component = partition.component(name);
    for (long tick : ticks) {
      partition.at(tick, kind, component, 0);
    }
    return partition;
  }

  @Test
  @DisplayName("polled sinks see lower partitions first, and only those that are asked")
  void polledSinksSeeLowerPartitionsFirst() {
    assertThat(sinks.arePolled()).isFalse();
    Partition a = part("a", 9);
    sinks.attach(sink, SinkThread.SAME, 1);
    assertThat(sinks.arePolled()).isTrue();
    part("b", 2, 3).runWindow(100, 1, false);
    a.runWindow(100, 1, false);
    assertThat(seen).isEmpty();
    sinks.poll(1);
    assertThat(seen).containsExactly("9 a");
    sinks.poll(2);
    assertThat(seen).containsExactly("9 a", "2 b", "3 b");
  }

  @Test
  @DisplayName("a helper's sink has seen everything when it is drained, and need not be polled")
  void aHelpersSinkHasSeenEverythingWhenItIsDrained() {
    Partition a = part("a", 1, 5);
    sinks.attach(sink, SinkThread.OWN, 1);
    assertThat(sinks.arePolled()).isFalse();
    Partition b = part("b", 2);
    sinks.begin();
    b.runWindow(100, 1, false);
    a.runWindow(100, 1, false);
    sinks.windowOver();
    sinks.drain();
    sinks.end();
    sinks.close();
    assertThat(seen).containsExactly("1 a", "5 a", "2 b");
  }

  @Test
  @DisplayName("what a helper's sink throws reaches who drains")
  void whatAHelpersSinkThrowsReachesWhoDrains() {
    Partition a = part("a", 1);
    sinks.attach(
        (tick, kind, batch) -> {
          throw new IllegalStateException("disk full");
        },
        SinkThread.OWN,
        1);
    sinks.begin();
    a.runWindow(100, 1, false);
    assertThatThrownBy(sinks::drain).hasMessage("disk full");
    assertThatThrownBy(sinks::windowOver).hasMessage("disk full");
    sinks.end();
    sinks.close();
  }
}
