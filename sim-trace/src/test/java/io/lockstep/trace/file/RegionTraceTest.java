// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
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

/** Traces of programs that use region memory and barriers of their launch. */
class RegionTraceTest {
  @TempDir private Path folder;

  private static InstructionBuilder append(AtomicOp op, int to) {
    return InstructionBuilder.of(Op.ATOMIC, Type.I32)
        .atomic(op)
        .from(Operand.immediate(8))
        .to(to)
        .memory(
            new MemoryAccess(Space.REGION, Type.I32, 1, -1, 0, MemoryAccess.Qualifiers.VOLATILE));
  }

  @Test
  void aProgramWithAppendsAndABarrierOfTheLaunchIsReadAsItWasAndNeedsTheirVersion()
      throws IOException {
    KernelBuilder builder = new KernelBuilder("k", "ptx", "k.ptx");
    builder.fixedWidth(64);
    int block = builder.block();
    int r = builder.register(Type.I32, "r");
    for (AtomicOp op : List.of(AtomicOp.APPEND, AtomicOp.CONSUME, AtomicOp.ORDERED_APPEND)) {
      builder.add(block, append(op, r).build());
    }
    builder.add(
        block, InstructionBuilder.of(Op.BARRIER, Type.I32).variant(Variant.Barrier.LAUNCH).build());
    int end = builder.block();
    builder.successors(block, end);
    builder.add(end, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Program program =
        new Program(
            "k", List.of(builder.build()), List.of(), new TreeMap<>(), 0, Program.Timing.REGION);
    Path path = folder.resolve("region.lkt");
    try (TraceWriter writer = new TraceWriter(path, program)) {
      new Script(program, List.of(), new Outcome(true, "", List.of(), 0)).play(writer);
    }
    try (TraceFile file = TraceFile.openUnverified(path)) {
      List<Instruction> found = file.program().kernels().get(0).blocks().get(0).instructions();
      assertThat(found.stream().map(Instruction::variant))
          .containsExactly(
              AtomicOp.APPEND, AtomicOp.CONSUME, AtomicOp.ORDERED_APPEND, Variant.Barrier.LAUNCH);
      assertThat(found.get(0).memory().space()).isEqualTo(Space.REGION);
    }
  }
}
