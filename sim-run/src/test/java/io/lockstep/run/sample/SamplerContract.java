// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.launch.LaunchCursor;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.Occupancy;
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
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every sampler keeps, on a machine that runs eight work-groups at once, each for ten ticks:
 * its results are those of the whole program.
 */
abstract class SamplerContract {
  private static final int AT_ONCE = 8;
  private static final long TICKS = 10;
  private static final String WORK_GROUPS = "work_groups";

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.builtIn());
  private static final Device DEVICE = CATALOGUE.device(CATALOGUE.spec("gtx280"));

  private final Kernel kernel = Kernels.copy(false);
  private final FakeMachine machine = new FakeMachine();
  private HeldProgram recording;
  private long now;
  private long executed; // work-groups in all passes
  private int passes;
  private long reported; // launches whose results belong to the last pass
  private long ticks; // of the launches of the last pass
  private Sampler sampler;

  private final List<List<Long>> gaps = new ArrayList<>(); // of simulated launches
  private final List<long[]> spans = new ArrayList<>(); // their begins and ends
  private final List<List<Long>> groups = new ArrayList<>(); // their work-groups

  /** Returns the request of which {@link Samplers#of} makes the sampler. */
  abstract Sampling request();

  /** Returns the class of the sampler. */
  abstract Class<? extends Sampler> type();

  /** Returns the number of launches of the program. */
  abstract int launches();

  /** Returns the number of work-groups of each launch, a multiple of eight. */
  abstract int groups();

  /** Returns whether the sampler leaves out anything of the program. */
  abstract boolean leavesOut();

  /** Runs the program as a device does, with {@code warmups} passes before the measured one. */
  private void run(int warmups) {
    recording = recording(warmups);
    sampler =
        Samplers.of(
            request(),
            () ->
                new SampledRun(
                    machine,
                    CATALOGUE.statistics("g80"),
                    () -> now,
                    () -> executed,
                    new LaunchCursor(recording::replay),
                    new Plans()),
            false);
    assertThat(sampler).isInstanceOf(type());
    int left = 1 + warmups;
    while (left > 0) {
      long busy = pass();
      Sampler.Next next = sampler.next(left - 1, now - busy);
      passes++;
      assertThat(passes).as("passes").isLessThan(20);
      if (next.left() > 0 && !next.continues()) {
        machine.resetStatistics(now);
      }
      left = next.left();
    }
  }

  /** Performs a pass; returns the tick at which it began plus the ticks of its launches. */
  private long pass() {
    reported = 0;
    ticks = 0;
    long began = now;
    try (ProgramSource source = recording.replay()) {
      ProgramReader reader = new ProgramReader(source);
      for (long number = 0; reader.next() == WorkGroupSource.Status.RECORD; number++) {
        HostStep.Launch launch = reader.step().asLaunch();
        Optional<Sampler.LeftOut> leftOut = sampler.skips(number, launch, reader.groups());
        if (leftOut.isPresent()) {
          reported++;
          ticks += leftOut.get().ticks();
        } else {
          simulate(number, plan(launch), reader.groups());
        }
      }
    }
    return now - began;
  }

  private void simulate(long number, LaunchPlan plan, WorkGroupSource all) {
    long start = now;
    WorkGroupSource simulated = sampler.begin(number, 0, plan, all, start);
    List<Long> pulled = new ArrayList<>();
    while (simulated.next() == WorkGroupSource.Status.RECORD) {
      pulled.add(simulated.record().group());
      machine.finished++;
      executed++;
      now += pulled.size() % AT_ONCE == 0 ? TICKS : 0;
    }
    OptionalLong more = sampler.ends(number, now);
    if (more.isPresent()) {
      reported++;
      ticks += now - start + more.getAsLong();
    }
    spans.add(new long[] {start, now});
    gaps.add(List.copyOf(sampler.estimate().gaps()));
    groups.add(pulled);
  }

  private HeldProgram recording(int warmups) {
    List<ProgramItem> items = new ArrayList<>();
    for (int l = 0; l < launches(); l++) {
      Geometry geometry = new Geometry(groups(), 1, 1, 32, 1, 1);
      List<Long> arguments = List.of(Address.of(0, 0), Address.of(0, 0));
      HostStep.Launch launch = new HostStep.Launch(l, 0, geometry, 0, arguments, 1, 0);
      items.add(launch);
      for (int g = 0; g < groups(); g++) {
        items.add(new WorkGroupRecord(g, List.of()));
      }
      items.add(LaunchEnd.of(launch));
    }
    Program program =
        new Program(
            "alike",
            List.of(kernel),
            List.of(new BufferInfo(0, "a", Type.I8, 4096, 4096)),
            new TreeMap<>(),
            warmups,
            Program.Timing.KERNELS,
            ProgramStreams.NONE);
    return new HeldProgram(program, items, new Outcome(null, "", List.of(), 0));
  }

  private LaunchPlan plan(HostStep.Launch launch) {
    return new LaunchPlan(
        DEVICE.lower(kernel),
        launch.geometry(),
        new Occupancy(AT_ONCE, AT_ONCE, AT_ONCE, AT_ONCE, "groups"),
        0,
        new long[] {1 << 20});
  }

  private Sampled report() {
    List<Sampled> reports = new ArrayList<>();
    sampler.estimate().report(1, reports::add);
    assertThat(reports).hasSize(request().isWanted() ? 1 : 0);
    return reports.isEmpty() ? null : reports.get(0);
  }

  private long workGroups() {
    long[] found = {-1};
    machine.statistics(
        now,
        sampler
            .estimate()
            .statistics(
                new StatisticsSink() {
                  @Override
                  public void count(String name, long value) {
                    found[0] = name.equals(WORK_GROUPS) ? value : found[0];
                  }

                  @Override
                  public void ratio(String name, long numerator, long denominator) {}
                }));
    return found[0];
  }

  // ------------------------------------------------------------------ the contract

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void theLastPassReportsEachLaunchOnce(int warmups) {
    run(warmups);
    assertThat(reported).isEqualTo(launches());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void workGroupsThatWereLeftOutCount(int warmups) {
    run(warmups);
    assertThat(workGroups()).isEqualTo((long) launches() * groups());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void theEstimatedTimeIsThatOfTheWholeProgram(int warmups) {
    run(warmups);
    long whole = TICKS * launches() * groups() / AT_ONCE;
    Sampled report = report();
    long interval = report == null ? 0 : report.totals().interval();
    assertThat(interval).isLessThanOrEqualTo(whole / 20);
    assertThat(ticks).isCloseTo(whole, within(interval));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void simulatedAndLeftOutWorkGroupsAreThoseOfTheProgram(int warmups) {
    run(warmups);
    Sampled report = report();
    if (report == null) {
      assertThat(executed).isEqualTo((1L + warmups) * launches() * groups());
    } else {
      SampleTotals totals = report.totals();
      assertThat(totals.groups() + totals.skipped()).isEqualTo((long) launches() * groups());
      assertThat(report.events()).isEqualTo(executed);
    }
    assertThat(executed < (1L + warmups) * launches() * groups()).isEqualTo(leavesOut());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aLaunchSimulatesItsWorkGroupsInOrderAndTheLastOnesAlways(int warmups) {
    run(warmups);
    assertThat(groups).isNotEmpty();
    for (List<Long> pulled : groups) {
      assertThat(pulled).isSorted().doesNotHaveDuplicates().endsWith(groups() - 1L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void gapsAreTicksOfTheirLaunchInOrder(int warmups) {
    run(warmups);
    boolean any = false;
    for (int l = 0; l < gaps.size(); l++) {
      long[] span = spans.get(l);
      assertThat(gaps.get(l)).isSorted().allMatch(t -> t >= span[0] && t <= span[1]);
      any |= !gaps.get(l).isEmpty();
    }
    assertThat(any).isEqualTo(leavesOut());
  }

  // ------------------------------------------------------------------ the machine

  private final class Plans implements SampledRun.Plans {
    @Override
    public Program program() {
      return recording.program();
    }

    @Override
    public LaunchPlan plan(HostStep.Launch launch) {
      return SamplerContract.this.plan(launch);
    }

    @Override
    public WorkGroupSource groups(HostStep.Launch launch, WorkGroupSource recorded) {
      return recorded;
    }
  }

  /** Counts the work-groups that the contract's loop runs. */
  private static final class FakeMachine implements Machine {
    private long finished; // work-groups since the last reset

    @Override
    public void statistics(long tick, StatisticsSink out) {
      out.count(WORK_GROUPS, finished);
    }

    @Override
    public void interim(long tick, StatisticsSink out) {
      statistics(tick, out);
    }

    @Override
    public void resetStatistics(long tick) {
      finished = 0;
    }

    @Override
    public long capacity(int slot) {
      return AT_ONCE;
    }

    @Override
    public long warm(LaunchPlan launch, WorkGroupRecord group) {
      return 64;
    }

    @Override
    public long keptBytes() {
      return 1 << 16;
    }

    @Override
    public long warmBytes() {
      return 1 << 12;
    }

    @Override
    public void launch(int slot, LaunchPlan launch, WorkGroupSource groups, long tick) {
      throw new UnsupportedOperationException("launches run in the contract's loop");
    }

    @Override
    public boolean idle(int slot) {
      return true;
    }

    @Override
    public long finishedAt(int slot) {
      throw new UnsupportedOperationException("launches run in the contract's loop");
    }

    @Override
    public void hostTouched() {}

    @Override
    public long place(long[] bufferBytes, long[] addressOut) {
      return 0;
    }
  }
}
