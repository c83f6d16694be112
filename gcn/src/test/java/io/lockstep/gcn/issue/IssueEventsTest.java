// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One event a tick, at every tick asked for. */
class IssueEventsTest {
  private final Simulation simulation = Simulation.builder().build();
  private final Partition partition = simulation.partition("cluster");
  private final List<Long> seen = new ArrayList<>();
  private final int unit = partition.component("cu[0]");
  private final EventKind kind = partition.kind("issue", Phase.WORK, (t, c, a) -> onIssue(t));
  private final IssueEvents events = new IssueEvents(partition, kind, unit);

  private void onIssue(long tick) {
    events.come(tick);
    seen.add(tick);
    if (tick < 8) {
      events.at(9);
    }
  }

  @Test
  @DisplayName("asked twice for a tick, one event comes; an earlier one does not replace a later")
  void askedTwiceForATickOneEventComes() {
    events.at(9);
    events.at(3);
    events.at(9);
    events.at(5);
    simulation.run();
    assertThat(seen).containsExactly(3L, 5L, 9L);
  }

  @Test
  @DisplayName("once it has come, a tick can be asked for again")
  void onceItHasComeATickCanBeAskedForAgain() {
    events.at(9);
    simulation.run();
    events.at(9);
    simulation.run();
    assertThat(seen).containsExactly(9L, 9L);
  }

  @Test
  @DisplayName("of many ticks asked twice, each comes once")
  void ofManyTicksAskedTwiceEachComesOnce() {
    for (int i = 40; i > 0; i--) {
      events.at(100 + i);
    }
    for (int i = 1; i <= 40; i++) {
      events.at(100 + i);
    }
    simulation.run();
    assertThat(seen).hasSize(40).doesNotHaveDuplicates().isSorted();
  }
}
