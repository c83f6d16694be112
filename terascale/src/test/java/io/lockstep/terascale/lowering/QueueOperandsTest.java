// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.FourSlots;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Reads of local memory in pairs, and their words as operands of what reads them. */
class QueueOperandsTest {
  private static final Set<CodeOption> BOTH =
      EnumSet.of(CodeOption.PAIRED_READS, CodeOption.QUEUE_OPERANDS);

  private static long bundlesWith(TeraScaleKernel code, String... mnemonics) {
    long count = 0;
    for (int b = 0; b < code.kernel().blocks().size(); b++) {
      for (Bundle bundle : code.bundles(b)) {
        List<String> names = bundle.ops().stream().map(MachineOp::mnemonic).toList();
        count += names.containsAll(List.of(mnemonics)) ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void aStepOfAMatrixProductFromLocalMemoryTakesOneBundle() {
    // 16 steps: each reads a pair while the multiply-add takes the words of the pair before.
    TeraScaleKernel code = Targets.lower(Kernels.corpus("matmul"), new FiveSlots(), BOTH);
    assertThat(bundlesWith(code, "LDS_READ2_RET", "MULADD_IEEE")).isEqualTo(15);
    assertThat(code.assembly()).contains("MULADD_IEEE      R0.w, OQAP, OQBP, PV.w");
    assertThat(code.assembly()).doesNotContain("LDS_READ_RET");
  }

  @Test
  void withoutTheOptionsMovesTakeSingleWords() {
    TeraScaleKernel code =
        Targets.lower(Kernels.corpus("matmul"), new FiveSlots(), EnumSet.noneOf(CodeOption.class));
    assertThat(code.assembly()).doesNotContain("READ2", "MULADD_IEEE      R0.w, OQAP");
    assertThat(bundlesWith(code, "LDS_READ_RET")).isEqualTo(32);
    assertThat(code.bundles())
        .isGreaterThan(Targets.lower(Kernels.corpus("matmul"), new FiveSlots(), BOTH).bundles());
  }

  @Test
  void bothAccessesOfAPairAreSimulated() {
    TeraScaleKernel code = Targets.lower(Kernels.corpus("matmul"), new FiveSlots(), BOTH);
    Set<Integer> slots = new java.util.TreeSet<>();
    for (int k = 0; k < code.table().memorySlot.length; k++) {
      slots.add(code.table().memorySlot[k]);
      slots.add(code.table().second[k]);
    }
    slots.remove(-1);
    assertThat(slots).hasSize(code.kernel().memorySlots() - silent(code));
  }

  private static int silent(TeraScaleKernel code) {
    int silent = 0;
    for (int[] block : code.table().silent) {
      silent += block.length;
    }
    return silent;
  }

  private static Kernel kernel(String body) {
    return Kernels.ptx(
            "k",
            ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 o) {\n"
                + ".reg .b64 %a; .reg .b32 %r<12>; .shared .align 4 .b8 s[1024];\n"
                + "ld.param.u64 %a, [o]; mov.u32 %r0, %tid.x; shl.b32 %r1, %r0, 2;\n"
                + "mov.u32 %r2, s; add.s32 %r1, %r1, %r2;\n"
                + body
                + "ret;\n}\n")
        .get(0);
  }

  @Test
  void readsOnBothSidesOfAStoreAreNoPair() {
    TeraScaleKernel code =
        Targets.lower(
            kernel(
                "ld.shared.u32 %r3, [%r1]; st.shared.u32 [%r1+4], %r0; ld.shared.u32 %r4, [%r1+4];\n"
                    + "add.s32 %r5, %r3, %r4; st.global.u32 [%a], %r5;\n"),
            new FiveSlots(),
            BOTH);
    assertThat(code.assembly()).doesNotContain("READ2");
  }

  @Test
  void aWordWithTwoReadersIsMovedToARegister() {
    TeraScaleKernel code =
        Targets.lower(
            kernel(
                "ld.shared.u32 %r3, [%r1]; add.s32 %r4, %r3, 7; xor.b32 %r5, %r3, %r4;\n"
                    + "st.global.u32 [%a], %r5;\n"),
            new FiveSlots(),
            BOTH);
    assertThat(code.assembly()).contains("MOV").contains("OQAP");
    assertThat(bundlesWith(code, "MOV")).isPositive();
  }

  @Test
  void aReaderThatWaitsForAFetchLeavesTheWordToAMove() {
    // The fetch needs the other word of the pair: both cannot be taken in one clause otherwise.
    TeraScaleKernel code =
        Targets.lower(
            kernel(
                "ld.shared.u32 %r3, [%r1]; ld.shared.u32 %r4, [%r1+4]; cvt.u64.u32 %a, %r3;\n"
                    + "ld.global.u32 %r5, [%a]; add.s32 %r6, %r5, %r4; st.global.u32 [%a], %r6;\n"),
            new FiveSlots(),
            BOTH);
    assertThat(code.assembly()).contains("OQBP");
  }

  @Property(tries = 60)
  void randomKernelsKeepEveryRuleWithAllOptions(@ForAll long seed) {
    Kernel kernel = Kernels.ptx("k", RandomPtx.kernel(seed, 60, true)).get(0);
    Targets.lower(kernel, new FiveSlots(), EnumSet.allOf(CodeOption.class));
    Targets.lower(kernel, new FourSlots(), EnumSet.allOf(CodeOption.class));
  }
}
