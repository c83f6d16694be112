// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.file.RandomPrograms.Script;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of programs with matrix instructions. */
class MatrixTraceTest {
  @TempDir private Path folder;

  @Test
  void aProgramWithMatrixInstructionsIsReadAsItWasAndNeedsTheirVersion() throws IOException {
    KernelBuilder builder = new KernelBuilder("k", "ptx", "k.ptx");
    builder.fixedWidth(MfmaShape.LANES);
    int block = builder.block();
    int r = builder.register(Type.F64, "r");
    builder.add(
        block,
        InstructionBuilder.of(Op.MATRIX, Type.F64)
            .matrix(MfmaShape.F64_4X4X4F64)
            .to(r)
            .from(Operand.register(r), Operand.register(r), Operand.immediate(0))
            .build());
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Program program =
        new Program(
            "k", List.of(builder.build()), List.of(), new TreeMap<>(), 0, Program.Timing.REGION);
    Path path = folder.resolve("matrix.lkt");
    try (TraceWriter writer = new TraceWriter(path, program)) {
      new Script(program, List.of(), new Outcome(true, "", List.of(), 0)).play(writer);
    }
    try (TraceFile file = TraceFile.openUnverified(path)) {
      Instruction found = file.program().kernels().get(0).blocks().get(0).instructions().get(0);
      assertThat(found.matrix()).isEqualTo(MfmaShape.F64_4X4X4F64);
      assertThat(found.sources()).hasSize(3);
      assertThat(file.program().streams().any()).isFalse();
    }
  }
}
