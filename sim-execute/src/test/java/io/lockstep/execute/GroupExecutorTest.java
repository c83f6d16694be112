// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Operators.branch;
import static io.lockstep.execute.Operators.less;
import static io.lockstep.execute.Operators.load;
import static io.lockstep.execute.Operators.store;
import static io.lockstep.execute.TestKernel.access;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.Test;

/** Work-groups as a whole. */
class GroupExecutorTest {
  /** {@code if (a) { if (b) return; x } y}: y is executed once, whatever order the text has. */
  @Test
  void theOrderOfBlocksDecidesNeitherResultNorCost() {
    long[] costs = new long[2];
    for (int order = 0; order < 2; order++) {
      TestKernel k = new TestKernel(64, 1, 1);
      int out = k.buffer("out", 512, null);
      int flat = k.special(Special.LOCAL_ID_FLAT);
      int sum = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(r(flat)));
      int a = less(k, flat, 32);
      int[] b = new int[5];
      for (int n = 0; n < 5; n++) {
        b[order == 0 ? n : 4 - n] = k.builder.block();
      }
      branch(k, a, b[3], b[0]);
      k.block = b[0];
      branch(k, less(k, flat, 8), b[2], b[1]);
      k.block = b[1];
      k.exit();
      k.builder.successors(b[1]);
      k.block = b[2];
      k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(sum).from(r(sum), i(100)));
      k.builder.successors(b[2], b[3]);
      k.block = b[3];
      k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(sum).from(r(sum), i(1000)));
      k.builder.successors(b[3], b[4]);
      k.block = b[4];
      k.storeOwn(out, Type.I32, sum);
      k.exit();
      k.builder.successors(b[4]);
      k.run();
      costs[order] = k.executor.blockExecutions();
      for (int w = 0; w < 64; w++) {
        assertThat(k.result(w)).isEqualTo(w < 8 ? 0 : w < 32 ? w + 1100 : w + 1000);
      }
    }
    assertThat(costs).containsExactly(6, 6);
  }

  @Test
  void aGroupMayBeSuspendedAtAnyBlock() {
    TestKernel k = new TestKernel(32, 1, 1);
    int out = k.buffer("out", 256, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int end = k.builder.block();
    int then = k.builder.block();
    branch(k, less(k, flat, 5), end, then);
    k.block = then;
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(flat).from(r(flat), i(50)));
    k.goOn(end);
    k.storeOwn(out, Type.I32, flat);
    k.exit();
    k.run();
    k.memory.fill(0, new byte[1]);
    k.executor.begin(0);
    int calls = 0;
    while (!k.executor.run(1)) {
      calls++;
    }
    assertThat(calls).isGreaterThanOrEqualTo(2);
    assertThat(k.executor.finish().segments()).hasSize(1);
    assertThat(k.result(4)).isEqualTo(54);
    assertThat(k.result(5)).isEqualTo(5);
  }

  @Test
  void uninitialisedMemoryAndRegistersReadAsZeroInEveryGroup() {
    TestKernel k = new TestKernel(16, 1, 1);
    k.dynamicLocalBytes = 4;
    int out = k.buffer("out", 128, null);
    int value = k.register(Type.I32);
    int zero = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    int old = k.register(Type.I32);
    load(k, old, zero, Space.LOCAL, Type.I32);
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(value).from(r(value), r(old)));
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(value).from(r(value), i(1)));
    store(k, zero, value, Space.LOCAL, Type.I32);
    k.storeOwn(out, Type.I32, value);
    k.exit();
    k.run();
    k.executor.execute(0);
    assertThat(k.result(3)).isEqualTo(1);
  }

  @Test
  void atomicValuesThatAreReadAreKnown() {
    for (boolean used : new boolean[] {true, false}) {
      TestKernel k = new TestKernel(4, 1, 1);
      int out = k.buffer("out", 64, null);
      int old = k.register(Type.I32);
      k.add(
          InstructionBuilder.of(Op.ATOMIC, Type.I32)
              .atomic(AtomicOp.ADD)
              .to(used ? old : -1)
              .from(r(out), i(1))
              .memory(access(Space.GLOBAL, Type.I32, 1)));
      k.storeOwn(out, Type.I32, used ? old : k.special(Special.LOCAL_ID_FLAT));
      k.exit();
      k.run();
      assertThat(k.executor.usesAtomicValues()).isEqualTo(used);
    }
  }
}
