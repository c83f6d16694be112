// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.lowering.GcnOp;
import io.lockstep.kernel.matrix.MfmaShape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wait states by the figures of LLVM's hazard recognizer. */
class MatrixHazardsTest {
  private static GcnOp op(GcnClass cls, int dst, int... src) {
    GcnOp op = new GcnOp(cls, cls.name());
    op.dst = dst < 0 ? GcnOp.NONE : new int[] {dst};
    op.src = src;
    return op;
  }

  private static GcnOp product(MfmaShape shape, int dst, int... src) {
    GcnOp op = op(GcnClass.MATRIX, dst, src);
    op.offset = shape.ordinal();
    return op;
  }

  /** Wait states before each instruction of a block. */
  private static List<Long> waits(String device, GcnOp... block) {
    MatrixHazards hazards = new MatrixHazards(8, Boards.unit(device));
    List<GcnOp> out = hazards.insert(List.of(List.of(block)), new int[][] {{}}).get(0);
    long[] sums = new long[block.length];
    int at = 0;
    for (GcnOp o : out) {
      if (o.cls == GcnClass.NOP) {
        sums[at] += o.offset;
      } else {
        at++;
      }
    }
    return java.util.Arrays.stream(sums).boxed().toList();
  }

  @Test
  void anAccumulationIntoTheSameRegistersWaitsForNothing() {
    MfmaShape shape = MfmaShape.F32_32X32X8F16;
    assertThat(waits("mi210", product(shape, 0, 1, 2, 0), product(shape, 0, 1, 2, 0)))
        .containsExactly(0L, 0L);
  }

  @Test
  void anAccumulationOfTwoPassesWaitsForTwoStatesOnGfx942Only() {
    for (MfmaShape shape : List.of(MfmaShape.F32_4X4X4F16, MfmaShape.I32_4X4X4I8)) {
      GcnOp[] chain = {product(shape, 0, 1, 2, 0), product(shape, 0, 1, 2, 0)};
      assertThat(waits("mi300a", chain)).containsExactly(0L, 2L);
      assertThat(waits("mi210", chain)).containsExactly(0L, 0L);
      assertThat(waits("mi100", chain)).containsExactly(0L, 0L);
    }
    MfmaShape four = MfmaShape.F32_16X16X32_FP8_FP8;
    assertThat(waits("mi300a", product(four, 0, 1, 2, 0), product(four, 0, 1, 2, 0)))
        .containsExactly(0L, 0L);
  }

  @Test
  void anInstructionBetweenTwoAccumulationsIsOneOfTheirWaitStates() {
    MfmaShape shape = MfmaShape.F32_4X4X4F16;
    assertThat(
            waits(
                "mi300a",
                product(shape, 0, 1, 2, 0),
                product(shape, 3, 1, 2, 3),
                product(shape, 0, 1, 2, 0)))
        .containsExactly(0L, 0L, 1L);
  }

  @Test
  void anAccumulationOfSmallBlocksOfDoublesWaitsForFourStates() {
    MfmaShape shape = MfmaShape.F64_4X4X4F64;
    GcnOp[] chain = {product(shape, 0, 1, 2, 0), product(shape, 0, 1, 2, 0)};
    assertThat(waits("mi210", chain)).containsExactly(0L, 4L);
    assertThat(waits("mi300a", chain)).containsExactly(0L, 4L);
  }

  @Test
  void aResultIsReadThreeWaitStatesBehindThePassesOnGfx90a() {
    // 4x4: 5, 16x16: 11, 32x32: 19.
    GcnOp reader = op(GcnClass.VALU, 3, 0);
    assertThat(waits("mi210", product(MfmaShape.F32_4X4X4F16, 0, 1, 2, 0), reader))
        .containsExactly(0L, 5L);
    assertThat(waits("mi210", product(MfmaShape.F32_16X16X16F16, 0, 1, 2, 0), reader))
        .containsExactly(0L, 11L);
    assertThat(waits("mi210", product(MfmaShape.F32_32X32X8F16, 0, 1, 2, 0), reader))
        .containsExactly(0L, 19L);
  }

  @Test
  void aResultIsMovedTwoWaitStatesBehindThePassesOnGfx908() {
    // v_accvgpr_read after 4x4: 4, 16x16: 10, 32x32: 18.
    GcnOp reader = op(GcnClass.VALU, 3, 0);
    assertThat(waits("mi100", product(MfmaShape.F32_4X4X4F16, 0, 1, 2, 0), reader))
        .containsExactly(0L, 4L);
    assertThat(waits("mi100", product(MfmaShape.F32_32X32X8F16, 0, 1, 2, 0), reader))
        .containsExactly(0L, 18L);
  }

  @Test
  void aResultIsOverwrittenNoEarlierThanItIsRead() {
    GcnOp product = product(MfmaShape.F32_16X16X16F16, 0, 1, 2, 0);
    assertThat(waits("mi210", product, op(GcnClass.VALU, 0, 3))).containsExactly(0L, 11L);
    assertThat(waits("mi210", product, op(GcnClass.VMEM_LOAD, 0, 3))).containsExactly(0L, 11L);
    assertThat(waits("mi210", product, op(GcnClass.VALU, 4, 3))).containsExactly(0L, 0L);
  }

  @Test
  void aSecondOverwriteDoesNotWaitAgain() {
    GcnOp product = product(MfmaShape.F32_16X16X16F16, 0, 1, 2, 0);
    GcnOp overwrites = op(GcnClass.VALU, 0, 3);
    assertThat(waits("mi210", product, overwrites, overwrites)).containsExactly(0L, 11L, 0L);
  }

  @Test
  void aRenamedResultKeepsItsWaitStates() {
    GcnOp renames = op(GcnClass.VALU, 5, 0);
    renames.renames = true;
    GcnOp product = product(MfmaShape.F32_16X16X16F16, 0, 1, 2, 0);
    assertThat(waits("mi210", product, renames, op(GcnClass.VALU, 3, 5)))
        .containsExactly(0L, 0L, 11L);
  }

  @Test
  void instructionsBetweenCountAndAVectorResultIsAnOperandAfterTwo() {
    MfmaShape shape = MfmaShape.F32_4X4X4F16;
    assertThat(
            waits(
                "mi210",
                op(GcnClass.VALU, 1),
                product(shape, 0, 1, 2, 0),
                op(GcnClass.VALU, 4),
                op(GcnClass.VALU, 5),
                op(GcnClass.VMEM_STORE, -1, 0)))
        .containsExactly(0L, 2L, 0L, 0L, 3L);
  }

  @Test
  void aWaitReachesIntoTheNextBlockAndRoundALoop() {
    MatrixHazards hazards = new MatrixHazards(8, Boards.unit("mi300a"));
    List<List<GcnOp>> out =
        hazards.insert(
            List.of(
                List.of(op(GcnClass.SALU, -1)),
                List.of(op(GcnClass.VALU, 3, 0), product(MfmaShape.F32_32X32X8F16, 0, 1, 2, 0))),
            new int[][] {{}, {0, 1}});
    assertThat(out.get(1).get(0).cls).isEqualTo(GcnClass.NOP);
    assertThat(out.get(1).get(0).offset).isEqualTo(8 + 3);
  }
}
