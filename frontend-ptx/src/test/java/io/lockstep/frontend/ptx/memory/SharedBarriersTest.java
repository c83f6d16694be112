// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.frontend.ptx.Executed;
import io.lockstep.frontend.ptx.Ptx;
import io.lockstep.frontend.ptx.PtxFrontend;
import io.lockstep.kernel.analysis.LocalBarrier;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Barriers in shared memory, as they are read and executed by four work-items. */
class SharedBarriersTest {
  private static final String MODULE = ".shared .align 8 .b64 bar[4];\n.shared .b32 v[4];";
  private static final String INIT =
      "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra made;\nmbarrier.init.shared.b64 [bar], COUNT;\n"
          + "made: bar.sync 0;\n";

  @TempDir private Path folder;

  /** Work-items store %r7, or the low half of %rd7 if %r7 is not named. */
  private String miss(String body, int... expected) throws IOException {
    String head =
        "ld.param.u64 %rd1, [p0];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
            + "add.s64 %rd3, %rd1, %rd2;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, v;\n"
            + "add.s32 %r4, %r3, %r2;\n";
    String text = Ptx.text(MODULE, head + body + "st.global.u32 [%rd3], %r7;\n");
    return Executed.miss(folder, text, "o, {u32: 4}", expected);
  }

  private static String init(String count) {
    return INIT.replace("COUNT", count);
  }

  private static String wait(String label, String operand) {
    return label + ": mbarrier.test_wait" + operand + ";\n@!%p2 bra " + label + ";\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"test_wait", "try_wait"})
  void aWorkItemSeesWhatOthersWroteBeforeTheyArrived(String wait) throws IOException {
    String body =
        init("4")
            + "add.u32 %r5, %r1, 10;\nst.shared.u32 [%r4], %r5;\n"
            + "mbarrier.arrive.shared.b64 %rd4, [bar];\n"
            + wait("wait", ".shared::cta.b64 %p2, [bar], %rd4").replace("test_wait", wait)
            + "xor.b32 %r6, %r2, 12;\nadd.u32 %r6, %r6, %r3;\nld.shared.u32 %r7, [%r6];\n";
    assertThat(miss(body, 13, 12, 11, 10)).isNull();
  }

  @Test
  void onlyAWarpThatArrivesLaterLetsTheOthersGoOn() throws IOException {
    String body =
        init("1")
            + "mov.u32 %r7, 0;\nsetp.eq.u32 %p3, %r1, 3;\n@%p3 bra last;\n"
            + wait("wait", ".parity.shared.b64 %p2, [bar], 0")
            + "ld.shared.u32 %r7, [v];\nbra out;\n"
            + "last: st.shared.u32 [v], 77;\nmbarrier.arrive.shared.b64 _, [bar];\nout:\n";
    assertThat(miss(body, 77, 77, 77, 0)).isNull();
  }

  @Test
  void thePhaseBeforeTheFirstOneIsComplete() throws IOException {
    String body =
        init("4")
            + "mbarrier.test_wait.parity.shared.b64 %p2, [bar], 1;\nselp.u32 %r7, 1, 0, %p2;\n"
            + "mov.u32 %r8, 0;\nsetp.eq.u32 %p4, %r1, 9;\n@%p4 bra out;\n"
            + "mbarrier.arrive.shared.b64 _, [bar];\nout:\n";
    assertThat(miss(body, 1, 1, 1, 1)).isNull();
  }

  @Test
  void anArrivalReturnsHowManyWereMissing() throws IOException {
    String body =
        init("%r5")
            .replace("mbarrier.init", "mov.u32 %r5, 6;\nmbarrier.init")
            .concat(
                "mbarrier.arrive.shared.b64 %rd4, [bar];\n"
                    + "mbarrier.pending_count.b64 %r7, %rd4;\n");
    assertThat(miss(body, 6, 5, 4, 3)).isNull();
  }

  @Test
  void anArrivalMayCountSeveral() throws IOException {
    String body =
        init("9")
            + "mov.u32 %r5, 2;\n"
            + "mbarrier.arrive.noComplete.release.cta.shared.b64 %rd4, [bar], %r5;\n"
            + "mbarrier.pending_count.b64 %r7, %rd4;\n";
    assertThat(miss(body, 9, 7, 5, 3)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", 1", ", %r9"})
  void aWorkItemThatDropsOutIsMissingInNoLaterPhase(String count) throws IOException {
    String body =
        init("4")
            + "mov.u32 %r9, 1;\nmov.u32 %r7, 5;\nsetp.lt.u32 %p3, %r1, 3;\n@%p3 bra stays;\n"
            + "mbarrier.arrive_drop.shared.b64 %rd5, [bar]"
            + count
            + ";\nbra out;\nstays:\n"
            + "mbarrier.arrive.shared.b64 %rd4, [bar];\n"
            + wait("first", ".shared.b64 %p2, [bar], %rd4")
            + "mbarrier.arrive.shared.b64 %rd4, [bar];\n"
            + wait("second", ".shared.b64 %p2, [bar], %rd4")
            + "mbarrier.arrive.shared.b64 %rd4, [bar];\n"
            + "mbarrier.pending_count.b64 %r7, %rd4;\nout:\n";
    assertThat(miss(body, 3, 2, 1, 5)).isNull();
  }

  @Test
  void aGenericAddressNamesTheSameBarrier() throws IOException {
    String body =
        "mov.u64 %rd8, bar;\ncvta.shared.u64 %rd9, %rd8;\n"
            + init("4")
            + "mbarrier.arrive.b64 %rd4, [%rd9];\nmbarrier.pending_count.b64 %r7, %rd4;\n";
    assertThat(miss(body, 4, 3, 2, 1)).isNull();
  }

  @Test
  void aPhaseWaitsForTheArrivalBehindCopies() throws IOException {
    String copy = "cp.async.ca.shared.global [%r4], [%rd6], 4;\n";
    String body =
        "mov.u64 %rd5, from;\nadd.s64 %rd6, %rd5, %rd2;\n"
            + init("12")
            + copy
            + "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n".repeat(2)
            + "cp.async.mbarrier.arrive.shared.b64 [bar];\n"
            + "mbarrier.arrive.shared.b64 %rd4, [bar];\n"
            + wait("wait", ".shared.b64 %p2, [bar], %rd4")
            + "xor.b32 %r6, %r2, 4;\nadd.u32 %r6, %r6, %r3;\nld.shared.u32 %r7, [%r6];\n";
    String module = ".global .u32 from[4] = {21, 22, 23, 24};\n";
    String head =
        "ld.param.u64 %rd1, [p0];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
            + "add.s64 %rd3, %rd1, %rd2;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, v;\n"
            + "add.s32 %r4, %r3, %r2;\n";
    String text = Ptx.text(module + MODULE, head + body + "st.global.u32 [%rd3], %r7;\n");
    assertThat(Executed.miss(folder, text, "o, {u32: 4}", 22, 21, 24, 23)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mbarrier.arrive.shared.b64 %rd4, [bar];",
        "mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;",
        "mbarrier.inval.shared.b64 [bar];",
        "cp.async.mbarrier.arrive.shared.b64 [bar];"
      })
  void aBarrierThatWasNeverInitialisedIsAnError(String use) {
    assertThatThrownBy(() -> miss("mov.u32 %r7, 0;\n" + use + "\n", 0, 0, 0, 0))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining(
            "k.ptx:22: kernel k: the barrier at byte 16 of work-group memory was never initialised,"
                + " or was invalidated, work-group (0, 0, 0), work-item (0, 0, 0)");
  }

  @Test
  void aBarrierThatWasInvalidatedIsAnErrorUntilItIsInitialisedAgain() {
    String arrives = "mov.u32 %r7, 1;\nmbarrier.arrive.shared.b64 _, [bar];\n";
    String ended = init("4").replace("made:", "mbarrier.inval.shared.b64 [bar];\nmade:") + arrives;
    assertThatThrownBy(() -> miss(ended, 1, 1, 1, 1))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("k.ptx:27: kernel k: the barrier at byte 16 of work-group memory");
    String again = "mbarrier.inval.shared.b64 [bar];\nmbarrier.init.shared.b64 [bar], 4;\nmade:";
    assertThatNoException()
        .isThrownBy(() -> miss(init("9").replace("made:", again) + arrives, 1, 1, 1, 1));
  }

  @Test
  void aWaitForArrivalsThatDoNotComeIsAnError() {
    String body =
        init("5")
            + "mov.u32 %r7, 0;\nmbarrier.arrive.shared.b64 %rd4, [bar];\n"
            + wait("wait", ".shared.b64 %p2, [bar], %rd4");
    assertThatThrownBy(() -> miss(body, 0, 0, 0, 0))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining(
            "work-items wait at the barrier at byte 16 of work-group memory, where arrivals are"
                + " missing (1) and none comes");
  }

  @Test
  void arrivalsBeyondThePhaseAreAnError() {
    String body = init("3") + "mbarrier.arrive.noComplete.shared.b64 %rd4, [bar], 2;\n";
    assertThatThrownBy(() -> miss(body, 0, 0, 0, 0))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining(
            "2 arrivals at the barrier at byte 16 of work-group memory, which waits for 1");
  }

  /** Each work-item reads what another one has written before both arrived at a barrier. */
  private List<String> races(String wait) throws IOException {
    String body =
        "mov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, v;\nadd.s32 %r4, %r3, %r2;\n"
            + init("4")
            + "st.shared.u32 [%r4], %r1;\nmbarrier.arrive.shared.b64 %rd4, [bar];\n"
            + wait
            + "xor.b32 %r6, %r2, 12;\nadd.u32 %r6, %r6, %r3;\nld.shared.u32 %r7, [%r6];\n";
    Files.writeString(folder.resolve("k.ptx"), Ptx.text(MODULE, body));
    String workload =
        "name: k\nkernels: k.ptx\nbuffers:\n  o: {type: u32, count: 4}\nsteps:\n"
            + "  - {launch: k, grid: [1], block: [4], args: [o, o, {u32: 4}]}\n";
    CheckLog log = new CheckLog(EnumSet.allOf(ExecutionCheck.class));
    Workload read = Workload.read("k.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(
            read.bind(Map.of()),
            List.of(new PtxFrontend()),
            ExecutionOptions.defaults().withChecks(log))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
    }
    return log.findings().stream().map(Object::toString).toList();
  }

  @Test
  void aTestThatSucceedsOrdersAccessesAndAnArrivalAloneDoesNot() throws IOException {
    assertThat(races(wait("wait", ".shared.b64 %p2, [bar], %rd4"))).isEmpty();
    assertThat(races("")).hasSize(1);
  }

  @Test
  void aTestBeginsItsBlockAndItsComparisonFollows() {
    List<Instruction> all =
        Ptx.code(
            Ptx.kernel(
                MODULE, "mov.u32 %r1, bar;\nmbarrier.test_wait.shared.b64 %p2, [%r1], %rd4;"));
    int at = 0;
    while (all.get(at).atomic() != AtomicOp.BARRIER_TEST) {
      at++;
    }
    assertThat(all.get(at - 1).op()).isNotEqualTo(Op.COMPARE);
    assertThat(all.get(at + 1).op()).isEqualTo(Op.COMPARE);
    assertThat(
            Ptx.kernel(MODULE, "mbarrier.test_wait.shared.b64 %p2, [bar], %rd4;").blocks().stream()
                .filter(b -> LocalBarrier.isUsedBy(b.instructions().get(0))))
        .hasSize(1);
  }
}
