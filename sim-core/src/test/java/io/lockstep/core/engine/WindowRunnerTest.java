// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One window over several partitions, alone and with helpers. */
class WindowRunnerTest {
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private String awaited; // what must be done before a goes on
  private Simulation simulation;
  private WindowRunner runner;

  private void threads(int count) {
    simulation = Simulation.builder().threads(count).alwaysHelp().ringSize(4).build();
    runner = simulation.runner();
  }

  @AfterEach
  void close() {
    runner.end();
    simulation.close();
  }

  /** A partition with an event at each of some ticks; at negative ones the handler fails. */
  private void part(String name, int... ticks) {
    Partition partition = simulation.partition(name);
    EventKind kind =
        partition.kind(
            "kind",
            Phase.WORK,
            (tick, c, argument) -> {
              if (argument < 0) {
                throw new IllegalStateException("broken");
              }
              done.add(name + tick);
              for (int i = 0;
                  name.equals("a") && awaited != null && !done.contains(awaited) && i < 10_000;
                  i++) {
                Parking.pause(i);
              }
            });
    int component = partition.component(name);
    for (int tick : ticks) {
      partition.at(Math.abs(tick), kind, component, tick);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  @DisplayName("every partition runs to the window's end and no further, and is counted once")
  void toTheEnd(int threads) {
    threads(threads);
    part("a", 3, 10);
    part("b", 4, 9, 30);
    part("c", 50);
    part("d", 1);
    assertThat(runner.window()).isZero();
    runner.run(10);
    assertThat(runner.window()).isEqualTo(1);
    assertThat(done).containsExactlyInAnyOrder("a3", "b4", "b9", "d1");
    assertThat(simulation.partitions()).allMatch(p -> p.finished() == 1);
    done.clear();
    runner.run(10);
    assertThat(done).as("those that have run to here already").isEmpty();
    runner.run(11);
    assertThat(done).containsExactly("a10");
    assertThat(simulation.partitions()).as("the idle too").allMatch(p -> p.finished() == 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  @DisplayName("a partition that is added after a window takes part in the next")
  void aPartitionThatIsAddedAfterAWindowTakesPartInTheNext(int threads) {
    threads(threads);
    part("a", 5);
    runner.run(1);
    part("b", 2);
    part("c", 1);
    runner.run(10);
    assertThat(done).containsExactlyInAnyOrder("a5", "b2", "c1");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  @DisplayName("of several failures the lowest partition's surfaces; others that ran are kept by")
  void ofSeveralFailuresTheLowestPartitionsSurfaces(int threads) {
    threads(threads);
    part("a", 5);
    part("b", -5);
    part("c", -5);
    assertThatThrownBy(() -> runner.run(10))
        .isInstanceOf(EngineException.class)
        .hasMessage("b: broken (kind at tick 5)")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(threads == 1 ? 0 : 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  @DisplayName("polled sinks see the window in order of partitions, even if the ring is too small")
  void sinksSeeTheOrder(int threads) {
    threads(threads);
    awaited = threads == 1 ? "a1" : "b4"; // until b's ring is full while a's is read
    int[] ticks = IntStream.rangeClosed(1, 20).toArray(); // five times the ring
    List<String> expected = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      part(name, ticks);
      expected.addAll(Collections.nCopies(ticks.length, name));
    }
    List<String> seen = new ArrayList<>();
    simulation.attach(
        (tick, kind, batch) -> {
          for (int i = 0; i < batch.size(); i++) {
            seen.add(simulation.path(batch.component(i)));
          }
        });
    runner.run(100);
    assertThat(seen).isEqualTo(expected);
  }
}
