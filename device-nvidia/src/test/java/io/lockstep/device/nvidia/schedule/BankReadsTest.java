// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.sm.code.Pipe;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BankReadsTest {
  private static final List<List<Integer>> FMA = List.of(List.of(2), List.of(4), List.of(7));

  @Test
  @DisplayName("a register is read once, whichever operands want it")
  void aRegisterIsReadOnce() {
    assertThat(BankReads.of(FMA, List.of(), 0)).isEqualTo(2 | 1 << 4);
    assertThat(BankReads.of(List.of(List.of(2), List.of(2)), List.of(), 0)).isEqualTo(1);
    assertThat(BankReads.of(List.of(List.of(2, 3)), List.of(), 0)).as("a pair").isEqualTo(1 | 16);
  }

  @Test
  @DisplayName("what the instruction before leaves in the register cache is not read again")
  void keptOperandsAreNotReadAgain() {
    List<List<Integer>> before = List.of(List.of(6), List.of(4), List.of(7));
    assertThat(BankReads.of(FMA, before, 0b010)).isEqualTo(1 | 1 << 4);
    assertThat(BankReads.of(FMA, before, 0b111)).as("another register").isEqualTo(1);
  }

  @Test
  @DisplayName("an operand is kept for the next instruction unless its register is written")
  void operandsAreKeptForTheNextInstruction() {
    assertThat(BankReads.reuse(add(9, 2, 4), add(10, 6, 4))).isEqualTo(0b10);
    assertThat(BankReads.reuse(add(4, 2, 4), add(10, 6, 4))).as("written").isZero();
    assertThat(BankReads.reuse(add(9, 4, 2), add(10, 6, 4))).as("another place").isZero();
  }

  private static SassOp add(int to, int first, int second) {
    SassOp op = new SassOp("FADD", Pipe.FMA);
    op.results.add(Value.register(Value.Kind.VECTOR, to));
    op.sources.add(Value.register(Value.Kind.VECTOR, first));
    op.sources.add(Value.register(Value.Kind.VECTOR, second));
    return op;
  }
}
