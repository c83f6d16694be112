// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Assigns types to the language's untyped registers: F32 if only float operations use a register,
 * so that execution need not reinterpret it at every step; otherwise I32.
 *
 * <p>A register that holds both data (a load, possibly of integers) and float results stays I32:
 * NaN results are canonical, but data must keep its bits.
 */
final class RegisterTypes {
  private final List<Draft> blocks;
  private final KernelBuilder builder;

  /** Registers that integer operations or addresses use. */
  private final BitSet integers = new BitSet();

  private final BitSet floats = new BitSet();

  /** Registers that may hold float results ({@code data}: arbitrary bits). */
  private final BitSet computed = new BitSet();

  private final BitSet data = new BitSet();

  private RegisterTypes(List<Draft> blocks, KernelBuilder builder) {
    this.blocks = blocks;
    this.builder = builder;
  }

  static void assign(List<Draft> blocks, KernelBuilder builder) {
    RegisterTypes t = new RegisterTypes(blocks, builder);
    t.each(t::use);
    int before;
    do {
      before = t.computed.cardinality() + t.data.cardinality();
      t.each(t::contents);
    } while (t.computed.cardinality() + t.data.cardinality() != before);
    BitSet both = (BitSet) t.computed.clone();
    both.and(t.data);
    t.integers.or(both);
    t.floats.andNot(t.integers);
    do {
      before = t.floats.cardinality();
      t.each(t::spread);
    } while (t.floats.cardinality() != before);
    for (int r = t.floats.nextSetBit(0); r >= 0; r = t.floats.nextSetBit(r + 1)) {
      if (builder.typeOf(r) == Type.I32) {
        builder.retype(r, Type.F32);
      }
    }
    for (Draft draft : blocks) {
      draft.code().replaceAll(t::typed);
    }
  }

  private void each(java.util.function.Consumer<Instruction> f) {
    blocks.forEach(b -> b.code().forEach(f));
  }

  /** Returns whether an operation transfers data without computing. */
  private static boolean isNeutral(Op op) {
    return op == Op.MOVE || op == Op.SELECT || op == Op.LOAD || op == Op.STORE;
  }

  private void use(Instruction i) {
    if (isNeutral(i.op())) {
      if (i.memory() != null) {
        mark(integers, List.of(i.sources().get(0)));
        mark(data, i.destinations(), true);
      }
      return;
    }
    boolean result = i.type() == Type.F32;
    mark(result ? floats : integers, i.destinations(), true);
    mark(i.op() == Op.TEXTURE ? data : computed, i.destinations(), result);
    mark(i.sourceType() == Type.F32 ? floats : integers, i.sources());
  }

  private static void mark(BitSet set, List<Operand> operands) {
    for (Operand o : operands) {
      if (o.isRegister()) {
        set.set(o.register());
      }
    }
  }

  private static void mark(BitSet set, List<Integer> registers, boolean whether) {
    for (int r : registers) {
      if (r >= 0 && whether) {
        set.set(r);
      }
    }
  }

  /** Propagates the possible contents of registers through moves and selections. */
  private void contents(Instruction i) {
    if (i.op() != Op.MOVE && i.op() != Op.SELECT) {
      return;
    }
    int to = i.destinations().get(0);
    for (Operand o : values(i)) {
      if (!o.isRegister()) {
        if (Float.isNaN(Float.intBitsToFloat((int) o.bits()))) {
          data.set(to);
        }
        continue;
      }
      if (computed.get(o.register())) {
        computed.set(to);
      }
      if (data.get(o.register())) {
        data.set(to);
      }
    }
  }

  /** Marks a move's registers as floats if one is, except registers of integer operations. */
  private void spread(Instruction i) {
    if (i.op() != Op.MOVE && i.op() != Op.SELECT) {
      return;
    }
    List<Integer> all = new ArrayList<>(i.destinations());
    values(i).stream().filter(Operand::isRegister).forEach(o -> all.add(o.register()));
    if (all.stream().anyMatch(floats::get)) {
      all.stream().filter(r -> !integers.get(r)).forEach(floats::set);
    }
  }

  private static List<Operand> values(Instruction i) {
    int from = i.memory() != null ? 1 : 0;
    int to = i.op() == Op.SELECT ? 2 : i.sources().size();
    return i.sources().subList(from, to);
  }

  /** Returns a data transfer with type F32 if all its registers are F32. */
  private Instruction typed(Instruction i) {
    if (!isNeutral(i.op()) || i.type() != Type.I32) {
      return i;
    }
    List<Integer> all = new ArrayList<>(i.destinations());
    values(i).forEach(o -> all.add(o.register()));
    all.removeIf(r -> r < 0);
    MemoryAccess m = i.memory();
    if (all.isEmpty()
        || !all.stream().allMatch(r -> builder.typeOf(r) == Type.F32)
        || m != null && m.element() != Type.I32) {
      return i;
    }
    InstructionBuilder b = InstructionBuilder.from(i).type(Type.F32).sourceType(Type.F32);
    if (m != null) {
      b.memory(
          new MemoryAccess(m.space(), Type.F32, m.width(), m.slot(), m.offset(), m.qualifiers()));
    }
    return b.build();
  }
}
