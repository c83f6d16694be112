// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Every third of 96 work-items takes a branch: loops then run over those in between, too. */
class SparseWorkItemsTest {
  private static final int SIZE = 96;
  private final TestKernel k = new TestKernel(SIZE, 1, 1);
  private final int out = k.buffer("out", 8 * SIZE, null);
  private final int flat = k.special(Special.LOCAL_ID_FLAT);
  private int end;

  /** Begins the block of every third work-item. */
  private void begin() {
    int rest = k.op(Type.I32, of(Op.REM, Type.I32).from(r(flat), i(3)));
    int other =
        k.op(Type.I1, of(Op.COMPARE, Type.I32).comparison(Comparison.NE).from(r(rest), i(0)));
    int then = k.builder.block();
    end = k.builder.block();
    k.add(of(Op.BRANCH, Type.I1).guard(other, false));
    k.builder.successors(k.block, then, end);
    k.block = then;
  }

  private void finish(int result) {
    k.goOn(end);
    k.storeOwn(out, Type.I32, result);
    k.exit();
  }

  private static InstructionBuilder of(Op op, Type type) {
    return InstructionBuilder.of(op, type);
  }

  private int load(int from, int index) {
    int value = k.register(Type.I32);
    k.add(
        of(Op.LOAD, Type.I32)
            .to(value)
            .from(r(k.address(from, index, 4)))
            .memory(TestKernel.access(Space.GLOBAL, Type.I32, 1)));
    return value;
  }

  private static byte[] squares() {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 18).order(ByteOrder.LITTLE_ENDIAN);
    for (int n = 0; n < 1 << 16; n++) {
      bytes.putInt(n * n);
    }
    return bytes.array();
  }

  @Test
  void inactiveOnesKeepTheirRegisters() {
    int sum = k.op(Type.I32, of(Op.MUL, Type.I32).from(r(flat), i(10)));
    begin();
    int twice = k.op(Type.I32, of(Op.ADD, Type.I32).from(r(sum), r(sum)));
    k.add(of(Op.ADD, Type.I32).to(sum).from(r(sum), r(twice)));
    finish(sum);
    k.run();
    for (int n = 0; n < SIZE; n++) {
      assertThat(k.result(n)).isEqualTo(n % 3 == 0 ? 30 * n : 10 * n);
    }
  }

  @Test
  void othersReadWhatInactiveOnesComputedLast() {
    int value = k.op(Type.I32, of(Op.ADD, Type.I32).from(r(flat), i(100)));
    int result = k.op(Type.I32, of(Op.MOVE, Type.I32).from(i(7)));
    begin();
    k.add(of(Op.ADD, Type.I32).to(value).from(r(flat), i(500)));
    k.add(
        of(Op.SHUFFLE, Type.I32)
            .variant(Variant.Shuffle.DOWN)
            .to(result)
            .from(r(value), i(1), i(31), i(-1)));
    finish(result);
    k.run();
    for (int n = 0; n < SIZE; n++) {
      boolean last = n % 32 == 31; // reads itself
      assertThat(k.result(n)).isEqualTo(n % 3 != 0 ? 7 : last ? n + 500 : n + 101);
    }
  }

  @Test
  void loadsFromSeveralPagesGatherTheDataOfEach() {
    int in = k.buffer("in", 1 << 18, squares());
    int sum = k.op(Type.I32, of(Op.MOVE, Type.I32).from(r(flat)));
    begin();
    int seven = k.op(Type.I32, of(Op.MUL, Type.I32).from(r(flat), i(7)));
    int index = k.op(Type.I32, of(Op.MUL, Type.I32).from(r(flat), r(seven)));
    k.add(of(Op.ADD, Type.I32).to(sum).from(r(sum), r(load(in, index))));
    finish(sum);
    k.run();
    for (int n = 0; n < SIZE; n++) {
      int square = 7 * n * n * (7 * n * n);
      assertThat((int) k.result(n)).isEqualTo(n % 3 == 0 ? n + square : n);
    }
  }

  @Test
  void aLoadThatLeavesItsBufferNamesItsWorkItem() {
    int in = k.buffer("in", 4 * 60, null);
    begin();
    int value = load(in, flat);
    finish(value);
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("work-item (60, 0, 0)");
  }
}
