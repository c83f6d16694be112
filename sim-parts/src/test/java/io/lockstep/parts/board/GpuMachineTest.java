// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.dispatch.PlacementRule;
import io.lockstep.parts.memory.Rig;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.unit.TestCause;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.host.HostTransfer;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GpuMachineTest {
  private static final int SIZE = 40; // two full wavefronts of 16 and one of 8

  private final StringBuilder log = new StringBuilder();

  private GpuMachine machine(
      Simulation simulation,
      int units,
      int clusters,
      Rig.Shape shape,
      DispatcherConfig dispatcher,
      PlacementRule placement) {
    int block = shape.combine() == 0 ? 64 : 256;
    return new GpuMachine(
        simulation,
        new GpuConfig(units, clusters, 0, dispatcher, Rig.side(shape, block)),
        new Rig.Map(shape.slices(), shape.channels(), block),
        placement,
        (cluster, index, memory) ->
            new ToyUnit(
                cluster,
                index,
                memory,
                ToyUnit.config(dispatcher.groupsPerUnit(), 3 * dispatcher.groupsPerUnit()),
                Rig.unit(shape),
                clusters == 1 ? log : null));
  }

  private static DispatcherConfig dispatcher(int groupsPerUnit) {
    return new DispatcherConfig(
        100, new Rate(1, 6), 5, 1, groupsPerUnit, DispatcherConfig.Domain.NONE, 1);
  }

  private GpuMachine usual(Simulation simulation, int clusters) {
    return machine(
        simulation,
        4,
        clusters,
        Rig.usual(true, true, true),
        dispatcher(3),
        GroupPlacement.breadthFirst(GroupPlacement.inOrder(4)));
  }

  private static Map<String, Long> statistics(GpuMachine machine, long tick) {
    Map<String, Long> counts = new TreeMap<>();
    machine.statistics(
        tick,
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            assertThat(counts.put(name, value)).as(name).isNull();
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {
            assertThat(counts.put(name, numerator * 1000 / Math.max(1, denominator))).isNull();
          }
        });
    return counts;
  }

  private static void finish(Simulation simulation, GpuMachine machine) {
    simulation.run();
    assertThat(machine.idle(0)).as(simulation.diagnosis()).isTrue();
  }

  @Test
  void aLaunchRunsAndItsFiguresAddUp() {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine = usual(simulation, 2);
    machine.perUnit(true);
    machine.launch(0, ToyUnit.plan(50, SIZE, 3), new ToyUnit.Source(50, SIZE), 7);
    assertThat(machine.idle(0)).isFalse();
    assertThatThrownBy(() -> statistics(machine, 1)).hasMessageContaining("while a launch runs");
    finish(simulation, machine);
    // 50 groups, one every 6 ticks from tick 107 on
    assertThat(machine.finishedAt(0)).isGreaterThan(107 + 49 * 6);
    Map<String, Long> counts = statistics(machine, machine.finishedAt(0));
    assertThat(counts)
        .containsEntry("work_groups", 50L)
        .containsEntry("wavefronts", 150L)
        .containsEntry("wavefront_instructions", 150L * 4)
        .containsEntry("work_item_instructions", 50L * SIZE * 4)
        .containsEntry("lanes.issued", 150L * 4 * 16)
        .containsEntry("machine_instructions", 150L * 4)
        .containsEntry("issue.alu", 150L * 4 * 4)
        .containsEntry("memory.bytes_moved", 50L * SIZE * 4 * 2)
        .containsEntry("l2.bytes_written", 50L * SIZE * 4)
        .containsEntry("memory.requests", 300L)
        .containsEntry("barrier.waits", 100L)
        .containsEntry("lanes.utilisation", SIZE * 1000L / 48);
    assertThat(
            counts.get("issue.alu")
                + counts.get("issue.memory")
                + counts.get("issue.barrier")
                + counts.get("issue.none"))
        .isEqualTo(4 * machine.finishedAt(0));
    assertThat(
            counts.get("cu[0].work_groups")
                + counts.get("cu[1].work_groups")
                + counts.get("cu[2].work_groups")
                + counts.get("cu[3].work_groups"))
        .isEqualTo(50);
    List<Statistic> declared = new ArrayList<>(SharedStatistics.all());
    declared.addAll(TestCause.SCHEME.declared());
    declared.addAll(TestCause.SCHEME.use());
    StatisticsRegistry registry = new StatisticsRegistry(declared);
    assertThat(counts.keySet())
        .allMatch(name -> registry.find(name).isPresent(), "stands in the table");
    assertThat(machine.units()).isEqualTo(4);
    assertThat(machine.toString()).startsWith("4 compute units");
  }

  @Test
  void launchesFollowEachOtherAndStatisticsStartAnew() {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine = usual(simulation, 1);
    machine.launch(0, ToyUnit.plan(20, SIZE, 3), new ToyUnit.Source(20, SIZE), 0);
    finish(simulation, machine);
    machine.hostTouched();
    long second = simulation.now() + 50;
    machine.resetStatistics(second);
    machine.launch(0, ToyUnit.plan(10, SIZE, 2), new ToyUnit.Source(10, SIZE), second);
    finish(simulation, machine);
    Map<String, Long> counts = statistics(machine, machine.finishedAt(0));
    assertThat(counts).containsEntry("work_groups", 10L);
    assertThat(
            counts.get("issue.alu")
                + counts.get("issue.memory")
                + counts.get("issue.barrier")
                + counts.get("issue.none"))
        .isEqualTo(4 * (machine.finishedAt(0) - second));
    // everything is in the second level from the first launch; the first level was emptied
    assertThat(counts.get("l1.hits")).isLessThan(counts.get("l1.lookups"));
    assertThat(counts.get("l2.hits")).isPositive();
  }

  /** Returns the misses of the second level, and the bytes warmed, of a launch of 16 groups. */
  private long[] missesAfterWarming(int groups) {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine = usual(simulation, 1);
    LaunchPlan plan = ToyUnit.plan(16, SIZE, 3);
    machine.launch(0, plan, new ToyUnit.Source(16, SIZE), 0);
    long bytes = 0;
    for (int g = 0; g < groups; g++) {
      bytes += machine.warm(plan, ToyUnit.record(g, SIZE));
    }
    finish(simulation, machine);
    Map<String, Long> counts = statistics(machine, machine.finishedAt(0));
    return new long[] {counts.get("l2.lookups") - counts.get("l2.hits"), bytes};
  }

  @Test
  void warmedGroupsMissLessInTheSecondLevel() {
    long[] cold = missesAfterWarming(0);
    long[] half = missesAfterWarming(8);
    long[] warm = missesAfterWarming(16);
    assertThat(cold[1]).isZero();
    assertThat(half[1]).isEqualTo(8 * 2 * 4 * SIZE);
    assertThat(warm[1]).isEqualTo(2 * half[1]);
    assertThat(half[0]).isLessThan(cold[0]);
    assertThat(warm[0]).isLessThan(half[0]);
  }

  @Test
  void aLaunchWithoutGroupsEnds() {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine = usual(simulation, 1);
    machine.launch(0, ToyUnit.plan(0, SIZE, 3), new ToyUnit.Source(0, SIZE), 40);
    finish(simulation, machine);
    assertThat(machine.finishedAt(0)).isEqualTo(140);
    assertThatThrownBy(
            () -> machine.launch(0, ToyUnit.plan(1, SIZE, 0), new ToyUnit.Source(1, SIZE), 200))
        .hasMessageContaining("fits no compute unit");
  }

  @Test
  void oneLaunchAtATime() {
    GpuMachine machine = usual(Simulation.builder().build(), 1);
    machine.launch(0, ToyUnit.plan(1, SIZE, 1), new ToyUnit.Source(1, SIZE), 0);
    assertThatThrownBy(
            () -> machine.launch(0, ToyUnit.plan(1, SIZE, 1), new ToyUnit.Source(1, SIZE), 0))
        .hasMessageContaining("running already");
  }

  /** Without caches: 4 channels of 12.8 bytes a tick. */
  private GpuMachine copying(Simulation simulation) {
    MemorySideConfig plain = Rig.side(Rig.usual(false, false, false), 256);
    return new GpuMachine(
        simulation,
        new GpuConfig(
            4,
            2,
            0,
            dispatcher(3),
            new MemorySideConfig(
                plain.network(),
                plain.l2(),
                plain.memoryCache(),
                plain.dram(),
                new CopyConfig(1, 65_536))),
        new Rig.Map(4, 4, 256),
        GroupPlacement.breadthFirst(GroupPlacement.inOrder(4)),
        (cluster, index, memory) ->
            new ToyUnit(
                cluster,
                index,
                memory,
                ToyUnit.config(3, 9),
                Rig.unit(Rig.usual(false, false, false)),
                null));
  }

  @Test
  @DisplayName("a transfer takes memory's rate from a kernel, and both their bytes are counted")
  void aTransferTakesMemorysRateFromAKernelAndBothTheirBytesAreCounted() {
    int groups = 2000;
    long[] took = new long[2];
    long transfer = 0;
    long own = groups * SIZE * 4L * 2;
    for (int with = 0; with < 2; with++) {
      Simulation simulation = Simulation.builder().build();
      GpuMachine machine = copying(simulation);
      machine.launch(0, ToyUnit.plan(groups, SIZE, 3), new ToyUnit.Source(groups, SIZE), 0);
      long copied = 1 << 20;
      if (with == 1) { // 40 of the 51.2 bytes a tick
        machine.transfer(0, new HostTransfer(true, 1 << 24, copied, copied / 40), 100);
      }
      int paused = 0;
      Simulation.Status status;
      while ((status = simulation.run()) != Simulation.Status.DONE) {
        paused += status == Simulation.Status.PAUSED ? 1 : 0;
      }
      assertThat(paused).as("the first end of the two, and the transfer's").isEqualTo(with);
      took[with] = machine.finishedAt(0);
      Map<String, Long> counts = statistics(machine, simulation.now());
      assertThat(counts.get("dram.bytes")).isEqualTo(own + with * copied);
      assertThat(counts.getOrDefault("copies.bytes_written", 0L)).isEqualTo(with * copied);
      assertThat(counts.get("dram.bytes_at_peak")).isGreaterThanOrEqualTo(counts.get("dram.bytes"));
      if (with == 1) {
        transfer = machine.transferredAt(0) - 100;
        assertThat(transfer).isGreaterThanOrEqualTo(copied / 40);
      }
    }
    double rate = (double) own / (took[0] - 100); // 16.8 bytes a tick alone, 11.2 beside it
    assertThat(took[1] - took[0]).isGreaterThan((long) (transfer * (1 - 11.2 / rate)));
  }

  @Test
  void tiesMayBePermuted() {
    String expected = null;
    for (long shuffle = 0; shuffle <= 5; shuffle++) {
      Simulation simulation =
          shuffle == 0
              ? Simulation.builder().build()
              : Simulation.builder().shuffleTies(shuffle).build();
      GpuMachine machine = usual(simulation, 2);
      machine.launch(0, ToyUnit.plan(40, SIZE, 3), new ToyUnit.Source(40, SIZE), 0);
      finish(simulation, machine);
      String result = simulation.fingerprint() + statistics(machine, machine.finishedAt(0));
      expected = expected == null ? result : expected;
      assertThat(result).isEqualTo(expected);
    }
  }

  @Test
  void theCutIntoPartitionsChangesNothing() {
    String expected = null;
    for (int clusters : new int[] {0, 1, 2, 4}) {
      Simulation simulation = Simulation.builder().build();
      GpuMachine machine = usual(simulation, clusters);
      assertThat(simulation.partitions()).hasSize(1 + clusters);
      machine.launch(0, ToyUnit.plan(40, SIZE, 3), new ToyUnit.Source(40, SIZE), 0);
      finish(simulation, machine);
      String result = simulation.fingerprint() + statistics(machine, machine.finishedAt(0));
      expected = expected == null ? result : expected;
      assertThat(result).isEqualTo(expected);
    }
  }

  @Test
  void unitsOfANearDispatcherBelongToItsPartition() {
    for (int latency : new int[] {1, 3, 4}) {
      DispatcherConfig near =
          new DispatcherConfig(100, new Rate(1, 6), latency, 1, 3, DispatcherConfig.Domain.NONE, 1);
      assertThat(new GpuConfig(4, 2, 0, near, null).clusters()).isEqualTo(latency < 4 ? 0 : 2);
    }
  }

  @Property(tries = 40)
  void anyCapacitiesFinish(
      @ForAll @IntRange(min = 1, max = 5) int units,
      @ForAll @IntRange(min = 1, max = 3) int resident,
      @ForAll @IntRange(min = 1, max = 3) int capacity,
      @ForAll boolean l1,
      @ForAll boolean l2) {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine =
        machine(
            simulation,
            units,
            Math.min(2, units),
            new Rig.Shape(
                0, 0, l1, l2, false, 64, capacity, capacity, capacity, capacity, 0, 1, 1, capacity),
            new DispatcherConfig(
                0, new Rate(capacity, 2), 1, capacity, resident, DispatcherConfig.Domain.NONE, 1),
            GroupPlacement.roundRobin(GroupPlacement.inOrder(units)));
    machine.launch(0, ToyUnit.plan(20, SIZE, resident), new ToyUnit.Source(20, SIZE), 0);
    finish(simulation, machine);
    assertThat(statistics(machine, machine.finishedAt(0))).containsEntry("work_groups", 20L);
  }

  // ------------------------------------------------------------------ who goes where

  private String order(int units, int resident, int groups, DispatcherConfig d, PlacementRule p) {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine = machine(simulation, units, 1, Rig.usual(true, true, false), d, p);
    machine.launch(0, ToyUnit.plan(groups, SIZE, resident), new ToyUnit.Source(groups, SIZE), 0);
    finish(simulation, machine);
    return log.toString().trim();
  }

  @Test
  void groupsGoBreadthFirst() {
    assertThat(
            order(
                4,
                2,
                8,
                dispatcher(2),
                GroupPlacement.breadthFirst(GroupPlacement.acrossParts(2, 2))))
        .isEqualTo("0@0 1@2 2@1 3@3 4@0 5@2 6@1 7@3");
  }

  private static DispatcherConfig engines(int engines, int groupsPerUnit, long ticksOfGroup) {
    return new DispatcherConfig(
            0, new Rate(1, ticksOfGroup), 5, 1, groupsPerUnit, DispatcherConfig.Domain.NONE, 1)
        .with(engines);
  }

  @Test
  void groupsAlternateBetweenEnginesThatDispatch() {
    // unit 1 is the next in order, but its engine has just started a group on unit 0
    assertThat(order(4, 2, 8, engines(2, 2, 6), GroupPlacement.breadthFirst(0, 1, 2, 3)))
        .startsWith("0@0 1@2 2@1 3@3");
    log.setLength(0);
    assertThat(order(4, 2, 8, engines(1, 2, 6), GroupPlacement.breadthFirst(0, 1, 2, 3)))
        .startsWith("0@0 1@1 2@2 3@3");
  }

  @Test
  void twoEnginesDispatchTwiceAsManyGroupsOfOneInAnInterval() {
    long one = dispatched(engines(1, 3, 10_000));
    long two = dispatched(engines(2, 3, 10_000));
    assertThat(one).isBetween(19 * 10_000L, 20 * 10_000L); // the twentieth begins
    assertThat(two).isBetween(9 * 10_000L, 10 * 10_000L);
  }

  private long dispatched(DispatcherConfig config) {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine =
        machine(
            simulation,
            4,
            2,
            Rig.usual(true, true, false),
            config,
            GroupPlacement.breadthFirst(GroupPlacement.acrossParts(2, 2)));
    machine.launch(0, ToyUnit.plan(20, SIZE, 3), new ToyUnit.Source(20, SIZE), 0);
    finish(simulation, machine);
    return machine.finishedAt(0);
  }

  @Test
  void anEngineWaitsForItsTurnWhereTheOtherHasNoRoom() {
    // unit 1 alone has room for all: its engine's interval counts, and the launch ends
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine =
        machine(
            simulation,
            2,
            1,
            Rig.usual(true, true, false),
            engines(2, 3, 5_000),
            GroupPlacement.firstWithRoom(1));
    machine.launch(0, ToyUnit.plan(5, SIZE, 3), new ToyUnit.Source(5, SIZE), 0);
    finish(simulation, machine);
    assertThat(machine.finishedAt(0)).isBetween(4 * 5_000L, 5 * 5_000L);
  }

  @Test
  void groupsFillOneUnitBeforeTheNext() {
    assertThat(order(3, 2, 6, dispatcher(2), GroupPlacement.firstWithRoom(2, 0, 1)))
        .isEqualTo("0@2 1@2 2@0 3@0 4@1 5@1");
  }

  @Test
  void groupsGoRoundDies() {
    assertThat(
            order(
                4,
                2,
                6,
                dispatcher(2),
                GroupPlacement.roundRobinDies(new int[][] {{0, 1}, {2, 3}})))
        .isEqualTo("0@0 1@2 2@1 3@3 4@0 5@2");
  }

  @Test
  void groupsGoRoundRobin() {
    assertThat(order(3, 2, 6, dispatcher(2), GroupPlacement.roundRobin(0, 1, 2)))
        .isEqualTo("0@0 1@1 2@2 3@0 4@1 5@2");
  }

  @Test
  void aUnitNeverHoldsMoreThanItMay() {
    // one group at a time on two units: the third group waits for the first to end
    String order = order(2, 1, 6, dispatcher(3), GroupPlacement.breadthFirst(0, 1));
    assertThat(order).startsWith("0@0 1@1 2@0 3@1");
  }

  @Test
  void aDomainLimitsItsWavefronts() {
    // 2 units share room for 6 wavefronts: two groups of three, although each unit may hold three
    DispatcherConfig limited =
        new DispatcherConfig(0, new Rate(1, 1), 1, 1, 3, new DispatcherConfig.Domain(2, 6), 1);
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine =
        machine(
            simulation,
            4,
            1,
            Rig.usual(true, true, false),
            limited,
            GroupPlacement.firstWithRoom(0, 1, 2, 3));
    machine.launch(0, ToyUnit.plan(4, SIZE, 3), new ToyUnit.Source(4, SIZE), 0);
    finish(simulation, machine);
    assertThat(log.toString().trim()).isEqualTo("0@0 1@0 2@2 3@2");
  }

  @Test
  void aPlacementWithoutRoomIsFound() {
    Simulation simulation = Simulation.builder().build();
    GpuMachine machine =
        machine(simulation, 1, 1, Rig.usual(true, true, false), dispatcher(1), (group, who) -> 0);
    machine.launch(0, ToyUnit.plan(4, SIZE, 1), new ToyUnit.Source(4, SIZE), 0);
    assertThatThrownBy(simulation::run).hasMessageContaining("has no room");
  }

  @Test
  void buffersAreLaidOutInOrder() {
    GpuMachine machine = usual(Simulation.builder().build(), 1);
    long[] addresses = new long[3];
    assertThat(machine.place(new long[] {100, 256, 1}, addresses)).isEqualTo(768);
    assertThat(addresses).containsExactly(0, 256, 512);
  }

  @Test
  void framesThatCannotBeAreRefused() {
    assertThatThrownBy(() -> new GpuConfig(2, 3, 0, null, null)).hasMessageContaining("3 clusters");
    assertThatThrownBy(
            () -> new DispatcherConfig(0, new Rate(1, 1), 0, 1, 1, DispatcherConfig.Domain.NONE, 1))
        .hasMessageContaining("latency 0");
    assertThatThrownBy(() -> new DispatcherConfig.Domain(2, 0))
        .hasMessageContaining("0 wavefronts");
    assertThatThrownBy(() -> ToyUnit.config(0, 1)).hasMessageContaining("0 groups");
    assertThatThrownBy(() -> new NetworkConfig(0, 1, new Rate(1, 1), 0))
        .hasMessageContaining("0 and 1");
  }
}
