// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Evaluation.f32;
import static io.lockstep.execute.Evaluation.f64;
import static io.lockstep.execute.Evaluation.of;
import static io.lockstep.execute.TestKernel.access;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.Test;

/** Atomics, loads and stores. */
class MemoryOperationsTest {
  private static long atomic(AtomicOp op, Type type, boolean signed, Space space, long initial) {
    TestKernel k = new TestKernel(3, 1, 1);
    int out = k.buffer("out", 64, null);
    k.dynamicLocalBytes = 8;
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int one = k.op(Type.I32, of(Op.ADD, Type.I32).from(r(flat), i(1)));
    Type data = type == Type.F32 || type == Type.F64 ? type : type.isWide() ? Type.I64 : Type.I32;
    int value = k.register(data);
    k.add(of(Op.CONVERT, data).sourceType(Type.I32).sourceSigned(true).to(value).from(r(one)));
    int at = out;
    if (space == Space.LOCAL) {
      at = k.op(Type.I32, of(Op.MOVE, Type.I32).from(i(0)));
      int start = k.op(data, of(Op.MOVE, data).from(i(initial)));
      k.add(of(Op.STORE, data).from(r(at), r(start)).memory(access(Space.LOCAL, type, 1)));
    } else {
      k.memory.storeLong(Address.of(0, 0), initial);
    }
    boolean exchange = op == AtomicOp.COMPARE_EXCHANGE;
    int old = k.register(data);
    Operand[] from =
        exchange ? new Operand[] {r(at), r(value), i(100)} : new Operand[] {r(at), r(value)};
    k.add(
        of(Op.ATOMIC, data)
            .atomic(op)
            .signed(signed)
            .to(old)
            .from(from)
            .memory(access(space, type, 1)));
    int last = old;
    if (space == Space.LOCAL) {
      last = k.register(data);
      k.add(of(Op.LOAD, data).to(last).from(r(at)).memory(access(Space.LOCAL, type, 1)));
      k.storeOwn(out, data, last);
    }
    k.exit();
    k.run();
    return k.result(0);
  }

  @Test
  void atomicsTakeTurnsInTheOrderOfWorkItems() {
    Space g = Space.GLOBAL;
    Type i = Type.I32;
    Type l = Type.I64;
    assertThat(atomic(AtomicOp.ADD, i, false, g, 10)).isEqualTo(16);
    assertThat(atomic(AtomicOp.SUB, i, false, g, 10)).isEqualTo(4);
    assertThat(atomic(AtomicOp.MIN, i, true, g, 2)).isEqualTo(1);
    assertThat(atomic(AtomicOp.MAX, i, false, g, 2)).isEqualTo(3);
    assertThat(atomic(AtomicOp.INC, i, false, g, 1)).isEqualTo(2);
    assertThat(atomic(AtomicOp.DEC, i, false, g, 1)).isEqualTo(1);
    assertThat(atomic(AtomicOp.AND, i, false, g, 7)).isZero();
    assertThat(atomic(AtomicOp.OR, i, false, g, 8)).isEqualTo(11);
    assertThat(atomic(AtomicOp.XOR, i, false, g, 8)).isEqualTo(8);
    assertThat(atomic(AtomicOp.EXCHANGE, i, false, g, 8)).isEqualTo(3);
    assertThat(atomic(AtomicOp.COMPARE_EXCHANGE, i, false, g, 2)).isEqualTo(100);
    assertThat(atomic(AtomicOp.ADD, l, false, g, 10)).isEqualTo(16);
    assertThat(atomic(AtomicOp.SUB, l, false, g, 10)).isEqualTo(4);
    assertThat(atomic(AtomicOp.MIN, l, true, g, -2)).isEqualTo(-2);
    assertThat(atomic(AtomicOp.MAX, l, false, g, -2)).isEqualTo(-2);
    assertThat(atomic(AtomicOp.INC, l, false, g, 1)).isEqualTo(2);
    assertThat(atomic(AtomicOp.DEC, l, false, g, 1)).isEqualTo(1);
    assertThat(atomic(AtomicOp.AND, l, false, g, 7)).isZero();
    assertThat(atomic(AtomicOp.OR, l, false, g, 8)).isEqualTo(11);
    assertThat(atomic(AtomicOp.XOR, l, false, g, 8)).isEqualTo(8);
    assertThat(atomic(AtomicOp.EXCHANGE, l, false, g, 8)).isEqualTo(3);
    assertThat(atomic(AtomicOp.COMPARE_EXCHANGE, l, false, g, 3)).isEqualTo(100);
    assertThat(atomic(AtomicOp.ADD, Type.F32, false, g, f32(1).bits())).isEqualTo(f32(7).bits());
    assertThat(atomic(AtomicOp.ADD, Type.F64, false, g, f64(1).bits())).isEqualTo(f64(7).bits());
    assertThat(atomic(AtomicOp.MIN, Type.F32, false, g, f32(9).bits())).isEqualTo(f32(1).bits());
    assertThat(atomic(AtomicOp.MAX, Type.F64, false, g, f64(1).bits())).isEqualTo(f64(3).bits());
    assertThat(atomic(AtomicOp.ADD, i, false, Space.LOCAL, 10)).isEqualTo(16);
    assertThat(atomic(AtomicOp.ADD, Type.F32, false, Space.LOCAL, f32(2).bits()))
        .isEqualTo(f32(8).bits());
  }

  @Test
  void memoryOfAllWidths() {
    Type[] types = {Type.I8, Type.I16, Type.I32, Type.I64, Type.F32, Type.F64};
    for (Type type : types) {
      for (Space space : new Space[] {Space.GLOBAL, Space.LOCAL}) {
        TestKernel k = new TestKernel(6, 1, 1);
        int out = k.buffer("out", 512, null);
        k.dynamicLocalBytes = 512;
        int flat = k.special(Special.LOCAL_ID_FLAT);
        Type held = type.bits() < 32 ? Type.I32 : type;
        int negative = k.op(Type.I32, of(Op.SUB, Type.I32).from(i(-100), r(flat)));
        int value = k.register(held);
        k.add(
            of(Op.CONVERT, held)
                .sourceType(Type.I32)
                .sourceSigned(true)
                .signed(true)
                .to(value)
                .from(r(negative)));
        int base = out;
        if (space == Space.LOCAL) {
          base = k.op(Type.PTR, of(Op.MOVE, Type.PTR).from(i(0)));
        }
        int at = k.address(base, flat, 4 * type.bytes());
        k.add(
            of(Op.STORE, held)
                .from(r(at), r(value), r(value), r(value), r(value))
                .memory(access(space, type, 4)));
        Integer[] back = {-1, -1, k.register(held), -1};
        k.add(of(Op.LOAD, held).signed(true).to(back).from(r(at)).memory(access(space, type, 4)));
        int result = k.register(Type.I64);
        k.add(
            of(Op.CONVERT, Type.I64)
                .sourceType(held)
                .sourceSigned(true)
                .signed(true)
                .to(result)
                .from(r(back[2])));
        k.add(of(Op.BARRIER, Type.I32));
        int next = k.builder.block();
        k.goOn(next);
        k.storeOwn(out, Type.I64, result);
        k.exit();
        k.run();
        assertThat(k.result(5)).as(type + " " + space).isEqualTo(-105);
      }
    }
  }
}
