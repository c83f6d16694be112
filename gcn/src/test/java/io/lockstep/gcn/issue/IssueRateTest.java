// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How fast instructions issue: ROCm Compute Profiler, instructions per cycle; LLVM, rate classes.
 */
class IssueRateTest {
  private static final int BODY = 64;

  private static Kernel arithmetic(Op op, Type type, boolean dependent) {
    return Bench.loop(
        (b, block, pointer, thread) ->
            Bench.arithmetic(b, block, thread, op, type, BODY, dependent));
  }

  /** Clocks of 100 further iterations of one group. */
  private static long clocks(String device, Kernel kernel, int workItems) {
    var spec = Specs.of(device);
    long few = Bench.run(spec, kernel, workItems, List.of(record(workItems, 50))).ticks();
    long many = Bench.run(spec, kernel, workItems, List.of(record(workItems, 150))).ticks();
    return many - few;
  }

  private static io.lockstep.trace.record.WorkGroupRecord record(int workItems, int iterations) {
    return Bench.record(0, workItems, iterations, 0, new long[0][], 0);
  }

  @ParameterizedTest(name = "{0}: one vector instruction a clock for the compute unit (IPC 1.0)")
  @ValueSource(strings = {"mi100", "mi300a"})
  void aFullComputeUnitIssuesOneVectorInstructionAClock(String device) {
    long clocks = clocks(device, arithmetic(Op.XOR, Type.I32, false), 1024);
    double perClock = 100.0 * BODY * 16 / clocks;
    assertThat(perClock).isCloseTo(1.0, within(0.04));
  }

  @ParameterizedTest(name = "{0}: a dependent chain of one wavefront takes 4 clocks an instruction")
  @ValueSource(strings = {"mi100", "mi300a"})
  void aDependentChainTakesFourClocksAnInstruction(String device) {
    long chain = clocks(device, arithmetic(Op.XOR, Type.I32, true), 64);
    // The loop itself: a scalar add, a compare and a taken branch.
    assertThat(chain / 100.0).isCloseTo(4.0 * BODY + 4 + 4 + 16, within(4.0));
  }

  @Test
  @DisplayName("one active lane of 64 costs as much as all (profiler: EXEC does not shorten an op)")
  void oneLane() {
    Kernel kernel = arithmetic(Op.XOR, Type.I32, true);
    assertThat(clocks("mi210", kernel, 1)).isEqualTo(clocks("mi210", kernel, 64));
  }

  @ParameterizedTest(name = "{0}: {1} of {2} takes {3} clocks a SIMD")
  @CsvSource({
    "mi100, MUL, I32, 16", "mi300a, MUL, I32, 16", "mi100, EXP2, F32, 16", "mi300a, EXP2, F32, 16",
    "mi100, ADD, F64, 8", "mi300a, ADD, F64, 4", "mi100, ADD, F32, 4", "mi300a, MUL, F32, 4"
  })
  void operationsOfAClassTakeItsClocksOnASimd(String device, Op op, Type type, int expected) {
    long clocks = clocks(device, arithmetic(op, type, true), 1024);
    // Four wavefronts on each SIMD.
    assertThat(clocks / (100.0 * BODY * 4)).isCloseTo(expected, within(0.06 * expected));
  }

  @ParameterizedTest(name = "{0}: the time of every port has exactly one cause")
  @ValueSource(strings = {"mi100", "mi300a"})
  void theTimeOfEveryPortHasExactlyOneCause(String device) {
    var outcome =
        Bench.run(
            Specs.of(device), arithmetic(Op.XOR, Type.I32, false), 1024, List.of(record(1024, 20)));
    // Adding up is checked by the machine itself; here: what was issued is what was counted.
    assertThat(outcome.count("issue.issued_valu")).isGreaterThanOrEqualTo(4L * 20 * BODY * 16);
    assertThat(outcome.count("issue.issued_salu")).isGreaterThanOrEqualTo(4L * 20 * 2 * 16);
    assertThat(outcome.count("issue.issued_branch")).isEqualTo(4L * 20 * 16);
    assertThat(outcome.count("wavefronts")).isEqualTo(16);
    assertThat(outcome.count("work_item_instructions"))
        .isEqualTo(64 * outcome.count("wavefront_instructions"));
  }
}
