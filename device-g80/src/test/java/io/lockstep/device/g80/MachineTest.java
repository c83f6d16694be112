// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Type;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The whole machine: accounts, determinism, dispatch, saved state. */
class MachineTest {
  /** A bit of everything: divergence, shared memory, barrier, special function, scattered loads. */
  private static final String BODY =
      """
      mov.u32 %r20, s;
      shl.b32 %r6, %r2, 2;
      add.s32 %r6, %r6, %r20;
      mul.lo.s32 %r7, %r5, 1103515245;
      and.b32 %r7, %r7, 65532;
      cvt.u64.u32 %rd6, %r7;
      add.s64 %rd6, %rd6, %rd1;
      ld.global.u32 %r8, [%rd6];
      add.s32 %r8, %r8, %r5;
      st.shared.u32 [%r6], %r8;
      bar.sync 0;
      xor.b32 %r9, %r2, 7;
      shl.b32 %r9, %r9, 2;
      add.s32 %r9, %r9, %r20;
      ld.shared.u32 %r10, [%r9];
      and.b32 %r11, %r10, 5;
      setp.eq.s32 %p1, %r11, 0;
      @%p1 bra SKIP;
      sqrt.approx.f32 %f1, %f0;
      cvt.rzi.s32.f32 %r12, %f1;
      add.s32 %r10, %r10, %r12;
      SKIP:
      st.global.u32 [%rd5], %r10;
      """;

  private static final Kernel KERNEL = Board.kernel(".shared .align 4 .b8 s[2048];", BODY);
  private static final long BYTES = 1 << 20;

  @Property(tries = 25)
  @Label("every clock of every port has one cause, and lanes add up, for any shape of launch")
  void everyCycleOfEveryPortHasOneCause(
      @ForAll @IntRange(min = 1, max = 60) int blocks,
      @ForAll @IntRange(min = 1, max = 512) int threads,
      @ForAll boolean first) {
    Board board = new Board(first ? "8800gt" : "gtx285");
    Board.Run run = board.run(KERNEL, blocks, threads); // the machine checks its own identities
    int units = board.device.spec().integer("unit.count");
    long sum = 0;
    for (Map.Entry<String, Long> e : run.statistics().entrySet()) {
      sum += e.getKey().startsWith("issue.") ? e.getValue() : 0;
    }
    assertThat(sum % units).isZero();
    assertThat(sum / units).isGreaterThanOrEqualTo(run.clocks());
    assertThat(run.get("wavefronts")).isEqualTo((long) blocks * ((threads + 31) / 32));
    assertThat(run.get("lanes.active")).isEqualTo(run.get("work_item_instructions"));
    assertThat(run.get("memory.bytes_requested")).isEqualTo(8L * blocks * threads);
  }

  @Test
  @DisplayName("ten orders of ties, the same results to the last figure")
  void tenOrdersOfTiesGiveTheSameResults() {
    Board board = new Board("gtx280");
    Geometry geometry = new Geometry(90, 1, 1, 128, 1, 1);
    Board.Run expected = board.run(KERNEL, geometry, 0, BYTES, null, -1);
    for (int seed = 0; seed < 10; seed++) {
      Board.Run run = board.run(KERNEL, geometry, 0, BYTES, null, seed);
      assertThat(run).isEqualTo(expected);
    }
  }

  @Test
  @DisplayName("the simulation's own partitions change nothing")
  void theSimulationsOwnPartitionsChangeNothing() {
    Board.Run one = new Board("8800gtx").run(KERNEL, 50, 256);
    Board.Run four = new Board("8800gtx", "simulation.clusters=4").run(KERNEL, 50, 256);
    assertThat(four.statistics()).isEqualTo(one.statistics());
    assertThat(four.clocks()).isEqualTo(one.clocks());
  }

  @Test
  @DisplayName("the smallest capacities slow a launch down and never stop it")
  void theSmallestCapacitiesSlowALaunchDownAndNeverStopIt() {
    String[] one = {
      "memory.queue=1",
      "memory.outstanding=1",
      "dram.read_queue=1",
      "dram.write_queue=4",
      "unit.groups=1",
      "dram.bypasses=0",
      "dram.banks=1"
    };
    Board.Run tight = new Board("gtx280", one).run(KERNEL, 40, 192);
    Board.Run usual = new Board("gtx280").run(KERNEL, 40, 192);
    assertThat(tight.clocks()).isGreaterThan(2 * usual.clocks());
    assertThat(tight.get("dram.bytes")).isEqualTo(usual.get("dram.bytes"));
    assertThat(tight.get("machine_instructions")).isEqualTo(usual.get("machine_instructions"));
  }

  @Test
  @DisplayName("60,000 empty blocks would take about 1.0 ms on 8800 GTX: 16.7 ns each")
  void emptyBlocksAreDispatchedEvery16Point7NanosecondsOn8800Gtx() {
    Board board = new Board("8800gtx");
    Board.Run run = board.run(Board.kernel("", ""), 3000, 64);
    double nanos = run.clocks() * 1e9 / board.device.tickHertz() / 3000;
    assertThat(nanos).isBetween(16.5, 17.2);
  }

  @Test
  @DisplayName("oldest first is a policy of its own")
  void oldestFirstIsAPolicyOfItsOwn() {
    Board.Run turn = new Board("gtx280").run(KERNEL, 60, 512);
    Board.Run oldest = new Board("gtx280", "issue.policy=oldest").run(KERNEL, 60, 512);
    assertThat(oldest.get("machine_instructions")).isEqualTo(turn.get("machine_instructions"));
    assertThat(oldest.clocks()).isNotEqualTo(turn.clocks());
  }

  @Test
  @DisplayName("run, save, load, run gives what one run gives")
  void savedState() {
    Board board = new Board("8800gtx");
    Geometry geometry = new Geometry(60, 1, 1, 160, 1, 1);
    List<WorkGroupRecord> records = records(geometry);
    Simulation whole = Simulation.builder().build();
    GpuMachine machine = launch(board, whole, geometry, Board.replaying(records));
    whole.run();
    long end = machine.finishedAt(0);
    for (long stop : new long[] {300, 1000, end / 2, end - 100}) {
      Simulation first = Simulation.builder().build();
      Counting source = new Counting(Board.replaying(records));
      launch(board, first, geometry, source);
      first.runUntil(stop);
      StateWriter out = new StateWriter();
      first.save(out);
      Simulation second = Simulation.builder().build();
      GpuMachine after = (GpuMachine) board.device.assemble(second);
      after.resume(
          0,
          plan(board, after, geometry),
          Board.replaying(records.subList(source.pulled, records.size())),
          group -> records.get((int) group));
      second.load(new StateReader(out.toBytes()));
      second.run();
      assertThat(after.idle(0)).isTrue();
      assertThat(after.finishedAt(0)).isEqualTo(end);
      assertThat(second.fingerprint()).isEqualTo(whole.fingerprint());
    }
  }

  private static List<WorkGroupRecord> records(Geometry geometry) {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("a", Type.I32, BYTES, null);
    memory.allocate("b", Type.I32, BYTES, null);
    GroupExecutor executor =
        new GroupExecutor(
            KERNEL,
            geometry,
            List.of(Address.of(0, 0), Address.of(1, 0), 0L),
            0,
            memory,
            new int[KERNEL.variables().size()],
            ExecutionOptions.defaults());
    return Board.record(executor, geometry);
  }

  private static LaunchPlan plan(Board board, GpuMachine machine, Geometry geometry) {
    long[] addresses = new long[2];
    machine.place(new long[] {BYTES, BYTES}, addresses);
    MachineKernel code = board.device.lower(KERNEL);
    return new LaunchPlan(
        code, geometry, board.device.occupancy(code, geometry, 0), KERNEL.localBytes(), addresses);
  }

  private static GpuMachine launch(
      Board board, Simulation simulation, Geometry geometry, WorkGroupSource source) {
    GpuMachine machine = (GpuMachine) board.device.assemble(simulation);
    machine.launch(0, plan(board, machine, geometry), source, 0);
    return machine;
  }

  /** Counts the records that were pulled. */
  private static final class Counting implements WorkGroupSource {
    private final WorkGroupSource source;
    private int pulled;

    Counting(WorkGroupSource source) {
      this.source = source;
    }

    @Override
    public Status next() {
      Status status = source.next();
      pulled += status == Status.RECORD ? 1 : 0;
      return status;
    }

    @Override
    public WorkGroupRecord record() {
      return source.record();
    }
  }
}
