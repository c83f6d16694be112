package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import java.util.ArrayList;
import java.util.List;

/** Collects a block's machine instructions and formats operands. */
final class GcnEmitter {
  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final OperandFolding folding;
  private final VectorCopies copies;
  final List<GcnOp> ops = new ArrayList<>();
  private List<Instruction> from = List.of();
  private boolean prepares;

  GcnEmitter(
      RegisterFacts facts,
      RegisterPlacement placement,
      OperandFolding folding,
      VectorCopies copies) {
    this.facts = facts;
    this.placement = placement;
    this.folding = folding;
    this.copies = copies;
  }

  /** A register's class and name. */
  String name(int register) {
    String n = facts.kernel.registerNames().get(register);
    String plain = n.startsWith("%") ? n.substring(1) : n;
    boolean mask = facts.kernel.registers().get(register) == io.lockstep.kernel.ir.Type.I1;
    return (mask || !placement.isVector(register) ? "s:" : "v:") + plain;
  }

  String text(io.lockstep.kernel.ir.Operand o) {
    if (o.isRegister()) {
      Long k = facts.constant(o.register());
      return k != null ? immediate(k) : name(folding.alias(o.register()));
    }
    return immediate(o.bits());
  }

  private static String immediate(long k) {
    return k > -65 && k < 65 ? Long.toString(k) : "0x" + Long.toHexString(k);
  }

  /** A copy without instruction, since both registers share a location. */
  void rename(int dst, List<Integer> reads) {
    op(GcnClass.VALU, "", dst, reads, "").renames = true;
  }

  /** Needs a vector register in the next instruction. */
  void inVector(int register) {
    if (copies.isMovedHere(register)) {
      move(register);
    }
  }

  /** Needs vector registers in the next instruction. */
  void inVectors(List<Integer> registers) {
    for (int r : registers) {
      if (!placement.isVector(r) && facts.constant(r) == null) {
        inVector(r);
      }
    }
  }

  /** Needs a constant in a vector register in the next instruction. */
  void inVector(String constant) {
    if (copies.isMovedHere(constant)) {
      move(constant);
    }
  }

  void move(String constant) {
    op(GcnClass.VALU, "v_mov_b32", -1, List.of(), "v:tmp, " + constant);
  }

  void move(int register) {
    op(GcnClass.VALU, "v_mov_b32", -1, List.of(register), "v:tmp, " + name(register));
  }

  /** Attributes further instructions to an IR instruction. */
  void from(Instruction instruction) {
    from = List.of(instruction);
    prepares = false;
  }

  /** Attributes further instructions like the last one. */
  void behind() {
    from = ops.isEmpty() ? from : ops.get(ops.size() - 1).from;
    prepares = false;
  }

  /** Attributes further instructions to preparation of an IR instruction. */
  void before(Instruction instruction) {
    from = List.of(instruction);
    prepares = true;
  }

  GcnOp op(GcnClass cls, String mnemonic, String operands) {
    GcnOp op = new GcnOp(cls, mnemonic);
    op.operands = operands;
    op.from = from;
    op.prepares = prepares;
    ops.add(op);
    return op;
  }

  /** {@code dst} is -1 for none. */
  GcnOp op(GcnClass cls, String mnemonic, int dst, List<Integer> reads, String operands) {
    GcnOp op = op(cls, mnemonic, operands);
    if (dst >= 0) {
      op.dst = new int[] {dst};
    }
    op.src = reads.stream().mapToInt(Integer::intValue).toArray();
    return op;
  }
}
