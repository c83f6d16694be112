// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import org.junit.jupiter.api.Test;

/**
 * Loops that clang unrolled for PTX and leaves rolled for gfx9: of {@code spmv} LLVM's code for
 * gfx942 has six vector memory instructions, of which the loop holds three.
 */
class RolledLoopsTest {
  private static final DeviceSpec MI300A = Specs.of("mi300a");

  private static GcnKernel lower(String kernel, DeviceSpec spec) {
    return new GcnLowering(Specs.chip("gfx942", spec)).lower(Kernels.corpus(kernel));
  }

  /** Branches within blocks, back to a loop's start. */
  private static int jumps(GcnKernel code) {
    int n = 0;
    for (int i = 0; i < code.size(); i++) {
      if (code.cls[i] == GcnClass.BRANCH.ordinal() && code.offset[i] == GcnKernel.JUMPS) {
        n++;
      }
    }
    return n;
  }

  @Test
  void eachTripEndsWithTheLoopsCountingAndBranch() {
    GcnKernel code = lower("spmv", MI300A);
    assertThat(jumps(code)).isEqualTo(1); // unrolled by two
    assertThat(code.assembly()).containsSubsequence("v_fma_f32", "s_cbranch_scc1 …", "v_fma_f32");
  }

  @Test
  void loadsOfATripComeAfterTheArithmeticOfTheOneBefore() {
    String code = lower("spmv", MI300A).assembly();
    String trip = code.substring(0, code.indexOf("s_cbranch_scc1 …"));
    String before = trip.substring(trip.lastIndexOf("\n.L"));
    assertThat(before.lines().filter(l -> l.contains("global_load")).count()).isEqualTo(3);
  }

  @Test
  void theFigureLeavesLoopsAsTheyAreInTheKernel() {
    assertThat(jumps(lower("spmv", MI300A.with("compiler.without", "rolled_loops")))).isZero();
  }

  @Test
  void loopsThatTheProgramAsksToUnrollAreLeftAsTheyAre() {
    GcnLowering lowering = new GcnLowering(Specs.chip("gfx942", MI300A));
    assertThat(jumps(lowering.lower(Kernels.corpus("spmv").withUnrolledLoops()))).isZero();
  }

  @Test
  void tripsOfALoopLieWhereItsFirstOneDoes() {
    GcnKernel code = lower("spmv", MI300A);
    GcnKernel unrolled = lower("spmv", MI300A.with("compiler.without", "rolled_loops"));
    for (int i = 0; i < code.size(); i++) {
      if (code.cls[i] == GcnClass.BRANCH.ordinal() && code.offset[i] == GcnKernel.JUMPS) {
        assertThat(code.codeAt[i + 1]).isLessThan(code.codeAt[i]);
      }
    }
    assertThat(code.codeAt[code.size()]).isLessThan(unrolled.codeAt[unrolled.size()]);
  }

  @Test
  void chainsOfLoadsAreLeftAsTheyAre() {
    assertThat(jumps(lower("chase", MI300A))).isZero();
  }

  @Test
  void loopsWithoutARemainderAreLeftAsTheyAre() {
    assertThat(jumps(lower("matmul", MI300A))).isZero();
    assertThat(jumps(lower("conv2d", MI300A))).isZero();
  }
}
