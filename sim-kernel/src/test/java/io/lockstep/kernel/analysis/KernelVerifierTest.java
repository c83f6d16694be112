// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static io.lockstep.kernel.ir.SampleKernels.c;
import static io.lockstep.kernel.ir.SampleKernels.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.SampleKernels;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KernelVerifierTest {
  @Test
  void acceptsAWellFormedKernel() {
    KernelVerifier.verify(SampleKernels.diamond(Special.LOCAL_ID_X).build());
  }

  /** Problems of a kernel of one block: registers i32 0, i64 1, i1 2, f64 3, all defined. */
  private static List<String> problems(BiConsumer<KernelBuilder, Integer> code) {
    KernelBuilder k = new KernelBuilder("k", "test", "k.test");
    k.register(Type.I32, "a");
    k.register(Type.I64, "b");
    k.register(Type.I1, "p");
    k.register(Type.F64, "f");
    int b = k.block();
    k.add(b, SampleKernels.move(0, c(1), Type.I32));
    k.add(b, SampleKernels.move(1, c(1), Type.I64));
    k.add(b, SampleKernels.move(2, c(1), Type.I1));
    k.add(b, SampleKernels.move(3, c(1), Type.F64));
    code.accept(k, b);
    k.add(b, SampleKernels.exit());
    k.successors(b, List.of());
    return KernelVerifier.problems(k.build());
  }

  private static List<String> problems(Instruction i) {
    return problems((k, b) -> k.add(b, i));
  }

  @Test
  void widthsMustMatch() {
    assertThat(problems(InstructionBuilder.of(Op.ADD, Type.I32).to(0).from(r(0), r(1)).build()))
        .containsExactly("block 0, instruction 4 (ADD): source 1 has 64 bits, expected 32");
    assertThat(problems(InstructionBuilder.of(Op.ADD, Type.I64).to(0).from(r(1), r(1)).build()))
        .containsExactly("block 0, instruction 4 (ADD): destination has 32 bits, expected 64");
    assertThat(
            problems(
                InstructionBuilder.of(Op.CONVERT, Type.I64)
                    .sourceType(Type.I64)
                    .to(1)
                    .from(r(0))
                    .build()))
        .containsExactly("block 0, instruction 4 (CONVERT): source 0 has 32 bits, expected 64");
  }

  @Test
  void conversionsMayReadTheLowBitsOfWiderRegisters() {
    assertThat(
            problems(
                InstructionBuilder.of(Op.CONVERT, Type.I64)
                    .sourceType(Type.I32)
                    .to(1)
                    .from(r(1))
                    .build()))
        .isEmpty();
  }

  @Test
  void operandsAreCounted() {
    assertThat(problems(InstructionBuilder.of(Op.FMA, Type.F64).to(3).from(r(3), r(3)).build()))
        .containsExactly("block 0, instruction 4 (FMA): 1 destinations, 2 sources");
  }

  @Test
  void registersThatDoNotExistAreProblems() {
    assertThat(problems(InstructionBuilder.of(Op.MOVE, Type.I32).to(0).from(r(9)).build()))
        .containsExactly("block 0, instruction 4 (MOVE): source register 9");
    assertThat(problems(InstructionBuilder.of(Op.MOVE, Type.I32).to(-1).from(r(0)).build()))
        .containsExactly("block 0, instruction 4 (MOVE): destination -1");
  }

  @Test
  void guardsArePredicatesAndMemoryOperationsHaveNone() {
    assertThat(
            problems(
                InstructionBuilder.of(Op.MOVE, Type.I32).to(0).from(r(0)).guard(1, false).build()))
        .containsExactly("block 0, instruction 4 (MOVE): the guard is not a predicate");
    Instruction load =
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(0)
            .from(r(1))
            .guard(2, false)
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0))
            .build();
    assertThat(problems(load))
        .containsExactly("block 0, instruction 4 (LOAD): is guarded and no block of its own");
  }

  @Test
  void memoryOperationsSayWhatTheyTouch() {
    assertThat(problems(InstructionBuilder.of(Op.LOAD, Type.I32).to(0).from(r(1)).build()))
        .containsExactly("block 0, instruction 4 (LOAD): 1 destinations, 1 sources");
    assertThat(
            problems(
                InstructionBuilder.from(SampleKernels.loadParameter(0, Type.I32, 0))
                    .from(r(1))
                    .build()))
        .containsExactly(
            "block 0, instruction 4 (LOAD): parameters have no slot and a constant address");
  }

  @Test
  void barriersAndTerminatorsEndTheirBlocks() {
    assertThat(problems(InstructionBuilder.of(Op.BARRIER, Type.I32).from(c(0)).build()))
        .containsExactly("block 0: BARRIER is not at its end");
    assertThat(problems(SampleKernels.exit())).containsExactly("block 0: EXIT is not at its end");
  }

  @Test
  @DisplayName("a register that no path defines before its use is found")
  void neverDefined() {
    List<String> found =
        problems(
            (k, b) -> {
              int lost = k.register(Type.I32, "%lost");
              k.add(b, SampleKernels.move(0, r(lost), Type.I32));
              k.add(b, SampleKernels.move(lost, c(1), Type.I32));
            });
    assertThat(found).containsExactly("register 4 (%lost) is never defined");
  }

  @Test
  void successorsFitTheTerminator() {
    Kernel good = SampleKernels.diamond(Special.LOCAL_ID_X).build();
    Block b0 = good.blocks().get(0);
    Kernel bad =
        good.with(
            new Kernel.Code(
                good.registers(),
                good.registerNames(),
                List.of(
                    new Block(0, b0.instructions(), List.of(1), 5, -1, 0),
                    good.blocks().get(1),
                    good.blocks().get(2)),
                3,
                0));
    assertThat(KernelVerifier.problems(bad))
        .containsExactly(
            "block 0 ends with BRANCH and has 1 successors",
            "block 0 has post-dominator 5",
            "1 memory slots found, 3 declared");
    assertThatThrownBy(() -> KernelVerifier.verify(bad))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("kernel diamond is malformed: block 0 ends with BRANCH");
  }
}
