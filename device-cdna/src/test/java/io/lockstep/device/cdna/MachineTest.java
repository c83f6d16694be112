// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.Simulation;
import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.board.SharedStatistics;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole machine on real kernels: accounts, determinism, saved state. */
class MachineTest {
  private static final StatisticsRegistry DECLARED = SharedStatistics.with(new CdnaProvider());

  private static final long BYTES = 1 << 20;
  private static final int ITEMS = 30_000;

  /** What a run came to. */
  private record Run(long ticks, String fingerprint, SortedMap<String, Long> counts) {}

  /** Records of a kernel that reads one buffer, writes another and takes a count. */
  private static List<WorkGroupRecord> records(Kernel kernel, Geometry geometry, int count) {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("in", Type.I32, BYTES, null);
    memory.allocate("out", Type.I32, BYTES, null);
    GroupExecutor executor =
        new GroupExecutor(
            kernel,
            geometry,
            List.of(Address.of(0, 0), Address.of(1, 0), (long) count),
            0,
            memory,
            new int[kernel.variables().size()],
            ExecutionOptions.defaults());
    List<WorkGroupRecord> all = new ArrayList<>();
    for (long g = 0; g < geometry.groups(); g++) {
      all.add(executor.execute(g));
    }
    return all;
  }

  /** Hands out records and counts them. */
  private static final class Replay implements WorkGroupSource {
    private final List<WorkGroupRecord> records;
    private int next;

    Replay(List<WorkGroupRecord> records) {
      this.records = records;
    }

    @Override
    public Status next() {
      if (next == records.size()) {
        return Status.END;
      }
      next++;
      return Status.RECORD;
    }

    @Override
    public WorkGroupRecord record() {
      return records.get(next - 1);
    }
  }

  private static LaunchPlan plan(Device device, GpuMachine machine, Kernel kernel, Geometry g) {
    long[] addresses = new long[2];
    machine.place(new long[] {BYTES, BYTES}, addresses);
    MachineKernel code = device.lower(kernel);
    return new LaunchPlan(code, g, device.occupancy(code, g, 0), kernel.localBytes(), addresses);
  }

  private static Run run(
      String id, Kernel kernel, Geometry geometry, List<WorkGroupRecord> records, long shuffle) {
    Simulation.Builder builder = Simulation.builder();
    if (shuffle >= 0) {
      builder.shuffleTies(shuffle);
    }
    Simulation simulation = builder.build();
    Device device = new CdnaProvider().device(new CdnaProvider().spec(id));
    GpuMachine machine = (GpuMachine) device.assemble(simulation);
    machine.launch(0, plan(device, machine, kernel, geometry), new Replay(records), 0);
    simulation.run();
    assertThat(machine.idle(0)).as(simulation.diagnosis()).isTrue();
    SortedMap<String, Long> counts = new TreeMap<>();
    machine.statistics(
        simulation.now(),
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            assertThat(DECLARED.find(name)).as(name).isPresent();
            counts.put(name, value);
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {
            assertThat(DECLARED.find(name)).as(name).isPresent();
          }
        });
    return new Run(machine.finishedAt(0), simulation.fingerprint(), counts);
  }

  @Property(tries = 12)
  @Label("whatever the shape of a launch: causes add up, lanes are conserved, all groups run")
  void everyCycleOfEveryPortHasOneCause(
      @ForAll @IntRange(min = 1, max = 40) int groups,
      @ForAll @IntRange(min = 1, max = 256) int size,
      @ForAll @IntRange(min = 1, max = ITEMS) int items,
      @ForAll boolean first) {
    Kernel kernel = Kernels.corpus("histogram");
    Geometry geometry = new Geometry(groups, 1, 1, size, 1, 1);
    Run run =
        run(first ? "mi100" : "mi300a", kernel, geometry, records(kernel, geometry, items), -1);
    int ports = 14 * (first ? 120 : 228);
    long sum = 0;
    for (var e : run.counts().entrySet()) {
      sum += e.getKey().startsWith("issue.") ? e.getValue() : 0;
    }
    assertThat(sum % ports).isZero();
    assertThat(sum / ports).isGreaterThanOrEqualTo(run.ticks());
    assertThat(run.counts().get("work_groups")).isEqualTo(groups);
    assertThat(run.counts().get("wavefronts")).isEqualTo((long) groups * ((size + 63) / 64));
    assertThat(run.counts().get("lanes.active"))
        .isEqualTo(run.counts().get("work_item_instructions"));
    assertThat(run.counts().get("lds.cycles"))
        .isGreaterThanOrEqualTo(run.counts().get("lds.conflict_cycles"));
  }

  @ParameterizedTest(name = "{1} on {0}: orders of ties change nothing")
  @CsvSource({"mi100, reduce", "mi300a, reduce", "mi300a, histogram"})
  void ordersOfTiesChangeNothing(String id, String name) {
    Kernel kernel = Kernels.corpus(name);
    Geometry geometry = new Geometry(60, 1, 1, 256, 1, 1);
    List<WorkGroupRecord> records = records(kernel, geometry, ITEMS);
    Run expected = run(id, kernel, geometry, records, -1);
    for (int seed = 0; seed < 5; seed++) {
      assertThat(run(id, kernel, geometry, records, seed)).isEqualTo(expected);
    }
  }
}
