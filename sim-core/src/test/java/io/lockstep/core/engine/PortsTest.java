// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.EventQueue;
import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** All ports of a simulation: names, look-ahead, mailboxes in order. */
class PortsTest {
  private static final int PARTS = 3;
  private final Simulation simulation = Simulation.builder().build();
  private final Ports ports = simulation.ports();
  private final Partition[] parts = new Partition[PARTS];
  private final int[] units = new int[PARTS];
  private final EventKind[] look = new EventKind[PARTS];
  private final List<String> seen = new ArrayList<>();

  PortsTest() {
    for (int i = 0; i < PARTS; i++) {
      parts[i] = simulation.partition("part" + i);
      units[i] = parts[i].component("unit[" + i + "]");
      look[i] = parts[i].kind("look", Phase.WORK, (tick, c, a) -> seen.add(tick + " " + c));
    }
  }

  private Port port(String name, int from, int to, long latency, int capacity) {
    return parts[to].port(name, units[from], units[to], latency, capacity, look[to], null);
  }

  @Test
  @DisplayName("a port is numbered in order and named by its receiver's path")
  void aPortIsNumberedInOrderAndNamedByItsReceiversPath() {
    for (int i = 0; i < 40; i++) {
      Port port = port("in" + i, 0, 1, 5, 1);
      assertThat(port.id()).isEqualTo(i);
      assertThat(ports.all().get(i)).isSameAs(port);
      assertThat(port.name()).isEqualTo("unit[1].in" + i);
    }
    assertThat(ports.all()).hasSize(40);
    assertThatThrownBy(() -> port("in7", 2, 1, 5, 1))
        .isInstanceOf(EngineException.class)
        .hasMessage("there is a port unit[1].in7 already");
    assertThat(port("in7", 0, 2, 5, 1).id()).as("another receiver's in7").isEqualTo(40);
  }

  @Test
  @DisplayName("the look-ahead is the smallest latency between partitions, not within one")
  void lookAhead() {
    port("own", 0, 0, 1, 1);
    assertThat(ports.lookAhead()).isEqualTo(EventQueue.NEVER);
    port("far", 0, 1, 30, 1);
    assertThat(ports.lookAhead()).isEqualTo(30);
    port("near", 2, 1, 12, 1);
    port("farther", 1, 2, 90, 1);
    assertThat(ports.lookAhead()).isEqualTo(12);
  }

  @Test
  @DisplayName("what crosses waits in its mailbox until it is drained; a second drain finds none")
  void whatCrossesWaitsInItsMailboxUntilItIsDrained() {
    final Port late = port("late", 2, 0, 8, 4);
    final Port early = port("early", 1, 0, 8, 4);
    late.send(2, 0);
    early.send(1, 0);
    assertThat(parts[0].nextTick()).isEqualTo(EventQueue.NEVER);
    ports.drainMailboxes();
    ports.drainMailboxes();
    assertThat(parts[0].nextTick()).isEqualTo(8);
    parts[0].advanceTo(8);
    assertThat(List.of(late.size(), early.size())).containsExactly(1, 1);
    assertThat(List.of(late.headA(), early.headA())).containsExactly(2L, 1L);
  }
}
