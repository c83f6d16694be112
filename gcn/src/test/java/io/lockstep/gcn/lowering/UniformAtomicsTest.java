// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.testsupport.Kernels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomics of all lanes on one word, beside the code of clang 19 for gfx942. */
class UniformAtomicsTest {
  private static final String HEAD =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p,"
          + " .param .u32 v) {\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .f32 %f<9>;\n"
          + ".shared .b32 s[64];\n"
          + "ld.param.u64 %d0, [p];\nld.param.u32 %r0, [v];\nmov.u32 %r1, %tid.x;\n"
          + "mul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %d0, %d1;\n";

  private static List<String> code(String text) {
    Chip chip = Specs.chip("gfx942", Specs.of("mi300x"));
    return new GcnLowering(chip)
        .lower(Kernels.ptx("k", HEAD + text + "ret;\n}\n").get(0))
        .assembly()
        .lines()
        .map(line -> line.strip().split(" ")[0])
        .toList();
  }

  @Test
  void oneLaneAddsForAll() {
    assertThat(code("red.global.add.u32 [%d0], 1;"))
        .containsSubsequence(
            "s_mov_b64",
            "v_mbcnt_lo_u32_b32",
            "v_mbcnt_hi_u32_b32",
            "v_cmp_eq_u32",
            "s_and_saveexec_b64",
            "s_cbranch_execz",
            "s_bcnt1_i32_b64",
            "v_mov_b32",
            "global_atomic_add",
            "s_or_b64")
        .doesNotContain("s_mul_i32");
  }

  @Test
  void theOldValueOfTheFirstLaneAndTheLanesBelowGiveEachItsOwn() {
    assertThat(code("atom.global.add.u32 %r2, [%d0], %r0; st.global.u32 [%d2], %r2;"))
        .containsSubsequence(
            "s_mul_i32",
            "global_atomic_add",
            "s_or_b64",
            "s_waitcnt",
            "v_readfirstlane_b32",
            "v_mul_lo_u32",
            "v_add_u32");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "red.global.max.s32 [%d0], %r0;",
        "red.global.and.b32 [%d0], %r0;",
        "red.global.xor.b32 [%d0], %r0;",
        "red.global.add.u64 [%d0], 3;",
        "red.shared.add.u32 [s], 1;",
        "atom.shared.or.b32 %r2, [s], %r0; st.global.u32 [%d2], %r2;"
      })
  void soAreTheOtherOperationsOnIntegers(String text) {
    assertThat(code(text)).contains("v_mbcnt_lo_u32_b32");
  }

  private static final String[] LOOP = {
    "s_mov_b64",
    "s_mov_b32",
    "s_ff1_i32_b64",
    "v_readlane_b32",
    "s_add_i32",
    "s_lshl_b64",
    "s_andn2_b64",
    "s_cmp_lg_u64",
    "s_cbranch_scc1",
    "v_mbcnt_lo_u32_b32",
    "v_mbcnt_hi_u32_b32",
    "v_cmp_eq_u32",
    "s_and_saveexec_b64",
    "s_xor_b64",
    "s_cbranch_execz",
    "v_mov_b32"
  };

  @Test
  void aLoopOverLanesCombinesValuesThatDiffer() {
    assertThat(code("red.global.add.u32 [%d0], %r1;"))
        .containsSubsequence(LOOP)
        .containsSubsequence("v_mov_b32", "global_atomic_add", "s_or_b64")
        .doesNotContain("v_writelane_b32", "s_bcnt1_i32_b64");
    assertThat(code("red.shared.add.u32 [s], %r1;"))
        .containsSubsequence(LOOP)
        .containsSubsequence("v_mov_b32", "ds_add_u32", "s_or_b64");
  }

  @Test
  void theLoopKeepsWhatIsBelowEachLane() {
    assertThat(code("atom.global.add.u32 %r2, [%d0], %r1; st.global.u32 [%d2], %r2;"))
        .containsSubsequence(
            "s_ff1_i32_b64",
            "s_mov_b32",
            "v_readlane_b32",
            "v_writelane_b32",
            "s_add_i32",
            "s_cbranch_scc1",
            "global_atomic_add",
            "s_or_b64",
            "s_waitcnt",
            "v_readfirstlane_b32",
            "v_add_u32")
        .doesNotContain("v_mul_lo_u32", "v_cndmask_b32");
  }

  @ParameterizedTest
  @CsvSource({
    "max.s32, s_max_i32",
    "min.u32, s_min_u32",
    "and.b32, s_and_b32",
    "xor.b32, s_xor_b32",
    "add.u64, s_addc_u32",
    "or.b64, s_or_b64",
    "max.s64, v_cmp_gt_i64",
    "min.u64, v_cmp_gt_u64"
  })
  void theLoopHasTheOperationOfTheAtomic(String atomic, String operation) {
    boolean wide = atomic.endsWith("64");
    List<String> code = code("red.global." + atomic + " [%d0], " + (wide ? "%d1" : "%r1") + ";");
    int head = code.indexOf("s_ff1_i32_b64");
    assertThat(code.subList(head, code.indexOf("s_cbranch_scc1")))
        .contains(operation)
        .filteredOn(op -> op.equals("v_readlane_b32"))
        .hasSize(wide ? 2 : 1);
  }

  @Test
  void aUniformValueInAVectorRegisterIsMultipliedThere() {
    String value = "mov.b32 %f0, %r0; add.f32 %f1, %f0, 0f3f800000; cvt.rzi.s32.f32 %r3, %f1;";
    assertThat(code(value + "red.global.add.u32 [%d0], %r3;"))
        .containsSubsequence("s_bcnt1_i32_b64", "v_mul_lo_u32", "global_atomic_add")
        .doesNotContain("s_mul_i32", "v_readlane_b32");
    assertThat(
            code(
                value
                    + "mul.wide.u32 %d3, %r3, 4; add.s64 %d3, %d0, %d3;"
                    + "red.global.add.u32 [%d3], 1;"))
        .contains("s_bcnt1_i32_b64");
  }

  /** A launch in which each lane of a wavefront adds its number to one word. */
  private static Bench.Outcome added(int lanes, int times) {
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) ->
                b.add(
                    block,
                    InstructionBuilder.of(Op.ATOMIC, Type.I32)
                        .atomic(AtomicOp.ADD)
                        .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, 0, 0))
                        .from(Operand.immediate(1L << 40), Operand.register(thread))
                        .build()));
    long[] base = new long[times];
    Arrays.fill(base, 1L << 40);
    var record = Bench.record(0, lanes, times, 1, new long[][] {base}, 0);
    return Bench.run(Specs.of("mi300x"), kernel, lanes, List.of(record));
  }

  @Test
  void theLoopHasATripForEachActiveLane() {
    String count = "machine_instructions";
    long one = added(1, 3).count(count);
    assertThat(added(64, 3).count(count) - one).isEqualTo(3 * 63 * 7);
    assertThat(added(5, 3).count(count) - one).isEqualTo(3 * 4 * 7);
    assertThat(added(64, 3).count("atomic.operations")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "red.global.add.u32 [%d2], 1;", // its own word for each lane
        "red.global.add.f32 [%d0], 0f3f800000;",
        "atom.global.exch.b32 %r2, [%d0], 1; st.global.u32 [%d2], %r2;"
      })
  void othersStay(String text) {
    assertThat(code(text)).doesNotContain("v_mbcnt_lo_u32_b32");
  }
}
