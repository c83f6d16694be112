// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.memory.Rig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.TestCause;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Launches whose wavefronts have different widths, on one machine. */
class LaunchWidthsTest {
  private static final int UNITS = 3;
  private static final int RESIDENT = 2; // groups of a unit
  private static final int SLOTS = 64; // wavefronts of a unit
  private static final int OPERATIONS = 4; // of a work-item of the kernel

  /** A launch: work-groups, work-items of each, and of each wavefront. */
  private record Launch(int groups, int size, int width) {
    static Launch of(int seed) {
      return new Launch(1 + seed % 13, 1 + seed % 223, 8 << seed % 4);
    }

    long wavefronts() {
      long ofGroup = 0;
      for (int items = 0; items < size; items += width) {
        ofGroup++;
      }
      return groups * ofGroup;
    }
  }

  /** A machine in its simulation. */
  private static final class Board {
    final Simulation simulation = Simulation.builder().build();
    final GpuMachine machine;

    /**
     * @param usual work-items of a wavefront of launches that state no width
     */
    Board(int usual) {
      DispatcherConfig dispatcher =
          new DispatcherConfig(
              100, new Rate(1, 6), 5, 1, RESIDENT, DispatcherConfig.Domain.NONE, 1);
      Rig.Shape shape = Rig.usual(true, true, true);
      machine =
          new GpuMachine(
              simulation,
              new GpuConfig(UNITS, 1, 0, dispatcher, Rig.side(shape, 256)).with(2),
              new Rig.Map(shape.slices(), shape.channels(), 256),
              GroupPlacement.breadthFirst(GroupPlacement.inOrder(UNITS)),
              (cluster, index, memory) ->
                  new ToyUnit(
                      cluster,
                      index,
                      memory,
                      new ComputeUnitConfig(RESIDENT, SLOTS, usual, false, 1, TestCause.SCHEME),
                      Rig.unit(shape),
                      null));
    }

    void launch(int slot, Launch launch) {
      machine.launch(
          slot,
          ToyUnit.plan(launch.groups, launch.size, RESIDENT, launch.width),
          new ToyUnit.Source(launch.groups, launch.size),
          simulation.now() + 10);
    }

    void finish() {
      Simulation.Status status = Simulation.Status.PAUSED;
      while (status == Simulation.Status.PAUSED) {
        status = simulation.run();
      }
      assertThat(machine.idle(0) && machine.idle(1)).as(simulation.diagnosis()).isTrue();
    }

    Map<String, Long> counts() {
      Map<String, Long> counts = new HashMap<>();
      machine.statistics(
          simulation.now(),
          new StatisticsSink() {
            @Override
            public void count(String name, long value) {
              counts.put(name, value);
            }

            @Override
            public void ratio(String name, long numerator, long denominator) {
              // the counts say all
            }
          });
      return counts;
    }
  }

  @Property(tries = 100)
  @Label("a group has its work-items over the launch's width, rounded up, in wavefronts")
  void aGroupHasItsWorkItemsOverTheWidthInWavefronts(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 9_999) Integer> seeds,
      @ForAll boolean sideBySide) {
    Board board = new Board(16);
    long wavefronts = 0;
    long issued = 0;
    long active = 0;
    for (int i = 0; i < seeds.size(); i++) {
      Launch launch = Launch.of(seeds.get(i));
      board.launch(i % 2, launch);
      if (!sideBySide || i % 2 == 1) {
        board.finish();
      }
      wavefronts += launch.wavefronts();
      issued += launch.wavefronts() * launch.width * OPERATIONS;
      active += (long) launch.groups * launch.size * OPERATIONS;
    }
    board.finish();
    assertThat(board.counts())
        .containsEntry("wavefronts", wavefronts)
        .containsEntry("lanes.issued", issued)
        .containsEntry("lanes.active", active);
  }

  @Property(tries = 60)
  @Label("a launch takes the time of a machine of its width alone")
  void aLaunchTakesTheTimeOfAMachineOfItsWidth(@ForAll @IntRange(max = 9_999) int seed) {
    Launch launch = Launch.of(seed);
    Board own = new Board(launch.width);
    own.launch(0, new Launch(launch.groups, launch.size, 0));
    own.finish();
    Board both = new Board(launch.width == 16 ? 64 : 16);
    both.launch(0, launch);
    both.finish();
    assertThat(both.machine.finishedAt(0)).isEqualTo(own.machine.finishedAt(0));
    assertThat(both.simulation.fingerprint()).isEqualTo(own.simulation.fingerprint());
    assertThat(both.counts()).isEqualTo(own.counts());
  }
}
