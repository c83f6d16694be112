package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.InstructionWriter;
import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;

/** Emits instructions on lane ids and on the words through which lanes exchange values. */
abstract class LaneMemory extends InstructionWriter {
  /** Lanes per word of a mask. */
  static final int WORD_LANES = 32;

  static final int WORD = Integer.BYTES;
  static final Operand ZERO = Operand.immediate(0);

  final int lanes;

  LaneMemory(KernelBuilder builder, int lanes) {
    super(builder);
    this.lanes = lanes;
  }

  Operand integer(Op op, Operand... operands) {
    return value(op, Type.I32, operands);
  }

  Operand compare(Comparison how, Operand a, Operand b) {
    return value(
        Type.I1,
        InstructionBuilder.of(Op.COMPARE, Type.I32).signed(true).comparison(how).from(a, b));
  }

  static Operand number(long n) {
    return Operand.immediate(n);
  }

  Operand special(Special special) {
    return value(Type.I32, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(special));
  }

  Operand item() {
    return special(Special.LOCAL_ID_FLAT);
  }

  Operand lane(Operand item) {
    return integer(Op.AND, item, number(lanes - 1));
  }

  static MemoryAccess word(int offset) {
    return new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, offset, true, false);
  }

  void store(Operand address, int offset, Operand value) {
    emit(InstructionBuilder.of(Op.STORE, Type.I32).from(address, value).memory(word(offset)));
  }

  Operand load(Operand address, int offset) {
    return value(
        Type.I32, InstructionBuilder.of(Op.LOAD, Type.I32).from(address).memory(word(offset)));
  }

  void meet() {
    emit(InstructionBuilder.of(Op.FENCE, Type.I1).variant(Variant.Fence.LANES));
  }

  /** The current lane's bit in its word of a mask. */
  Operand bit() {
    return integer(Op.SHL, number(1), integer(Op.AND, lane(item()), number(WORD_LANES - 1)));
  }

  /** The work-item that is lane 0 of the wavefront. */
  Operand firstItem(Operand item) {
    return integer(Op.AND, item, number(-lanes & 0xFFFFFFFFL));
  }

  /** Stores a word of each lane where all lanes can read it; returns the address of lane 0's. */
  Operand share(Operand word) {
    Operand item = item();
    store(integer(Op.SHL, item, number(2)), 0, word);
    meet();
    return integer(Op.SHL, firstItem(item), number(2));
  }

  Operand isIn(Operand mask, int lane) {
    return compare(Comparison.NE, integer(Op.AND, mask, number(1L << lane)), ZERO);
  }
}
