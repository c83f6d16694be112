// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.core.engine.Simulation;
import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.trace.record.Geometry;
import org.junit.jupiter.api.Test;

/** Times of asynchronous copies on an A100 or an H100, with the code that it gets. */
class AsyncCopiesTest {
  private static final String MODULE = ".shared .align 16 .b8 s[16384];";
  private static final String HEAD =
      "mov.u32 %r10, s;\nshl.b32 %r11, %r2, 4;\nadd.s32 %r12, %r10, %r11;\n"
          + "mul.wide.u32 %rd6, %r2, 16;\nadd.s64 %rd7, %rd1, %rd6;\n";
  private static final String TAIL = "bar.sync 0;\nld.shared.u32 %r13, [s];\n";
  private static final long BYTES = 1 << 22;

  /** A board with the code of the family. */
  private static final class Compiled extends PtxBoard {
    private final DeviceSpec spec;

    Compiled(String... overrides) {
      this(TestDevices.spec("a100"), overrides);
    }

    Compiled(DeviceSpec base, String... overrides) {
      spec = changed(base, overrides);
    }

    @Override
    protected Machine assemble(Simulation simulation) {
      return TestDevices.assemble(simulation, spec);
    }

    @Override
    protected MachineKernel lower(Kernel kernel, Geometry geometry) {
      return new SassLowering(spec).lower(kernel);
    }

    @Override
    protected Occupancy occupancy(MachineKernel code, Geometry geometry) {
      SmOccupancy rules = new SmOccupancy(spec);
      int bytes = code.kernel().localBytes();
      return Occupancy.of(
          rules.limits(), rules.needs(geometry.groupSize(), code.registers(), bytes));
    }
  }

  private static PtxBoard.Run run(PtxBoard board, int threads, String body) {
    Kernel kernel = PtxBoard.kernel(MODULE, HEAD + body + TAIL + "st.global.u32 [%rd5], %r13;");
    return board.run(kernel, 1, threads, 16, BYTES, null);
  }

  private static String copy(String kind, int to, int from) {
    return "cp.async.%s.shared.global [%%r12+%s], [%%rd7+%s], 16;\n".formatted(kind, to, from);
  }

  @Test
  void aWarpIssuesACopyEveryFourClocks() {
    assertThat(clocks(24) - clocks(8)).isCloseTo(64, within(5L));
  }

  /** Returns the clocks of a kernel that waits for none of some copies. */
  private static long clocks(int copies) {
    StringBuilder body = new StringBuilder();
    for (int k = 0; k < copies; k++) {
      body.append(copy("cg", 512 * k, 512 * k));
    }
    Compiled noFetch = new Compiled("l0.latency=0cycles", "instruction_cache.latency=0cycles");
    return run(noFetch, 32, body.toString()).clocks();
  }

  /** A loop that computes on a tile while the next one is loaded. */
  private static String pipeline(String start, String next, String arrived) {
    return "mov.f32 %f1, %f0;\nmov.u32 %r30, 0;\n"
        + start
        + "loop:\n"
        + next
        + arrived
        + "bar.sync 0;\nld.shared.f32 %f2, [%r12];\n"
        + "fma.rn.f32 %f1, %f1, %f2, %f1;\n".repeat(60)
        + "bar.sync 0;\nadd.s64 %rd7, %rd7, 4096;\n"
        + "add.u32 %r30, %r30, 1;\nsetp.lt.u32 %p1, %r30, 32;\n@%p1 bra loop;\n"
        + "cp.async.wait_all;\nst.global.f32 [%rd4], %f1;\n";
  }

  @Test
  void aPipelineOfTwoStagesIsFasterThanLoadStoreAndBarrier() {
    String commit = "cp.async.commit_group;\n";
    String copies =
        pipeline(
            copy("cg", 0, 0) + commit, copy("cg", 4096, 4096) + commit, "cp.async.wait_group 1;\n");
    String loads =
        pipeline(
            "",
            "ld.global.v4.u32 {%r40, %r41, %r42, %r43}, [%rd7];\n"
                + "st.shared.v4.u32 [%r12], {%r40, %r41, %r42, %r43};\n",
            "");
    Compiled board = new Compiled();
    long pipelined = run(board, 256, copies).clocks();
    assertThat(pipelined).isLessThan(run(board, 256, loads).clocks() * 3 / 4);
    Compiled without = new Compiled("compiler.without=async_copies");
    assertThat(pipelined).isLessThan(run(without, 256, copies).clocks());
  }

  /** A bulk copy of some bytes by one thread, after which it computes and then waits. */
  private static long bulk(int bytes, int computes) {
    String body =
        "mov.u32 %r20, SIZE;\nmov.u32 %r21, s;\nmov.u64 %rd8, %rd1;\n"
            + "mbarrier.init.shared.b64 [s+16000], 1;\n"
            + "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r21], [%rd8], %r20,"
            + " [s+16000];\n"
            + "mbarrier.arrive.expect_tx.shared.b64 %rd9, [s+16000], %r20;\n"
            + "mov.f32 %f1, %f0;\n"
            + "fma.rn.f32 %f1, %f1, %f1, %f1;\n".repeat(computes)
            + "st.global.f32 [%rd4], %f1;\n"
            + "wait: mbarrier.try_wait.shared.b64 %p1, [s+16000], %rd9;\n@!%p1 bra wait;\n";
    Compiled h100 = new Compiled(TestDevices.spec("h100_sxm"));
    return run(h100, 1, body.replace("SIZE", Integer.toString(bytes))).clocks();
  }

  @Test
  void aWarpThatWaitsForTheBytesOfABulkCopyWaitsForItsData() {
    long small = bulk(16, 0);
    assertThat(small).isGreaterThan(bulk(0, 0) + 300);
    assertThat(bulk(1024, 0)).isBetween(small, small + 200);
    assertThat(bulk(8192, 0)).isGreaterThan(small + 400);
    assertThat(bulk(1024, 100)).isLessThan(bulk(1024, 0) + 250);
  }

  @Test
  void leavingAGroupUnderWayWaitsForLess() {
    String two =
        copy("cg", 0, 0)
            + "cp.async.commit_group;\n"
            + "mov.f32 %f1, %f0;\n"
            + "fma.rn.f32 %f1, %f1, %f1, %f1;\n".repeat(100)
            + "st.global.f32 [%rd4], %f1;\n"
            + copy("cg", 4096, 1 << 20)
            + "cp.async.commit_group;\ncp.async.wait_group N;\n"
            + "fma.rn.f32 %f1, %f1, %f1, %f1;\n".repeat(100)
            + "st.global.f32 [%rd4+4096], %f1;\n";
    Compiled board = new Compiled();
    long all = run(board, 32, two.replace("N", "0")).clocks();
    long one = run(board, 32, two.replace("N", "1")).clocks();
    long none = run(board, 32, two.replace("N", "2")).clocks();
    assertThat(one).isLessThan(all - 200);
    assertThat(none).isLessThanOrEqualTo(one);
  }

  @Test
  void aCopyThatPassesByTheFirstLevelLeavesNoLineThere() {
    String twice =
        "KIND"
            + "cp.async.wait_all;\nld.global.u32 %r14, [%rd7];\n"
            + "st.global.u32 [%rd4+4096], %r14;\n";
    Compiled board = new Compiled();
    long cached = run(board, 32, twice.replace("KIND", copy("ca", 0, 0))).get("l1.hits");
    long uncached = run(board, 32, twice.replace("KIND", copy("cg", 0, 0))).get("l1.hits");
    assertThat(cached).isGreaterThan(uncached);
  }

  @Test
  void conflictsOfTheWriteDelayACopy() {
    String even = copy("cg", 0, 0).repeat(32) + "cp.async.wait_all;\n";
    String same = "and.b32 %r14, %r2, 7;\nshl.b32 %r14, %r14, 10;\nadd.s32 %r12, %r10, %r14;\n";
    Compiled board = new Compiled();
    long apart = run(board, 32, even).clocks();
    assertThat(run(board, 32, same + even).clocks()).isGreaterThan(apart + 100);
  }
}
