// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sums by interval, kind and component: they add up, and coarser ones are sums of finer ones. */
class EventFingerprintsTest {
  private static final int NODES = 12;
  private static final int ALL = 1 << 20;

  private final Simulation simulation = Simulation.builder().build();
  private final Partition part = simulation.partition("all");

  private static Traffic traffic(Simulation.Builder builder, int cut, int seed) {
    return new Traffic(builder.build(), NODES, cut, 2, 3).start(3, 20, seed);
  }

  /** All sums at intervals of a length, events before the sum. */
  private static SortedMap<String, List<Long>> sums(EventFingerprints of, int shift) {
    List<EventPlace> places = of.places();
    assertThat(places).isSorted();
    SortedMap<String, List<Long>> sums = new TreeMap<>();
    long[] before = {-1, 0};
    of.forEach(
        (interval, place, events, sum) -> {
          assertThat(interval > before[0] || interval == before[0] && place > before[1]).isTrue();
          before[0] = interval;
          before[1] = place;
          sums.merge(
              (interval << of.shift() >> shift) + " " + places.get(place),
              List.of(events, sum),
              (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1)));
        });
    return sums;
  }

  private static long total(SortedMap<String, List<Long>> sums, int what) {
    return sums.values().stream().mapToLong(s -> s.get(what)).sum();
  }

  @Property(tries = 20)
  void addUpAndMerge(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 4) int cut,
      @ForAll @IntRange(min = 1, max = 3000) int most) {
    Traffic fine = traffic(Simulation.builder(), 1, seed);
    EventFingerprints exact = new EventFingerprints(fine.simulation, 0, Long.MAX_VALUE, ALL);
    fine.simulation.run();
    assertThat(exact.shift()).isZero();
    SortedMap<String, List<Long>> ticks = sums(exact, 0);
    assertThat(Fingerprint.text(total(ticks, 1))).isEqualTo(fine.simulation.fingerprint());
    assertThat(total(ticks, 0)).isEqualTo(fine.simulation.events());

    Traffic other = traffic(Simulation.builder().ringSize(64), cut, seed);
    EventFingerprints bounded = new EventFingerprints(other.simulation, 0, Long.MAX_VALUE, most);
    other.simulation.run();
    SortedMap<String, List<Long>> merged = sums(bounded, bounded.shift());
    assertThat(merged).isEqualTo(sums(exact, bounded.shift()));
    assertThat(bounded.shift()).as("merged only where there is no room").isLessThan(20);
    if (most < 300) {
      assertThat(bounded.shift()).isPositive();
    }
    if (bounded.places().size() < most / 2) {
      assertThat(merged.size()).isLessThanOrEqualTo(most + NODES * 8);
    }
  }

  @Property(tries = 10)
  void neitherThreadsNorTiesShow(@ForAll int seed, @ForAll long shuffle) {
    List<SortedMap<String, List<Long>>> all = new ArrayList<>();
    for (Simulation.Builder builder :
        List.of(
            Simulation.builder(),
            Simulation.builder().threads(2).alwaysHelp(),
            Simulation.builder().shuffleTies(shuffle))) {
      Traffic traffic = traffic(builder, 3, seed);
      EventFingerprints bounded =
          new EventFingerprints(traffic.simulation, 0, Long.MAX_VALUE, 1000);
      traffic.simulation.run();
      all.add(sums(bounded, bounded.shift()));
      traffic.simulation.close();
    }
    assertThat(all.get(1)).isEqualTo(all.get(0));
    assertThat(all.get(2)).isEqualTo(all.get(0));
  }

  @Property(tries = 15)
  void aWindowHoldsTheSumsOfItsTicksAlone(
      @ForAll int seed,
      @ForAll @LongRange(min = 0, max = 300) long from,
      @ForAll @LongRange(min = 0, max = 300) long ticks) {
    Traffic traffic = traffic(Simulation.builder(), 2, seed);
    EventFingerprints all = new EventFingerprints(traffic.simulation, 0, Long.MAX_VALUE, ALL);
    EventFingerprints some = new EventFingerprints(traffic.simulation, from, from + ticks, ALL);
    traffic.simulation.run();
    SortedMap<String, List<Long>> expected = sums(all, 0);
    expected
        .keySet()
        .removeIf(
            k -> {
              long tick = Long.parseLong(k.substring(0, k.indexOf(' ')));
              return tick < from || tick > from + ticks;
            });
    assertThat(sums(some, 0)).isEqualTo(expected);
  }

  @Test
  @DisplayName("sinks see what an argument meant before its handler ran, for every kind of cut")
  void sinksSeeWhatAnArgumentMeantBeforeItsHandlerRan() {
    long[] pool = {11, 22, 33};
    EventKind plain = part.kind("plain", Phase.WORK, (tick, c, a) -> {});
    EventKind use = part.kind("use", Phase.WORK, (tick, c, a) -> pool[a] = -1, (c, a) -> pool[a]);
    int unit = part.component("cu[0].unit");
    EventFingerprints sums = new EventFingerprints(simulation, 0, Long.MAX_VALUE, ALL);
    EventTrail trail = new EventTrail(simulation, 7, 2, "cu[0].unit"::equals);
    part.at(5, plain, unit, 5);
    for (int a = 0; a < 3; a++) {
      part.at(a == 0 ? 6 : 7, use, unit, a);
    }
    part.at(8, plain, unit, 6);
    simulation.run();
    assertThat(Fingerprint.text(total(sums(sums, 0), 1))).isEqualTo(simulation.fingerprint());
    assertThat(trail.before())
        .extracting(ExecutedEvent::toString)
        .containsExactly(
            "tick 5 plain at cu[0].unit, argument 5", "tick 6 use at cu[0].unit, meaning 11");
    assertThat(trail.at())
        .extracting(ExecutedEvent::toString)
        .containsExactly(
            "tick 7 use at cu[0].unit, meaning 22", "tick 7 use at cu[0].unit, meaning 33");
  }

  @Test
  @DisplayName("places are in the order of phases, then names, numbers by value")
  void placesAreInTheOrderOfPhases() {
    List<EventPlace> ordered =
        List.of(
            new EventPlace(Phase.ARRIVE, "z", "z"),
            new EventPlace(Phase.WORK, "a", "b"),
            new EventPlace(Phase.WORK, "b", "cu[2].x"),
            new EventPlace(Phase.WORK, "b", "cu[9].a"),
            new EventPlace(Phase.WORK, "b", "cu[10].a"),
            new EventPlace(Phase.WORK, "b", "cu[10].b"),
            new EventPlace(Phase.WORK, "b", "cu[19].a"),
            new EventPlace(Phase.WORK, "b", "cu[100].a"),
            new EventPlace(Phase.WORK, "b", "dram"),
            new EventPlace(Phase.WORK, "b", "dram[0]"));
    for (int i = 0; i < ordered.size(); i++) {
      for (int k = 0; k < ordered.size(); k++) {
        assertThat(Integer.signum(ordered.get(i).compareTo(ordered.get(k))))
            .as("%s, %s", ordered.get(i), ordered.get(k))
            .isEqualTo(Integer.compare(i, k));
      }
    }
  }
}
