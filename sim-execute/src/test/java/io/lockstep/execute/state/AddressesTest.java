// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import static io.lockstep.execute.Operators.less;
import static io.lockstep.execute.Operators.load;
import static io.lockstep.execute.Operators.store;
import static io.lockstep.execute.TestKernel.access;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.TestKernel;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import org.junit.jupiter.api.Test;

/** Generic addresses, short pointers, addresses of variables. */
class AddressesTest {
  @Test
  void moduleVariablesNeedTheirBuffers() {
    for (boolean bound : new boolean[] {true, false}) {
      TestKernel k = new TestKernel(2, 1, 1);
      int out = k.buffer("out", 16, null);
      k.builder.variable(new Variable("table", Space.CONSTANT, 0, 8, 4, new byte[0]));
      int table = k.memory.allocate("table", Type.I32, 8, null);
      k.memory.storeInt(Address.of(table, 4), 42);
      k.variableBuffers = new int[] {bound ? table : -1};
      int pointer =
          k.op(Type.PTR, InstructionBuilder.of(Op.MOVE, Type.PTR).from(i(Address.variable(0, 4))));
      int value = k.register(Type.I32);
      load(k, value, pointer, Space.CONSTANT, Type.I32);
      k.storeOwn(out, Type.I32, value);
      k.exit();
      if (bound) {
        WorkGroupRecord record = k.run();
        assertThat(k.result(1)).isEqualTo(42);
        assertThat(record.segments().get(0).base(0, 0)).isEqualTo(Address.of(table, 4));
      } else {
        assertThatThrownBy(k::run)
            .isInstanceOf(InputException.class)
            .hasMessageContaining("module symbol table");
      }
    }
  }

  @Test
  void genericAddressesFindTheirMemory() {
    TestKernel k = new TestKernel(3, 1, 1);
    int out = k.buffer("out", 24, null);
    k.dynamicLocalBytes = 16;
    k.builder.variable(new Variable("v", Space.PRIVATE, 0, 16, 4, new byte[0]));
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int local =
        k.op(
            Type.PTR,
            InstructionBuilder.of(Op.MOVE, Type.PTR)
                .from(i((Address.LOCAL_WINDOW << Address.OFFSET_BITS) + 4)));
    int own =
        k.op(
            Type.PTR,
            InstructionBuilder.of(Op.MOVE, Type.PTR)
                .from(i((Address.PRIVATE_WINDOW << Address.OFFSET_BITS) + 8)));
    int p = less(k, flat, 1);
    int q = less(k, flat, 2);
    int two =
        k.op(Type.PTR, InstructionBuilder.of(Op.SELECT, Type.PTR).from(r(local), r(own), r(q)));
    int at = k.op(Type.PTR, InstructionBuilder.of(Op.SELECT, Type.PTR).from(r(out), r(two), r(p)));
    int value = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(flat), i(70)));
    store(k, at, value, Space.GENERIC, Type.I32);
    int zero = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    int back = k.register(Type.I32);
    k.add(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(back)
            .from(r(zero))
            .memory(new MemoryAccess(Space.PRIVATE, Type.I32, 1, -1, 8)));
    int shared = k.register(Type.I32);
    k.add(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(shared)
            .from(r(zero))
            .memory(new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 4)));
    int sum = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(back), r(shared)));
    k.storeOwn(out, Type.I32, sum);
    k.exit();
    k.run();
    assertThat(k.result(0)).isEqualTo(71);
    assertThat(k.result(1)).isEqualTo(71);
    assertThat(k.result(2)).isEqualTo(72 + 71);
  }

  @Test
  void pointersOf32BitsAreTranslated() {
    TestKernel k = new TestKernel(4, 1, 1);
    k.builder.addressBits(32);
    k.memory.allocate("a", Type.I32, 32, null);
    k.memory.allocate("b", Type.I32, 64, null);
    k.arguments.add(Address.of(1, 16));
    k.builder.parameter(new Parameter("p", Type.I32, 0, 4, false, false));
    int pointer =
        k.op(
            Type.I32,
            InstructionBuilder.of(Op.LOAD, Type.I32)
                .from(i(0))
                .memory(access(Space.PARAMETER, Type.I32, 1)));
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int scaled = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(flat), i(8)));
    int at = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(pointer), r(scaled)));
    store(k, at, flat, Space.GLOBAL, Type.I32);
    int far = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(at), i(40)));
    k.exit();
    WorkGroupRecord record = k.run();
    assertThat(k.memory.loadInt(Address.of(1, 16 + 24))).isEqualTo(3);
    Segment s = record.segments().get(0);
    assertThat(s.base(0, 0)).isEqualTo(Address.of(1, 16));
    assertThat(s.stride(0, 0)).isEqualTo(8);
    assertThat(far).isPositive();
  }

  @Test
  void layoutsOf32BitsTellNeighboursApart() {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("a", Type.I32, 1000, null);
    memory.allocate("b", Type.I32, 5000, null);
    AddressLayout layout = new AddressLayout(memory, "k");
    for (long address :
        new long[] {
          Address.of(0, 0),
          Address.of(0, 999),
          Address.of(1, 0),
          Address.of(1, 4999),
          Address.of(0, 1000),
          Address.of(1, 6000),
          (Address.LOCAL_WINDOW << Address.OFFSET_BITS) + 12,
          (Address.PRIVATE_WINDOW << Address.OFFSET_BITS) + 12
        }) {
      assertThat(layout.lengthen(layout.shorten(address))).isEqualTo(address);
    }
    assertThat(layout.lengthen(layout.shorten(Address.of(1, 0)) - 4)).isEqualTo(Address.of(1, -4));
    assertThat(layout.lengthen(0)).isZero();
    memory.allocate("huge", Type.I8, 5L << 30, null);
    assertThatThrownBy(() -> new AddressLayout(memory, "k.ptx: k"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("the kernel's pointers have 32 bits");
  }
}
