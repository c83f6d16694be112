// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.type.Type;
import io.lockstep.observe.Observation;
import io.lockstep.observe.ObservedMachine;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.launch.LaunchCursor;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.run.sample.Sampler;
import io.lockstep.run.stream.StreamOperation;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.file.HeldProgram;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A slot that runs launches of 3 and of 2 work-groups on a machine that only takes notes. */
class LaunchSlotTest {
  private static final int[] GROUPS = {3, 2};
  private static final long HERTZ = 1_000_000_000;

  private final List<String> heard = new ArrayList<>();
  private final Simulation simulation = Simulation.builder().build();
  private final Observation none = Observation.none();
  private final Quiet machine = new Quiet();
  private Optional<Sampler.LeftOut> leftOut = Optional.empty();
  private final LaunchSlot slot = slot();

  @AfterEach
  void closeObservationAndSimulation() {
    none.close();
    simulation.close();
  }

  private static List<ProgramItem> items() {
    List<ProgramItem> items = new ArrayList<>();
    for (int number = 0; number < GROUPS.length; number++) {
      Geometry geometry = new Geometry(GROUPS[number], 1, 1, 32, 1, 1);
      HostStep.Launch launch = new HostStep.Launch(number, 0, geometry, 0, List.of(), 1, 0);
      items.add(launch);
      for (int group = 0; group < GROUPS[number]; group++) {
        items.add(new WorkGroupRecord(group, List.of()));
      }
      items.add(LaunchEnd.of(launch));
    }
    return items;
  }

  private LaunchSlot slot() {
    Catalogue catalogue = new Catalogue(Plugins.builtIn());
    Device device = catalogue.device(catalogue.spec("gtx280"));
    Program program =
        new Program(
            "two launches",
            List.of(Kernels.copy(false)),
            List.of(new BufferInfo(0, "a", Type.I8, 64, 64)),
            new TreeMap<>(),
            0,
            Program.Timing.REGION,
            ProgramStreams.NONE);
    HeldProgram recording = new HeldProgram(program, items(), new Outcome(null, "", List.of(), 0));
    FamilyStatistics declared = catalogue.statistics("g80");
    Sampler sampler = new Given();
    LaunchObservation observed =
        new LaunchObservation(
            RunOptions.defaults().with().byLine(true).build(),
            device,
            declared,
            program,
            machine,
            sampler);
    observed.begin(
        none.device(
            device.spec(),
            program,
            new ObservedMachine(simulation, machine, declared.registry(), s -> s, HERTZ)),
        true);
    return new LaunchSlot(
        0,
        machine,
        new LaunchPlans(device, program, new long[1]),
        observed,
        sampler,
        new LaunchCursor(recording::replay));
  }

  private OptionalLong start(int launch, long tick) {
    HostStep.Launch step = (HostStep.Launch) items().get(launch == 0 ? 0 : GROUPS[0] + 2);
    return slot.start(new StreamOperation(launch, launch, 0, 0, 0, step, null, 0), tick, HERTZ);
  }

  private int pull(int most) {
    int pulled = 0;
    while (pulled < most && slot.next() == WorkGroupSource.Status.RECORD) {
      assertThat(slot.record().group()).isEqualTo(pulled);
      pulled++;
    }
    return pulled;
  }

  @Test
  void groupsBeginAsTheMachinePullsThemAndFinishWithTheirLaunch() {
    assertThat(start(0, 5)).isEmpty();
    assertThat(heard).containsExactly("launch 0 at 5");
    assertThat(slot.endedAt()).isEqualTo(StreamOperation.UNKNOWN);
    assertThat(pull(2)).isEqualTo(2);
    assertThat(slot.groupsBegun()).isEqualTo(2);
    assertThat(slot.groupsFinished()).isZero();
  }

  @Test
  void aLaunchThatHasEndedCountsAndTheNextOneAddsToIt() {
    start(0, 5);
    assertThat(pull(9)).isEqualTo(3);
    machine.finished = 40;
    assertThat(slot.endedAt()).isEqualTo(40);
    slot.ends(40, 35_000, true);
    assertThat(slot.groupsFinished()).isEqualTo(3);
    assertThat(heard).containsExactly("launch 0 at 5", "rows at 40");
    machine.finished = -1;
    start(1, 50);
    assertThat(pull(9)).isEqualTo(2);
    assertThat(slot.groupsBegun()).isEqualTo(5);
    assertThat(slot.groupsFinished()).isEqualTo(3);
    slot.ends(60, 10_000, false); // its results belong to another pass
    assertThat(slot.groupsFinished()).isEqualTo(5);
    assertThat(heard).containsExactly("launch 0 at 5", "rows at 40", "launch 0 at 50");
  }

  @Test
  void anotherPassBeginsAtTheFirstLaunch() {
    start(1, 5);
    assertThat(pull(9)).isEqualTo(2);
    slot.ends(9, 4_000, true);
    slot.rewind();
    start(0, 10);
    assertThat(pull(9)).isEqualTo(3);
  }

  @Test
  void aLaunchThatIsLeftOutTakesItsTicksAndReportsThoseItStandsFor() {
    leftOut = Optional.of(new Sampler.LeftOut(30, OptionalLong.of(90)));
    assertThat(start(0, 5)).hasValue(30);
    assertThat(heard).containsExactly("rows at 35");
    leftOut = Optional.of(new Sampler.LeftOut(30, OptionalLong.empty()));
    assertThat(start(1, 35)).hasValue(30);
    assertThat(heard).containsExactly("rows at 35");
    assertThat(slot.groupsBegun()).isZero();
  }

  /** Leaves out what the test says. */
  private final class Given implements Sampler, Sampler.Estimate {
    @Override
    public Optional<LeftOut> skips(long number, HostStep.Launch launch, WorkGroupSource recorded) {
      return leftOut;
    }

    @Override
    public WorkGroupSource begin(
        long number, int slot, LaunchPlan plan, WorkGroupSource groups, long tick) {
      return groups;
    }

    @Override
    public OptionalLong ends(long number, long tick) {
      return OptionalLong.of(0);
    }

    @Override
    public Next next(int left, long idle) {
      return new Next(left, false);
    }

    @Override
    public Estimate estimate() {
      return this;
    }
  }

  /** A machine that notes its calls; tests say when its launches end. */
  private final class Quiet implements Machine {
    private long finished = -1;

    @Override
    public void launch(int slot, LaunchPlan launch, WorkGroupSource groups, long tick) {
      heard.add("launch " + slot + " at " + tick);
    }

    @Override
    public boolean idle(int slot) {
      return finished >= 0;
    }

    @Override
    public long finishedAt(int slot) {
      return finished;
    }

    @Override
    public Optional<RowTicks> rows(long tick) {
      heard.add("rows at " + tick);
      return Optional.empty();
    }

    @Override
    public void hostTouched() {}

    @Override
    public void resetStatistics(long tick) {}

    @Override
    public void statistics(long tick, StatisticsSink out) {}

    @Override
    public long place(long[] bufferBytes, long[] addressOut) {
      return 0;
    }
  }
}
