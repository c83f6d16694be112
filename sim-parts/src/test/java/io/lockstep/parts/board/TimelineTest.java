// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.EventCounts;
import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.memory.Rig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What machines tell a timeline, and what may be sampled in the middle of a launch. */
class TimelineTest {
  private static final int GROUPS = 30;
  private static final int SIZE = 40; // two full wavefronts of 16 and one of 8

  private record Slice(String track, SliceKind kind, long start, long end, long a, long b) {}

  /** Keeps everything of components that begin in one way. */
  private static final class Kept implements Timeline {
    final List<Slice> slices = new ArrayList<>();
    private final String prefix;

    Kept(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public Recorder recorder(int partition) {
      List<String> tracks = new ArrayList<>();
      return new Recorder() {
        @Override
        public int track(String component, String lane) {
          if (!component.startsWith(prefix)) {
            return UNSEEN;
          }
          tracks.add(component + " " + lane);
          return tracks.size() - 1;
        }

        @Override
        public void slice(int track, SliceKind kind, long start, long end, long a, long b) {
          slices.add(new Slice(partition + " " + tracks.get(track), kind, start, end, a, b));
        }
      };
    }

    List<Slice> of(SliceKind kind) {
      return slices.stream().filter(s -> s.kind == kind).toList();
    }
  }

  private static GpuMachine machine(Simulation simulation) {
    Rig.Shape shape = Rig.usual(true, true, false);
    return new GpuMachine(
        simulation,
        new GpuConfig(
            4,
            2,
            0,
            new DispatcherConfig(100, new Rate(1, 6), 5, 1, 3, DispatcherConfig.Domain.NONE, 1),
            Rig.side(shape, 256)),
        new Rig.Map(shape.slices(), shape.channels(), 256),
        GroupPlacement.breadthFirst(GroupPlacement.inOrder(4)),
        (cluster, index, memory) ->
            new ToyUnit(cluster, index, memory, ToyUnit.config(3, 9), Rig.unit(shape), null));
  }

  private static Kept run(String prefix) {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine = machine(simulation);
    Kept kept = new Kept(prefix);
    machine.observe(kept, 0);
    machine.launch(0, ToyUnit.plan(GROUPS, SIZE, 3), new ToyUnit.Source(GROUPS, SIZE), 0);
    assertThat(simulation.run()).isEqualTo(Simulation.Status.DONE);
    machine.observe(null, simulation.now());
    Simulation plain = Simulation.builder().build();
    machine(plain).launch(0, ToyUnit.plan(GROUPS, SIZE, 3), new ToyUnit.Source(GROUPS, SIZE), 0);
    plain.run();
    assertThat(simulation.fingerprint()).isEqualTo(plain.fingerprint());
    return kept;
  }

  @Test
  @DisplayName("every group, wavefront, memory instruction and byte of DRAM is told once")
  void everythingOnce() {
    Kept kept = run("");
    assertThat(kept.of(SliceKind.GROUP)).hasSize(GROUPS);
    assertThat(kept.of(SliceKind.GROUP).stream().mapToLong(Slice::a).sorted())
        .containsExactlyElementsOf(java.util.stream.LongStream.range(0, GROUPS).boxed().toList());
    assertThat(kept.of(SliceKind.WAVEFRONT)).hasSize(3 * GROUPS);
    assertThat(kept.of(SliceKind.BARRIER)).isNotEmpty().allMatch(s -> s.end > s.start);
    assertThat(kept.of(SliceKind.LOAD)).hasSize(3 * GROUPS);
    assertThat(kept.of(SliceKind.LOAD).stream().mapToLong(Slice::b).sum())
        .isEqualTo(4L * SIZE * GROUPS);
    assertThat(kept.of(SliceKind.STORE).stream().mapToLong(Slice::b).sum())
        .isEqualTo(4L * SIZE * GROUPS);
    assertThat(kept.of(SliceKind.DRAM_READ)).isNotEmpty();
  }

  @Test
  @DisplayName("on a track, an interval lies within another or beside it")
  void onATrackAnIntervalLiesWithinAnotherOrBesideIt() {
    Map<String, List<Slice>> tracks = new TreeMap<>();
    for (Slice s : run("").slices) {
      tracks.computeIfAbsent(s.track, t -> new ArrayList<>()).add(s);
    }
    Comparator<Slice> order = Comparator.comparingLong(Slice::start).thenComparing(s -> -s.end);
    tracks.forEach(
        (track, slices) -> {
          List<Slice> open = new ArrayList<>();
          for (Slice s : slices.stream().sorted(order).toList()) {
            open.removeIf(o -> o.end <= s.start);
            assertThat(open).as(track).allMatch(o -> s.end <= o.end);
            open.add(s);
          }
        });
  }

  @Test
  @DisplayName("components nobody wants to see cost no track")
  void componentsThatAFilterExcludesHaveNoTrack() {
    Kept kept = run("dram[");
    assertThat(kept.slices).isNotEmpty().allMatch(s -> s.track.contains("dram["));
  }

  @Test
  @DisplayName("samples in the middle of a launch add up to the statistics at its end")
  void samplesInTheMiddleOfALaunchAddUpToTheStatisticsAtItsEnd() {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine = machine(simulation);
    EventCounts counts = new EventCounts(simulation);
    machine.launch(0, ToyUnit.plan(GROUPS, SIZE, 3), new ToyUnit.Source(GROUPS, SIZE), 0);
    Map<String, Long> events = new TreeMap<>();
    long resident = 0;
    for (long tick = 99; simulation.runUntil(tick) == Simulation.Status.LIMIT; tick += 100) {
      counts.take((kind, component, n) -> events.merge(kind + "@" + component, n, Long::sum));
      resident = Math.max(resident, sample(machine, tick).get("wavefronts.resident"));
    }
    counts.take((kind, component, n) -> events.merge(kind + "@" + component, n, Long::sum));
    assertThat(resident).isBetween(1L, 36L);
    assertThat(events.values().stream().mapToLong(n -> n).sum()).isEqualTo(simulation.events());
    assertThat(events).containsEntry("unit.message@cu", GROUPS + 4L); // groups, and four drains
    Map<String, Long> end = sample(machine, simulation.now());
    assertThat(end)
        .containsEntry("work_groups", (long) GROUPS)
        .containsEntry("wavefronts.resident", 0L)
        .containsEntry("wavefront_instructions", 3L * GROUPS * 4);
    counts.take((kind, component, n) -> assertThat(n).as("taken already").isZero());
  }

  private static Map<String, Long> sample(GpuMachine machine, long tick) {
    Map<String, Long> figures = new HashMap<>();
    machine.sample(
        tick,
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            figures.put(name, value);
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {}
        });
    return figures;
  }
}
