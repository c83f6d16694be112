// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.queue.EventQueue;
import io.lockstep.core.queue.Phase;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What partitions are together. */
class PartitionsTest {
  private final Simulation simulation = Simulation.builder().build();
  private final Partitions partitions = new Partitions();
  private final Partition left = part("left");
  private final Partition right = part("right");

  private Partition part(String name) {
    Partition partition = simulation.partition(name);
    partitions.add(partition);
    return partition;
  }

  private static void events(Partition partition, long... ticks) {
    EventKind kind =
        partition.kind(
            "kind", Phase.WORK, (tick, c, a) -> partition.retired(tick), ArgumentMeaning.VALUE);
    int component = partition.component(partition.name() + ".unit");
    for (long tick : ticks) {
      partition.at(tick, kind, component, 7);
    }
  }

  @Test
  void withoutPartitionsThereAreNoTimeAndNoEvents() {
    Partitions none = new Partitions();
    assertThat(none.count()).isZero();
    assertThat(none.now()).isZero();
    assertThat(none.nextTick()).isEqualTo(EventQueue.NEVER);
  }

  @Test
  @DisplayName("a partition's place is its id")
  void aPartitionsPlaceIsItsId() {
    assertThat(partitions.count()).isEqualTo(2);
    assertThat(partitions.all()).containsExactly(left, right);
    assertThat(partitions.get(1)).isSameAs(right);
  }

  @Test
  @DisplayName("the next tick is the earliest of any, the time the latest; counts add up")
  void theNextTickIsTheEarliestOfAny() {
    events(left, 30, 40);
    events(right, 20);
    assertThat(partitions.nextTick()).isEqualTo(20);
    for (Partition partition : partitions.all()) {
      partition.runWindow(35, 1, false);
    }
    assertThat(partitions.nextTick()).isEqualTo(40);
    assertThat(partitions.now()).isEqualTo(30);
    assertThat(partitions.events()).isEqualTo(2);
    assertThat(partitions.retired()).isEqualTo(50);
    assertThat(partitions.fingerprint())
        .isEqualTo(left.fingerprint() + right.fingerprint())
        .isNotEqualTo(left.fingerprint());
  }

  @Test
  @DisplayName("time only moves forward, and in all")
  void timeOnlyMovesForwardAndInAll() {
    left.advanceTo(9);
    partitions.advanceTo(5);
    assertThat(left.now()).isEqualTo(9);
    assertThat(right.now()).isEqualTo(5);
  }

  @Test
  void openingAndRecordingCausesReachAllPartitions() {
    partitions.open(false);
    assertThat(left.isOpen() || right.isOpen()).isFalse();
    partitions.open(true);
    assertThat(left.isOpen() && right.isOpen()).isTrue();
    partitions.recordCauses(true);
    assertThat(left.causes()).isNotNull();
    assertThat(right.causes()).isNotNull();
    partitions.recordCauses(false);
    assertThat(left.causes()).isNull();
    assertThat(right.causes()).isNull();
  }
}
