// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of models that make no progress: who waits for whom, and what led there. */
class NoProgressTest {
  /**
   * Two components that each insist on sending their next message before they take one: they
   * deadlock once both ports are full.
   */
  private static final class Stubborn {
    final Simulation simulation;
    private final Port[] in = new Port[2];
    private final int[] left;

    Stubborn(Simulation.Builder builder, int cut, int messages) {
      simulation = builder.build();
      left = new int[] {messages, messages};
      Partition[] parts = new Partition[2];
      EventKind[] work = new EventKind[2];
      int[] ids = new int[2];
      for (int i = 0; i < 2; i++) {
        boolean own = i == 0 || cut == 2;
        parts[i] = own ? simulation.partition("part" + i) : parts[0];
        work[i] = own ? parts[i].kind("work", Phase.WORK, (tick, c, a) -> work(c, tick)) : work[0];
        ids[i] = parts[i].component(i == 0 ? "left" : "right");
      }
      for (int i = 0; i < 2; i++) {
        in[i] = parts[i].port("in", ids[1 - i], ids[i], 4, 2, work[i], work[1 - i]);
        parts[i].at(5 * i, work[i], ids[i], 0);
      }
    }

    private void work(int me, long tick) {
      while (left[me] > 0) {
        if (!in[1 - me].send(tick, 0)) {
          return; // the mistake: it could take a message and does not
        }
        left[me]--;
      }
      while (!in[me].isEmpty()) {
        in[me].pop();
      }
    }
  }

  /** A partition without ports has no look-ahead that would bound its windows. */
  @ParameterizedTest
  @ValueSource(longs = {10, 50, 200, 1_000})
  void aPartitionAloneIsGivenUpSoonAfterTheProgressTimeout(long progressTimeout) {
    Simulation simulation = Simulation.builder().progressTimeout(progressTimeout).build();
    Partition alone = simulation.partition("alone");
    int spinning = alone.component("spinning");
    EventKind[] again = new EventKind[1];
    again[0] =
        alone.kind("again", Phase.WORK, (tick, c, a) -> alone.at(tick + 1, again[0], spinning, 0));
    alone.at(0, again[0], spinning, 0);
    assertThatThrownBy(simulation::run)
        .isInstanceOf(NoProgressException.class)
        .hasMessageContaining("no work has retired since tick 0");
    assertThat(simulation.now()).isLessThanOrEqualTo(2 * progressTimeout + progressTimeout / 4 + 4);
  }

  @ParameterizedTest
  @DisplayName("a deadlock is shown as a cycle, with the last events of those in it")
  @ValueSource(ints = {1, 2})
  void aDeadlockIsShownAsACycle(int cut) {
    Stubborn model = new Stubborn(Simulation.builder(), cut, 3);
    assertThat(model.simulation.run()).isEqualTo(Simulation.Status.DONE);
    assertThat(model.simulation.diagnosis())
        .contains(
            "waiting:\n"
                + "  right waits for credit of port left.in since 4\n"
                + "  left waits for credit of port right.in since 0\n"
                + "cycle:\n"
                + "  left waits for right (credit of port right.in since 0)\n"
                + "  right waits for left (credit of port left.in since 4)\n"
                + "last events of left: work, work\n"
                + "last events of right: work")
        .doesNotContain("what led to");
    Stubborn fine = new Stubborn(Simulation.builder(), cut, 2);
    fine.simulation.run();
    assertThat(fine.simulation.diagnosis()).isEqualTo("no component says that it waits");
  }

  /** A request is refused and asked again for ever; every refusal is a message. */
  private static Simulation livelock(Simulation.Builder builder, long busyUntil) {
    Simulation simulation = builder.build();
    Partition a = simulation.partition("a");
    Partition b = simulation.partition("b");
    int asks = a.component("cu[0]");
    int refuses = b.component("memory");
    List<Port> ports = new ArrayList<>();
    EventKind ask =
        a.kind(
            "cu.ask",
            Phase.WORK,
            (tick, c, x) -> {
              a.retired(tick < busyUntil ? 1 : 0);
              if (!ports.get(1).isEmpty()) {
                ports.get(1).pop();
              }
              ports.get(0).send(tick, 0);
            });
    EventKind refuse =
        b.kind(
            "memory.refuse",
            Phase.WORK,
            (tick, c, x) -> {
              ports.get(0).pop();
              ports.get(1).send(tick, 0);
            });
    ports.add(b.port("requests", asks, refuses, 5, 4, refuse, null));
    ports.add(a.port("answers", refuses, asks, 7, 4, ask, null));
    a.at(0, ask, asks, 0);
    return simulation;
  }

  @ParameterizedTest
  @DisplayName("a livelock ends with the circle of events in which it turns")
  @ValueSource(ints = {1, 2})
  void aLivelockEndsWithTheCircleOfEventsInWhichItTurns(int threads) {
    Simulation simulation =
        livelock(Simulation.builder().progressTimeout(500).threads(threads).alwaysHelp(), 1_000);
    NoProgressException e = catchThrowableOfType(NoProgressException.class, simulation::run);
    simulation.close();
    assertThat(e.getMessage())
        .startsWith("no work has retired since tick ")
        .contains("no component says that it waits")
        .containsPattern(
            "what led to the last event:\n"
                + "  tick \\d+ \\S+ at .*\n(  after tick .*\n)*"
                + "  after tick \\d+ cu.ask at cu\\[0\\], woken by port cu\\[0\\].answers\n"
                + "  after tick \\d+ memory.refuse at memory, woken by port memory.requests\n"
                + "  after tick \\d+ cu.ask at cu\\[0\\], woken by port cu\\[0\\].answers\n"
                + "(  after tick .*\n)*  and so on$")
        .doesNotContain("last retired");
  }

  @Test
  @DisplayName(
      "a component that waits a little longer than the timeout, and then works, is left alone")
  void aWaitLittleLongerThanTheTimeoutIsNoDeadlock() {
    Simulation plain = livelock(Simulation.builder(), Long.MAX_VALUE);
    plain.runUntil(5_000);
    Simulation simulation = Simulation.builder().progressTimeout(100).build();
    Partition part = simulation.partition("all");
    EventKind[] poll = new EventKind[1];
    poll[0] =
        part.kind(
            "poll",
            Phase.WORK,
            (tick, c, a) -> {
              part.retired(tick % 150 == 0 ? 1 : 0);
              part.after(10, poll[0], c, a);
            });
    part.at(0, poll[0], part.component("a"), 0);
    assertThat(simulation.runUntil(5_000)).isEqualTo(Simulation.Status.LIMIT);
    assertThat(simulation.retired()).isEqualTo(34);
  }

  @Test
  @DisplayName("components say for whom they wait; a whole waits for those of its parts that wait")
  void componentsSayForWhomTheyWait() {
    Simulation simulation = Simulation.builder().build();
    Partition part = simulation.partition("all");
    int dispatcher = part.component("dispatcher");
    int unit = part.component("cu[0]");
    int memory = part.component("cu[0].memory");
    int dram = part.component("dram");
    simulation.waitReason(dispatcher, () -> "a group");
    simulation.waitReason(unit, () -> "a wavefront");
    simulation.waitsFor(dispatcher, () -> List.of(unit));
    simulation.waitsFor(memory, () -> List.of(dram));
    assertThat(simulation.diagnosis()).endsWith("no cycle; waited for in the end: dram");
    List<Integer> more = new ArrayList<>();
    simulation.waitsFor(dram, () -> more);
    more.add(unit);
    assertThat(simulation.diagnosis())
        .endsWith(
            "cycle:\n"
                + "  cu[0] waits for cu[0].memory (a part of it)\n"
                + "  cu[0].memory waits for dram\n"
                + "  dram waits for cu[0]");
  }
}
