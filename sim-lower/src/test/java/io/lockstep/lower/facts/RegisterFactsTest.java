// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import java.util.BitSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RegisterFactsTest {
  @Test
  @DisplayName("only one unguarded writer is a definition, and guards are reads")
  void onlyOneUnguardedWriterIsADefinitionAndGuardsAreReads() {
    Sample k = new Sample();
    k.words(4);
    int p = k.registers(Type.I1, 1);
    Instruction once = k.op(Op.MOVE, 0, c(7));
    k.op(Op.MOVE, 1, c(1));
    k.op(Op.ADD, 1, r(0), r(0));
    k.add(InstructionBuilder.of(Op.MOVE, Type.I1).to(p).from(c(1)).build());
    Instruction guarded =
        InstructionBuilder.of(Op.MOVE, Type.I32).to(2).from(r(1)).guard(p, false).build();
    k.add(guarded);
    RegisterFacts facts = new RegisterFacts(k.build());
    assertThat(facts.definition(0)).isEqualTo(once);
    assertThat(facts.definition(1)).isNull();
    assertThat(facts.definition(2)).isNull();
    assertThat(facts.definition(3)).isNull();
    assertThat(facts.definitions(1)).isEqualTo(2);
    assertThat(facts.isWrittenOnce(2)).isTrue();
    assertThat(facts.isWrittenOnce(3)).isFalse();
    assertThat(facts.uses(0)).isEqualTo(2);
    assertThat(facts.readers(p)).containsExactly(guarded);
    assertThat(facts.registers()).isEqualTo(5);
  }

  @Test
  @DisplayName("a result is the only register that its instruction alone defines")
  void aResultIsTheOnlyRegisterThatItsInstructionAloneDefines() {
    Sample k = new Sample();
    k.words(4);
    Instruction once = k.op(Op.MOVE, 0, c(7));
    Instruction first = k.op(Op.MOVE, 1, c(1));
    Instruction second = k.op(Op.MOVE, 1, c(2));
    Instruction two = InstructionBuilder.of(Op.MOVE, Type.I32).to(2, 3).from(r(1)).build();
    k.add(two);
    RegisterFacts facts = new RegisterFacts(k.build());
    assertThat(facts.result(once)).isZero();
    assertThat(facts.result(first)).isEqualTo(-1);
    assertThat(facts.result(second)).isEqualTo(-1);
    assertThat(facts.result(two)).isEqualTo(-1);
    assertThat(facts.code().subList(0, 4)).containsExactly(once, first, second, two);
    BitSet some = new BitSet();
    some.set(1, 4);
    assertThat(facts.defines(once, some)).isFalse();
    assertThat(facts.defines(first, some)).isFalse();
    some.set(0);
    assertThat(facts.defines(once, some)).isTrue();
  }

  @Test
  @DisplayName("constants are moved immediates and required group sizes")
  void constantsAreMovedImmediatesAndRequiredGroupSizes() {
    Sample k = new Sample().requiredGroupSize(64, 2, 1);
    k.words(4);
    k.op(Op.MOVE, 0, c(7));
    k.op(Op.MOVE, 1, r(0));
    special(k, 2, Special.LOCAL_SIZE_Y);
    special(k, 3, Special.LOCAL_ID_X);
    RegisterFacts facts = new RegisterFacts(k.build());
    assertThat(facts.constant(0)).isEqualTo(7);
    assertThat(facts.constant(1)).isNull();
    assertThat(facts.constant(2)).isEqualTo(2);
    assertThat(facts.constant(3)).isNull();
    assertThat(facts.constant(c(9))).isEqualTo(9);
    assertThat(facts.constant(r(0))).isEqualTo(7);
  }

  private static void special(Sample k, int to, Special special) {
    k.add(InstructionBuilder.of(Op.SPECIAL, Type.I32).to(to).special(special).build());
  }

  @Test
  @DisplayName("a loop is its own predecessor and weighs eight times as much")
  void aLoopIsItsOwnPredecessorAndWeighsEightTimesAsMuch() {
    Sample k = new Sample();
    k.words(1);
    int p = k.registers(Type.I1, 1);
    k.op(Op.MOVE, 0, c(0));
    k.add(InstructionBuilder.of(Op.MOVE, Type.I1).to(p).from(c(1)).build());
    k.jump(1);
    k.block();
    k.op(Op.ADD, 0, r(0), c(1));
    k.branch(p, 1, 2);
    k.block();
    Kernel kernel = k.build();
    RegisterFacts facts = new RegisterFacts(kernel);
    assertThat(facts.predecessors()).isDeepEqualTo(new int[][] {{}, {0, 1}, {1}});
    assertThat(facts.definitionBlock(0)).isEqualTo(1);
    assertThat(facts.accesses(0)).isEqualTo(1 + 8 + 8);
    assertThat(facts.accesses(p)).isEqualTo(1 + 8);
    assertThat(RegisterFacts.weight(kernel.blocks().get(0))).isEqualTo(1);
    assertThat(RegisterFacts.weight(kernel.blocks().get(1))).isEqualTo(8);
    assertThat(facts.liveness().isLiveOut(0, 0)).isTrue();
    assertThat(facts.liveness().isLiveOut(2, 0)).isFalse();
  }

  @Test
  @DisplayName("refuses a register that the kernel does not have")
  void refusesARegisterThatTheKernelDoesNotHave() {
    Sample k = new Sample();
    k.words(2);
    RegisterFacts facts = new RegisterFacts(k.build());
    assertThat(facts.readers(1)).isEmpty();
    assertThatThrownBy(() -> facts.readers(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> facts.uses(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> facts.definition(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
