// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.gcn.lowering.GcnLowering;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.testsupport.LoopBench;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How fast matrix instructions go: AMD's matrix instruction calculator, execution cycles and
 * co-execution; ROCm Compute Profiler, v_mfma_f32_32x32x8bf16_1k in 64.0 cycles.
 */
class MatrixRateTest {
  private static final int BODY = 16;
  private static final int LOOP = 4 + 4 + 16; // a scalar add, a compare and a taken branch

  /** A loop of matrix instructions on the same registers, each followed by vector ones. */
  private static Kernel chain(MfmaShape shape, int vectors) {
    return LoopBench.loop(
        (b, block, pointer, thread) -> {
          b.fixedWidth(MfmaShape.LANES);
          Type input = shape.result() == Type.F64 ? Type.F64 : Type.I32;
          List<Operand> from = new ArrayList<>();
          for (int n = 0; n < shape.leftInputs() + shape.rightInputs(); n++) {
            from.add(Operand.register(number(b, input, thread)));
          }
          List<Integer> sums = new ArrayList<>();
          for (int n = 0; n < shape.accumulators(); n++) {
            sums.add(number(b, shape.result(), thread));
          }
          sums.forEach(r -> from.add(Operand.register(r)));
          if (shape.isSparse()) {
            from.add(Operand.register(number(b, Type.I32, thread)));
          }
          int word = number(b, Type.I32, thread);
          Instruction product =
              InstructionBuilder.of(Op.MATRIX, shape.result())
                  .matrix(shape)
                  .from(from)
                  .to(sums)
                  .build();
          for (int n = 0; n < BODY; n++) {
            b.add(block, product);
            LoopBench.arithmetic(b, block, word, Op.XOR, Type.I32, vectors, true);
          }
        });
  }

  /** A number of each work-item, made before the loop. */
  private static int number(KernelBuilder b, Type type, int thread) {
    int to = b.register(type, "%n");
    b.add(
        0,
        type == Type.I32
            ? InstructionBuilder.of(Op.ADD, type)
                .from(Operand.register(thread), Operand.immediate(to))
                .to(to)
                .build()
            : InstructionBuilder.of(Op.CONVERT, type)
                .sourceType(Type.I32)
                .from(Operand.register(thread))
                .to(to)
                .build());
    return to;
  }

  private static WorkGroupRecord record(int iterations) {
    return LoopBench.record(0, MfmaShape.LANES, iterations, 0, new long[0][], 0);
  }

  private static double clocks(String device, Kernel kernel) {
    Device board = Boards.device(Boards.spec(device));
    long few = LoopBench.run(board, kernel, MfmaShape.LANES, List.of(record(50))).ticks();
    long many = LoopBench.run(board, kernel, MfmaShape.LANES, List.of(record(150))).ticks();
    return (many - few) / 100.0;
  }

  @ParameterizedTest(name = "{0}, {1}: {2} clocks")
  @CsvSource({
    "mi100, F32_32X32X8F16, 64",
    "mi210, F32_32X32X8F16, 64",
    "mi210, F32_32X32X8BF16_1K, 64",
    "mi300a, F32_32X32X8F16, 32",
    "mi210, F32_16X16X4F32, 32",
    "mi300a, F64_16X16X4F64, 32",
    "mi300a, I32_16X16X32_I8, 16",
    "mi100, I32_16X16X16I8, 32",
    "mi100, F32_32X32X1F32, 64",
    "mi100, F32_32X32X2BF16, 64",
    "mi210, F32_32X32X4F16, 64",
    "mi210, F32_16X16X4BF16_1K, 32",
    "mi300a, I32_32X32X4I8, 64",
    "mi300a, F32_16X16X8_XF32, 16",
    "mi300a, F32_32X32X16_BF8_FP8, 32",
    "mi300a, F32_4X4X4F16, 12", // 8, and two wait states behind the four of its own slot
    "mi300a, SMFMAC_F32_32X32X16_F16, 32",
    "mi300x, SMFMAC_I32_16X16X64_I8, 16",
    "mi210, F64_4X4X4F64, 20" // 16, and four wait states
  })
  void aChainOnTheSameRegistersKeepsTheMatrixUnitBusy(String device, MfmaShape shape, int clocks) {
    assertThat(clocks(device, chain(shape, 0))).isCloseTo(BODY * clocks, within(1.0 + LOOP));
  }

  @Test
  void vectorInstructionsRunBesideProductsOfHalvesAndNotBesideThoseOfDoubles() {
    // 64 clocks, of which 60 are free for 12 instructions; 32, and then 12 of 4 clocks.
    assertThat(clocks("mi210", chain(MfmaShape.F32_32X32X8F16, 12)))
        .isBetween(BODY * 64.0, BODY * 64.0 + LOOP + 2 * 48); // the order leaves some at the ends
    assertThat(clocks("mi210", chain(MfmaShape.F64_16X16X4F64, 12)))
        .isCloseTo(BODY * (32 + 48), within(1.0 + LOOP));
  }

  @Test
  void vectorInstructionsHaveFourClocksLessBesideSparseProducts() {
    // A product takes 8 clocks of the vector ALU instead of 4, and 12 instructions take the rest.
    double dense = clocks("mi300a", chain(MfmaShape.F32_16X16X16F16, 12));
    double sparse = clocks("mi300a", chain(MfmaShape.SMFMAC_F32_16X16X32_F16, 12));
    assertThat(sparse - dense).isCloseTo(BODY * 4, within(1.0 * LOOP)); // some are at the ends
  }

  @Test
  void sumsStayInAccumulationRegistersWhereThoseAreAFileOfTheirOwn() {
    Kernel kernel = chain(MfmaShape.F32_16X16X16F16, 0);
    GcnKernel separate = new GcnLowering(Boards.chip(Boards.spec("mi100"))).lower(kernel);
    GcnKernel unified = new GcnLowering(Boards.chip(Boards.spec("mi210"))).lower(kernel);
    // Four are written before the loop; none is moved in it.
    assertThat(separate.assembly().split("v_accvgpr_write_b32", -1)).hasSize(1 + 4);
    assertThat(separate.assembly()).doesNotContain("v_accvgpr_read_b32");
    assertThat(unified.assembly()).doesNotContain("v_accvgpr");
  }

  @Test
  void whatTheUnitsDidIsCounted() {
    var counts =
        LoopBench.run(
                Boards.device(Boards.spec("mi210")),
                chain(MfmaShape.F32_32X32X8F16, 0),
                MfmaShape.LANES,
                List.of(record(50)))
            .counts();
    assertThat(counts)
        .containsEntry("matrix.instructions", 50L * BODY)
        .containsEntry("matrix.operations", 50L * BODY * 16384)
        .containsEntry("matrix.busy_cycles", 50L * BODY * 64 / 4);
  }
}
