// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.queue.BinaryHeapQueue;
import io.lockstep.core.queue.Phase;
import io.lockstep.core.queue.TimingWheel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What must not change a result: queue, order of ties, cut, ring, pauses, sinks. */
class DeterminismTest {
  private static final int NODES = 24;

  private static Traffic traffic(Simulation.Builder builder, int cut, int seed) {
    return new Traffic(builder.build(), NODES, cut, 2, 3).start(4, 30, seed);
  }

  private static List<String> run(Traffic traffic) {
    assertThat(traffic.simulation.run()).isEqualTo(Simulation.Status.DONE);
    return outcome(traffic);
  }

  private static List<String> outcome(Traffic traffic) {
    assertThat(traffic.ended()).as("messages that ended, none lost").isEqualTo(NODES * 4L);
    List<String> outcome = new ArrayList<>(traffic.results());
    outcome.add(traffic.simulation.fingerprint());
    outcome.add("events " + traffic.simulation.events());
    outcome.add("tick " + traffic.simulation.now());
    return outcome;
  }

  @Property(tries = 15)
  void permutedTiesChangeNothing(@ForAll int seed, @ForAll long shuffle) {
    List<String> plain = run(traffic(Simulation.builder(), 1, seed));
    assertThat(run(traffic(Simulation.builder().shuffleTies(shuffle), 1, seed))).isEqualTo(plain);
    assertThat(run(traffic(Simulation.builder().shuffleTies(shuffle), 3, seed))).isEqualTo(plain);
  }

  @Property(tries = 15)
  void theCutChangesNothing(@ForAll int seed) {
    List<String> one = run(traffic(Simulation.builder(), 1, seed));
    for (int cut : new int[] {2, 4, NODES}) {
      assertThat(run(traffic(Simulation.builder(), cut, seed))).as("cut %d", cut).isEqualTo(one);
    }
  }

  @Property(tries = 10)
  void queueAndRingChangeNothing(@ForAll int seed) {
    List<String> wheel = run(traffic(Simulation.builder(), 2, seed));
    Simulation.Builder heap = Simulation.builder().eventQueue(BinaryHeapQueue::new);
    assertThat(run(traffic(heap, 2, seed))).isEqualTo(wheel);
    Simulation.Builder narrow = Simulation.builder().eventQueue(() -> new TimingWheel(64));
    assertThat(run(traffic(narrow.ringSize(1), 2, seed))).isEqualTo(wheel);
  }

  @Property(tries = 15)
  void pausesBetweenWindowsChangeNothing(
      @ForAll int seed, @ForAll @IntRange(min = 2, max = 4) int cut, @ForAll long pauses) {
    final List<String> expected = run(traffic(Simulation.builder(), cut, seed));
    Traffic traffic = traffic(Simulation.builder(), cut, seed);
    long[] random = {pauses};
    traffic.simulation.beforeWindows(
        () -> {
          random[0] = random[0] * 6364136223846793005L + 1442695040888963407L;
          if (random[0] >>> 62 == 0) {
            traffic.simulation.pause();
          }
        });
    int paused = 0;
    while (traffic.simulation.run() == Simulation.Status.PAUSED) {
      paused++;
    }
    assertThat(paused).isPositive();
    assertThat(outcome(traffic)).isEqualTo(expected);
  }

  @Property(tries = 10)
  void runningInStepsChangesNothing(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 50) int step) {
    final List<String> expected = run(traffic(Simulation.builder(), 3, seed));
    Traffic traffic = traffic(Simulation.builder(), 3, seed);
    long tick = 0;
    while (traffic.simulation.runUntil(tick) != Simulation.Status.DONE) {
      assertThat(traffic.simulation.now()).isEqualTo(tick);
      tick += step;
    }
    assertThat(outcome(traffic)).isEqualTo(expected);
  }

  @Property(tries = 5)
  void sinksChangeNothingAndSeeEverything(@ForAll int seed) {
    final List<String> expected = run(traffic(Simulation.builder(), 2, seed));
    Traffic traffic = traffic(Simulation.builder().ringSize(8), 2, seed);
    long[] seen = new long[2];
    for (int s = 0; s < 2; s++) {
      int sink = s;
      traffic.simulation.attach((tick, kind, batch) -> seen[sink] += batch.size());
    }
    assertThat(run(traffic)).isEqualTo(expected);
    assertThat(seen).containsOnly(traffic.simulation.events());
  }

  @Test
  @DisplayName("a model whose result depends on the order of ties is caught")
  void aViolationIsCaught() {
    Set<Long> results = new HashSet<>();
    for (long seed = 0; seed < 10; seed++) {
      Simulation simulation = Simulation.builder().shuffleTies(seed).build();
      Partition part = simulation.partition("all");
      long[] state = new long[1];
      EventKind[] kinds = new EventKind[2];
      int shared = part.component("shared");
      kinds[0] =
          part.kind(
              "poke", Phase.ARRIVE, (tick, c, argument) -> state[0] = state[0] * 31 + argument);
      kinds[1] = part.kind("go", Phase.WORK, (tick, c, n) -> part.after(1, kinds[0], shared, n));
      for (int i = 0; i < 6; i++) {
        part.at(0, kinds[1], part.component("source" + i), i);
      }
      simulation.run();
      results.add(state[0]);
    }
    assertThat(results).hasSizeGreaterThan(3);
  }

  @Test
  @DisplayName("other traffic has another fingerprint")
  void fingerprintsDiffer() {
    Set<String> fingerprints = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      Traffic traffic = traffic(Simulation.builder(), 1, seed);
      traffic.simulation.run();
      assertThat(traffic.simulation.fingerprint()).matches("[0-9a-f]{16}");
      fingerprints.add(traffic.simulation.fingerprint());
    }
    assertThat(fingerprints).hasSize(20);
  }
}
