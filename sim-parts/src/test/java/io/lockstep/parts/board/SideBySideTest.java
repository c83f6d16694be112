// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.dispatch.PlacementRule;
import io.lockstep.parts.memory.Rig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Launches side by side in a machine of three queues. */
class SideBySideTest {
  private static final int START = 100; // ticks from a launch to its first group
  private static final int SIZE = 160; // work-items of a group, ten wavefronts
  private static final int QUEUES = 3;

  /** A launch of a test. */
  private record Launch(int slot, int groups, int size, int resident, long tick) {
    LaunchPlan plan() {
      return plan(false);
    }

    LaunchPlan plan(boolean cooperative) {
      LaunchPlan plan = ToyUnit.plan(groups, size, resident);
      return new LaunchPlan(
          plan.code(),
          plan.geometry(),
          plan.occupancy(),
          0,
          plan.bufferAddress(),
          List.of(),
          Optional.empty(),
          cooperative);
    }
  }

  /** A machine in its simulation, with what its units began: "group@unit". */
  private static final class Board {
    final StringBuilder log = new StringBuilder();
    final Simulation simulation;
    final GpuMachine machine;
    final ToyUnit.Source[] sources = new ToyUnit.Source[QUEUES];

    Board(int units, int groupsPerUnit, int clusters, int threads, PlacementRule placement) {
      simulation = Simulation.builder().threads(threads).build();
      DispatcherConfig dispatcher =
          new DispatcherConfig(
              START, new Rate(1, 6), 5, 1, groupsPerUnit, DispatcherConfig.Domain.NONE, 1);
      Rig.Shape shape = Rig.usual(true, true, true);
      machine =
          new GpuMachine(
              simulation,
              new GpuConfig(units, clusters, 0, dispatcher, Rig.side(shape, 256)).with(QUEUES),
              new Rig.Map(shape.slices(), shape.channels(), 256),
              placement,
              (cluster, index, memory) ->
                  new ToyUnit(
                      cluster,
                      index,
                      memory,
                      ToyUnit.config(groupsPerUnit, 64),
                      Rig.unit(shape),
                      clusters == 1 ? log : null));
    }

    Board(int units, int groupsPerUnit, int clusters, int threads) {
      this(
          units,
          groupsPerUnit,
          clusters,
          threads,
          GroupPlacement.breadthFirst(GroupPlacement.inOrder(units)));
    }

    /** A board whose second level has what groups of up to a number read and write. */
    static Board warm(int units, int groupsPerUnit, int groups) {
      Board board = new Board(units, groupsPerUnit, 1, 1);
      board.launch(new Launch(0, groups, SIZE, 1, 0));
      board.finish();
      board.log.setLength(0);
      return board;
    }

    void launch(Launch wanted) {
      launch(wanted, wanted.plan());
    }

    void launch(Launch wanted, LaunchPlan plan) {
      int slot = wanted.slot;
      sources[slot] = new ToyUnit.Source(wanted.groups, wanted.size);
      machine.launch(slot, plan, sources[slot], wanted.tick);
    }

    /** Runs until something ends. */
    Simulation.Status run() {
      Simulation.Status status = simulation.run();
      assertThat(status).isIn(Simulation.Status.PAUSED, Simulation.Status.DONE);
      return status;
    }

    Board finish() {
      while (run() == Simulation.Status.PAUSED) {
        assertThat(simulation.now()).isPositive();
      }
      assertThat(isIdle()).as(simulation.diagnosis()).isTrue();
      return this;
    }

    boolean isIdle() {
      return IntStream.range(0, QUEUES).allMatch(machine::idle);
    }

    long finishedAt() {
      return IntStream.range(0, QUEUES).mapToLong(machine::finishedAt).max().orElseThrow();
    }

    String result() {
      StringBuilder out = new StringBuilder(simulation.fingerprint());
      for (int s = 0; s < QUEUES; s++) {
        out.append(' ').append(machine.finishedAt(s));
      }
      return out + " " + statistics();
    }

    Map<String, Long> statistics() {
      Map<String, Long> counts = new TreeMap<>();
      machine.statistics(
          finishedAt(),
          new StatisticsSink() {
            @Override
            public void count(String name, long value) {
              counts.put(name, value);
            }

            @Override
            public void ratio(String name, long numerator, long denominator) {
              counts.put(name, numerator * 1000 / Math.max(1, denominator));
            }
          });
      return counts;
    }

    /** Ticks that launches took that began together at a tick, their starts not counted. */
    long work(Launch... launches) {
      long tick = simulation.now() + 10;
      for (Launch one : launches) {
        launch(new Launch(one.slot, one.groups, one.size, one.resident, tick));
      }
      finish();
      return finishedAt() - tick - START;
    }
  }

  @Test
  void kernelsThatNeedDifferentUnitsTakeTheTimeOfTheLonger() {
    Launch few = new Launch(0, 2, 16, 1, 0);
    Launch more = new Launch(1, 2, SIZE, 1, 0);
    long shorter = Board.warm(4, 1, 4).work(few);
    long longer = Board.warm(4, 1, 4).work(more);
    Board both = Board.warm(4, 1, 4);
    assertThat(shorter).isLessThan(longer / 2);
    // the two leave for their units in turn: two turns of six ticks, and a little of memory's time
    assertThat(both.work(few, more)).isCloseTo(longer, within(2 * 6 + 6L));
    assertThat(both.log.toString().trim().split(" ")).containsOnly("0@0", "0@1", "1@2", "1@3");
  }

  @Test
  void kernelsThatShareOneUnitTakeTheSumOfTheirWork() {
    Launch one = new Launch(0, 5, SIZE, 1, 0);
    Launch other = new Launch(1, 7, SIZE, 1, 0);
    long first = Board.warm(1, 1, 7).work(one);
    long second = Board.warm(1, 1, 7).work(other);
    Board both = Board.warm(1, 1, 7);
    // the unit passes in the turn behind the tick at which the first one's writes are done
    assertThat(both.work(one, other)).isEqualTo(first + second + 1);
  }

  @Test
  void kernelsThatFillTheDeviceHaveHalfOfTheUnitsEach() {
    Launch one = new Launch(0, 120, 16, 2, 0);
    Launch other = new Launch(1, 120, 16, 2, 0);
    long alone = Board.warm(4, 2, 12).work(one);
    Board both = Board.warm(4, 2, 12);
    // the ends of one, where units have fewer groups, overlap with the other's work
    assertThat(both.work(one, other)).isBetween(2 * alone * 96 / 100, 2 * alone);
    assertThat(both.machine.finishedAt(0))
        .as("they share, and end together")
        .isCloseTo(both.machine.finishedAt(1), within(alone / 20));
  }

  @Test
  void aLaunchBesideALongOneGetsUnitsAndEndsBeforeIt() {
    Board alone = new Board(4, 3, 1, 1);
    alone.launch(new Launch(0, 60, SIZE, 3, 0));
    alone.finish();
    Board both = new Board(4, 3, 1, 1);
    both.launch(new Launch(0, 60, SIZE, 3, 0));
    both.launch(new Launch(2, 4, 16, 3, 1_000));
    assertThat(both.run()).isEqualTo(Simulation.Status.PAUSED);
    assertThat(both.machine.idle(0)).isFalse();
    assertThat(both.machine.idle(2)).isTrue();
    long end = both.machine.finishedAt(2);
    long work = new Board(4, 3, 1, 1).work(new Launch(2, 4, 16, 3, 0));
    long groups = alone.finishedAt() / 5; // a unit holds its three for a fifth of all
    assertThat(end)
        .as("waits for the groups of two units, then runs")
        .isBetween(1_000 + START + work, 1_000 + START + work + groups + groups / 4);
    both.finish();
    assertThat(both.machine.finishedAt(0)).isGreaterThan(2 * end);
    assertThat(both.finishedAt()).isEqualTo(both.machine.finishedAt(0));
  }

  @Test
  void groupsDoNotCrowdOnTheFirstUnitThatPassesToThem() {
    Board board = new Board(4, 3, 1, 1);
    board.launch(new Launch(0, 1, 16, 1, 0)); // ends soon
    board.launch(new Launch(1, 3, SIZE, 1, 0));
    board.launch(new Launch(2, 4, 3 * SIZE, 2, 50));
    board.finish();
    assertThat(board.log.toString().trim()).isEqualTo("0@0 0@1 1@2 2@3 0@0 1@1 2@2 3@3");
  }

  @Test
  void theTimeOfKernelsSideBySideCountsOnce() {
    Board board = new Board(4, 1, 1, 1);
    board.launch(new Launch(0, 2, SIZE, 1, 0));
    board.launch(new Launch(1, 2, SIZE, 1, 50));
    board.launch(new Launch(2, 1, 16, 1, 100_000));
    board.finish();
    long first = Math.max(board.machine.finishedAt(0), board.machine.finishedAt(1));
    assertThat(board.statistics())
        .containsEntry("work_groups", 5L)
        .containsEntry("atomic.kernel_cycles", first + board.machine.finishedAt(2) - 100_000);
  }

  @Test
  void aCooperativeLaunchRunsAlone() {
    Board board = new Board(2, 2, 1, 1);
    Launch before = new Launch(0, 1, SIZE, 2, 0);
    Launch together = new Launch(1, 4, SIZE, 2, 0);
    Launch behind = new Launch(2, 1, 16, 2, 0);
    board.launch(before);
    board.launch(together, together.plan(true));
    board.launch(behind);
    List<Integer> ends = new ArrayList<>();
    while (!board.isIdle()) {
      board.run();
      for (int s = 0; s < QUEUES; s++) {
        if (board.machine.idle(s) && !ends.contains(s)) {
          ends.add(s);
        }
      }
    }
    assertThat(ends).containsExactly(0, 1, 2);
    assertThat(board.log.toString().trim()).isEqualTo("0@0 0@0 1@1 2@0 3@1 0@0");
  }

  @Test
  void whatBelongsToTheCodeOfOneLaunchIsMissingWhileTwoRun() {
    Board board = new Board(4, 1, 1, 1);
    board.machine.byRow(true);
    board.machine.byPath(true);
    board.launch(new Launch(0, 2, SIZE, 1, 0));
    board.launch(new Launch(1, 2, SIZE, 1, 50));
    board.finish();
    assertThat(board.machine.rows(board.finishedAt())).isEmpty();
    assertThat(board.machine.codeCounts()).isEmpty();
    assertThat(board.machine.path()).isEmpty();
    board.launch(new Launch(1, 2, SIZE, 1, board.simulation.now() + 10));
    board.finish();
    assertThat(board.machine.rows(board.finishedAt())).isPresent();
    assertThat(board.machine.codeCounts()).isPresent();
    assertThat(board.machine.path()).isPresent();
  }

  @Test
  void partitionsAndThreadsChangeNothing() {
    String expected = null;
    for (int[] cut : new int[][] {{0, 1}, {1, 1}, {2, 1}, {4, 1}, {2, 2}, {4, 2}}) {
      Board board = new Board(4, 3, cut[0], cut[1]);
      three(board);
      String result = board.finish().result();
      expected = expected == null ? result : expected;
      assertThat(result).as(Arrays.toString(cut)).isEqualTo(expected);
    }
  }

  private static final List<Launch> THREE =
      List.of(
          new Launch(0, 30, SIZE, 3, 0),
          new Launch(1, 20, 40, 2, 700),
          new Launch(2, 5, SIZE, 1, 1_100));

  private static void three(Board board) {
    THREE.forEach(board::launch);
  }

  @Property(tries = 60)
  void anyLaunchesRunToTheirEndsWhateverTheThreads(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 999) Integer> seeds,
      @ForAll @IntRange(min = 1, max = 5) int units,
      @ForAll @IntRange(min = 1, max = 3) int resident,
      @ForAll boolean inTurn) {
    String one = random(seeds, units, resident, inTurn, 1);
    assertThat(random(seeds, units, resident, inTurn, 2)).isEqualTo(one);
  }

  /** Launches of all sizes, each in the first slot that is free. */
  private static String random(
      List<Integer> seeds, int units, int resident, boolean inTurn, int threads) {
    int[] order = GroupPlacement.inOrder(units);
    Board board =
        new Board(
            units,
            resident,
            Math.min(2, units),
            threads,
            inTurn ? GroupPlacement.roundRobin(order) : GroupPlacement.breadthFirst(order));
    long groups = 0;
    StringBuilder ends = new StringBuilder();
    for (int seed : seeds) {
      int slot = 0;
      while (slot < QUEUES && !board.machine.idle(slot)) {
        slot++;
      }
      if (slot == QUEUES) {
        board.run();
        slot = 0;
        while (!board.machine.idle(slot)) {
          slot++;
        }
        ends.append(board.machine.finishedAt(slot)).append(' ');
      }
      int count = seed % 23;
      groups += count;
      long tick = board.simulation.now() + 20 + seed % 7 * 100;
      board.launch(new Launch(slot, count, 16 + seed % 150, 1 + seed % resident, tick));
    }
    board.finish();
    assertThat(board.statistics()).containsEntry("work_groups", groups);
    return ends + board.result();
  }

  @Test
  void numbersOfQueuesThatCannotBeAreRefused() {
    Board board = new Board(1, 1, 1, 1);
    assertThat(board.machine.launchSlots()).isEqualTo(QUEUES);
    DispatcherConfig dispatcher =
        new DispatcherConfig(0, new Rate(1, 1), 5, 1, 1, DispatcherConfig.Domain.NONE, 1);
    GpuConfig config = new GpuConfig(1, 0, 0, dispatcher, null);
    assertThat(config.queues()).isEqualTo(1);
    assertThatThrownBy(() -> config.with(0)).hasMessageContaining("0 hardware queues");
    assertThatThrownBy(() -> config.with(65)).hasMessageContaining("65 hardware queues");
  }
}
