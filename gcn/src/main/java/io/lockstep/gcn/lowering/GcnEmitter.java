// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.isa.WaitCounter;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Collects the machine instructions of a block and formats their operands. */
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

  /** Returns the name of a register: its class, then the portable register's name. */
  String name(int register) {
    String n = facts.kernel().registerNames().get(register);
    String plain = n.startsWith("%") ? n.substring(1) : n;
    boolean mask = facts.kernel().registers().get(register) == Type.I1;
    return (mask || !placement.isVector(register) ? "s:" : "v:") + plain;
  }

  String text(Operand o) {
    Long k = facts.constant(o);
    return k != null ? immediate(k) : name(folding.alias(o.register()));
  }

  private static String immediate(long k) {
    return k > -65 && k < 65 ? Long.toString(k) : "0x" + Long.toHexString(k);
  }

  /** Records a copy that needs no instruction, since both registers share one location. */
  void rename(int dst, List<Integer> reads) {
    op(GcnClass.VALU, "", dst, reads, "").renames = true;
  }

  /** Ensures that a scalar value is in a vector register for the next instruction. */
  void inVector(int register) {
    if (copies.isMovedHere(register)) {
      move(register);
    }
  }

  /** Ensures that all of the registers are in vector registers for the next instruction. */
  void inVectors(List<Integer> registers) {
    for (int r : registers) {
      if (!placement.isVector(r) && facts.constant(r) == null) {
        inVector(r);
      }
    }
  }

  /** Ensures that a constant is in a vector register for the next instruction. */
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

  /** Attributes the following instructions to an instruction of the portable kernel. */
  void from(Instruction instruction) {
    from = List.of(instruction);
    prepares = false;
  }

  /** Attributes the following instructions to the same portable instruction as the last one. */
  void behind() {
    from = ops.isEmpty() ? from : ops.get(ops.size() - 1).from;
    prepares = false;
  }

  /** Attributes the following instructions to the preparation of a portable instruction. */
  void before(Instruction instruction) {
    from = List.of(instruction);
    prepares = true;
  }

  /** Appends waits until no operation of some counters is outstanding. */
  void await(InstructionSet isa, Predicate<WaitCounter> which) {
    int[] allowed = isa.waits().stream().mapToInt(w -> which.test(w) ? 0 : GcnOp.NO_WAIT).toArray();
    GcnOp.waits(isa, allowed).forEach(this::add);
  }

  GcnOp op(GcnClass cls, String mnemonic, String operands) {
    GcnOp op = new GcnOp(cls, mnemonic);
    op.operands = operands;
    return add(op);
  }

  /** Appends an instruction. */
  GcnOp add(GcnOp op) {
    op.from = from;
    op.prepares = prepares;
    ops.add(op);
    return op;
  }

  /** Appends an instruction that writes a register (-1 for none) and reads some. */
  GcnOp op(GcnClass cls, String mnemonic, int dst, List<Integer> reads, String operands) {
    GcnOp op = op(cls, mnemonic, operands);
    if (dst >= 0) {
      op.dst = new int[] {dst};
    }
    op.src = reads.stream().mapToInt(Integer::intValue).toArray();
    return op;
  }
}
