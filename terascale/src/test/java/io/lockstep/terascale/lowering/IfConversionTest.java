// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.FourSlots;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Short sides of branches as conditional moves. */
class IfConversionTest {
  private static final Set<CodeOption> CONVERTED = EnumSet.of(CodeOption.IF_CONVERSION);
  private static final Set<CodeOption> NONE = EnumSet.noneOf(CodeOption.class);

  private static Kernel kernel(String body) {
    return Kernels.ptx(
            "k",
            ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 o) {\n"
                + ".reg .b64 %a<8>; .reg .b32 %r<12>; .reg .pred %p<4>;\n"
                + "ld.param.u64 %a0, [o]; mov.u32 %r0, %tid.x; mul.wide.u32 %a1, %r0, 64;\n"
                + "add.s64 %a1, %a0, %a1; ld.global.u32 %r1, [%a1]; ld.global.u32 %r2, [%a1+32];\n"
                + "mov.u32 %r3, 5; add.s32 %r4, %r1, %r2; setp.gt.s32 %p0, %r1, %r2;\n"
                + body
                + "st.global.u32 [%a1+128], %r3; st.global.u32 [%a1+256], %r4; ret;\n}\n")
        .get(0);
  }

  private static TeraScaleKernel lower(String body, Set<CodeOption> options) {
    return Targets.lower(kernel(body), new FiveSlots(), options);
  }

  private static boolean branches(TeraScaleKernel code) {
    return code.clauses().stream()
        .flatMap(b -> b.stream())
        .flatMap(c -> c.bundles().stream())
        .flatMap(b -> b.ops().stream())
        .anyMatch(op -> op.is(Role.Flag.SETS_PREDICATE));
  }

  private static final String SHORT = "@%p0 bra L1; add.s32 %r3, %r4, 1; L1:\n";
  private static final String TWO =
      "@!%p0 bra L1; add.s32 %r3, %r4, 1; sub.s32 %r4, %r4, %r1; bra.uni L2;\n"
          + "L1: xor.b32 %r3, %r4, 85; L2:\n";

  @Test
  void aShortSideIsAConditionalMoveWithoutJumpAndStack() {
    TeraScaleKernel code = lower(SHORT, CONVERTED);
    assertThat(branches(code)).isFalse();
    assertThat(code.assembly()).contains("CNDE_INT").doesNotContain("JUMP", "PUSH");
    assertThat(code.resources().stackEntries()).isZero();
    assertThat(code.table().flow).containsOnly(0);
    assertThat(code.table().straight).containsExactly(true, true, false);
    assertThat(branches(lower(SHORT, NONE))).isTrue();
  }

  @Test
  void bothSidesOfABranchAreConverted() {
    assertThat(branches(lower(TWO, CONVERTED))).isFalse();
  }

  @Test
  void aLongSideStaysBehindItsBranch() {
    String side = "@%p0 bra L1; " + "mul.lo.s32 %r3, %r3, %r4; add.s32 %r4, %r4, %r3;".repeat(4);
    assertThat(branches(lower(side + " L1:\n", CONVERTED))).isTrue();
  }

  @Test
  void sidesWithMemoryOrABarrierStay() {
    for (String effect :
        new String[] {"st.global.u32 [%a1], %r4;", "ld.global.u32 %r3, [%a1+4];", "bar.sync 0;"}) {
      assertThat(branches(lower("@%p0 bra L1; " + effect + " L1:\n", CONVERTED))).isTrue();
    }
  }

  @Test
  void costsOfTheDeviceDecide() {
    // Five operations and a move: 48 cycles always; a jump, and half of a clause, a pop and them:
    // 50.
    assertThat(new BranchCosts(8, 40, 10).pays(1, 5, 1)).isTrue();
    assertThat(new BranchCosts(8, 40, 10).pays(1, 6, 1)).isFalse();
    assertThat(new BranchCosts(8, 60, 10).pays(1, 6, 1)).isTrue();
    assertThat(new BranchCosts(8, 0, 0).pays(1, 1, 1)).isFalse();
  }

  @Property(tries = 200)
  void convertedKernelsComputeTheSame(@ForAll long seed) {
    Random random = new Random(seed);
    // Read twice, the predicate is a register: the branch tests it as its guard says.
    String head = "selp.b32 %r6, 7, 9, %p0; @" + (random.nextBoolean() ? "!" : "") + "%p0 bra L1; ";
    String body = head + side(random);
    body += random.nextBoolean() ? "L1:\n" : "bra.uni L2; L1: " + side(random) + "L2:\n";
    Kernel kernel = kernel(body + "st.global.u32 [%a1+512], %r6;\n");
    TeraScaleKernel branching = Targets.lower(kernel, new FiveSlots(), NONE);
    TeraScaleKernel moving = Targets.lower(kernel, new FiveSlots(), CONVERTED);
    for (int lane = 0; lane < 8; lane++) {
      int a = random.nextInt(9) - 4;
      int b = random.nextInt(9) - 4;
      assertThat(new LaneOfIntegers(moving, a, b).stored())
          .as(body)
          .isEqualTo(new LaneOfIntegers(branching, a, b).stored());
    }
  }

  private static String side(Random random) {
    StringBuilder text = new StringBuilder();
    for (int k = 1 + random.nextInt(2); k > 0; k--) {
      String operation =
          new String[] {"add.s32", "sub.s32", "xor.b32", "and.b32"}[random.nextInt(4)];
      text.append(
          "%s %%r%d, %%r%d, %%r%d; "
              .formatted(
                  operation, 3 + random.nextInt(3), 1 + random.nextInt(4), 1 + random.nextInt(4)));
    }
    return text.toString();
  }

  @Test
  void aGuardKnownToTheCompilerStaysTheOperandOfAConditionalMove() {
    // Equal to itself: folding knows the guard, and the checker must still see what selects.
    TeraScaleKernel code =
        Targets.lower(
            kernel("setp.eq.s32 %p1, %r1, %r1; @!%p1 bra L1; sub.s32 %r3, %r4, %r1; L1:\n"),
            new FiveSlots(),
            EnumSet.of(CodeOption.IF_CONVERSION, CodeOption.CONSTANT_FOLDING));
    assertThat(branches(code)).isFalse();
    assertThat(code.assembly()).contains("CNDE_INT");
  }

  @Property(tries = 60)
  void randomKernelsKeepEveryRule(@ForAll long seed) {
    Kernel kernel = Kernels.ptx("k", RandomPtx.kernel(seed, 40, true)).get(0);
    Targets.lower(kernel, new FiveSlots(), CONVERTED);
    Targets.lower(kernel, new FourSlots(), EnumSet.allOf(CodeOption.class));
  }
}
