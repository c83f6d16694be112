// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.queue.EventQueue;
import io.lockstep.core.queue.Phase;
import io.lockstep.core.queue.TimingWheel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where windows begin and end, and when the work before them is done. */
class WindowsTest {
  private final Partitions partitions = new Partitions();
  private final Components components = new Components();
  private final Ports ports = new Ports(partitions, components);
  private final WindowRunner runner = new WindowRunner(partitions, new Sinks(partitions), 1, false);
  private final Surroundings surroundings =
      new Surroundings(Simulation.builder().build(), components, ports, runner, false);
  private final Windows windows = new Windows(partitions, ports, runner, watch());
  private final Partition left = part("left");
  private final Partition right = part("right");
  private final List<String> log = new ArrayList<>();
  private final EventKind lefts = logging(left);
  private final EventKind rights = logging(right);
  private final int leftUnit = left.component("left");
  private final int rightUnit = right.component("right");

  private ProgressWatch watch() {
    return new ProgressWatch(partitions, components, ports, EventQueue.NEVER);
  }

  private Partition part(String name) {
    Partition partition =
        new Partition(surroundings, partitions.count(), name, new TimingWheel(), 64);
    partitions.add(partition);
    return partition;
  }

  private EventKind logging(Partition partition) {
    return partition.kind("kind", Phase.WORK, (tick, c, a) -> log.add(partition + " " + tick));
  }

  private void events(long... ticks) {
    partitions.open(true);
    for (long tick : ticks) {
      left.at(tick, lefts, leftUnit, 0);
      right.at(tick + 1, rights, rightUnit, 0);
    }
  }

  private void logBefore(Windows of) {
    of.before(() -> log.add("before"));
  }

  @Test
  @DisplayName("without events a run is done; time stands at the latest event in all partitions")
  void withoutEventsARunIsDone() {
    assertThat(windows.run(100)).isEqualTo(Windows.End.DONE);
    events(7);
    assertThat(windows.run(100)).isEqualTo(Windows.End.DONE);
    assertThat(log).containsExactly("left 7", "right 8");
    assertThat(left.now()).isEqualTo(8);
    assertThat(runner.window()).as("no port crosses: one window").isEqualTo(1);
  }

  @Test
  @DisplayName(
      "a pause that a handler asks for ends the run behind the window; the next run goes on")
  void aPauseThatAHandlerAsksForEndsTheRunBehindTheWindowTheNextRunGoesOn() {
    right.port("in", leftUnit, rightUnit, 10, 1, rights, null);
    EventKind asks =
        left.kind(
            "asks",
            Phase.WORK,
            (tick, c, a) -> {
              log.add("asks " + tick);
              windows.pause();
            });
    partitions.open(true);
    left.at(100, asks, leftUnit, 0);
    left.at(105, lefts, leftUnit, 0);
    left.at(120, lefts, leftUnit, 0);
    assertThat(windows.run(1_000)).isEqualTo(Windows.End.PAUSED);
    assertThat(log).containsExactly("asks 100", "left 105");
    assertThat(windows.run(1_000)).isEqualTo(Windows.End.DONE);
    assertThat(log).containsExactly("asks 100", "left 105", "left 120");
  }

  @Test
  @DisplayName("a window begins at the earliest event and is as long as the look-ahead")
  void lookAhead() {
    right.port("in", leftUnit, rightUnit, 10, 1, rights, null);
    assertThat(windows.ticks()).isEqualTo(10);
    events(100, 108, 109, 500);
    assertThat(windows.run(1_000)).isEqualTo(Windows.End.DONE);
    assertThat(log)
        .containsExactly(
            "left 100",
            "left 108",
            "left 109",
            "right 101",
            "right 109", // 100 to 109
            "right 110", // 110 to 119
            "left 500",
            "right 501");
    assertThat(runner.window()).isEqualTo(3);
  }

  @Test
  @DisplayName("work is done before each window, bounded even if partitions never meet")
  void workIsDoneBeforeEachWindow() {
    assertThat(windows.ticks()).isEqualTo(256);
    events(0, 255, 256);
    logBefore(windows);
    assertThat(windows.run(1_000)).isEqualTo(Windows.End.DONE);
    assertThat(log)
        .containsExactly(
            "before",
            "left 0",
            "left 255",
            "right 1",
            "before",
            "left 256",
            "right 256",
            "right 257");
  }

  @Test
  @DisplayName("a limit cuts a window; the next run ends it where it would have ended")
  void aLimitCutsAWindow() {
    right.port("in", leftUnit, rightUnit, 10, 1, rights, null);
    events(100, 105, 112);
    logBefore(windows);
    assertThat(windows.run(99)).isEqualTo(Windows.End.LIMIT);
    assertThat(log).as("nothing is due").isEmpty();
    assertThat(windows.run(104)).isEqualTo(Windows.End.LIMIT);
    assertThat(log).containsExactly("before", "left 100", "right 101");
    log.clear();
    assertThat(windows.run(109)).isEqualTo(Windows.End.LIMIT);
    assertThat(log).containsExactly("left 105", "right 106");
    log.clear();
    assertThat(windows.run(1_000)).as("110: a window of its own").isEqualTo(Windows.End.DONE);
    assertThat(log).containsExactly("before", "left 112", "right 113");
  }
}
