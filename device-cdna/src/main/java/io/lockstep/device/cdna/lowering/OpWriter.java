// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Base of the arithmetic selectors: shared analyses and helpers that emit instructions. */
abstract class OpWriter {
  final RegisterFacts facts;
  final RegisterPlacement placement;
  final Ranges ranges;
  final AddressModes modes;
  final OperandFolding folding;
  GcnEmitter out;

  OpWriter(OperandFolding folding) {
    this.folding = folding;
    facts = folding.facts;
    placement = folding.placement;
    modes = folding.modes;
    ranges = modes.ranges;
  }

  boolean wide(Instruction i, int d) {
    return i.type().isWide() && !(d >= 0 && modes.isNarrow(d));
  }

  String operands(Instruction i, int d) {
    StringBuilder s = new StringBuilder(d >= 0 ? out.name(d) : "");
    for (Operand o : i.sources()) {
      s.append(s.length() == 0 ? "" : ", ").append(out.text(o));
    }
    return s.toString();
  }

  /** Emits a vector instruction; gfx9 reads at most one scalar register, so others are moved. */
  void valu(GcnClass cls, String mnemonic, Instruction i, int d) {
    vectorScalars(i);
    out.op(cls, mnemonic, d, folding.reads(i), operands(i, d));
  }

  /** Moves all scalar operands but the first to vector registers. */
  void vectorScalars(Instruction i) {
    Set<Integer> scalars = new LinkedHashSet<>();
    for (Operand o : i.sources()) {
      if (o.isRegister()
          && !placement.isVector(o)
          && facts.constant(o.register()) == null
          && facts.kernel().registers().get(o.register()) != Type.I1) {
        scalars.add(folding.alias(o.register()));
      }
    }
    scalars.stream().skip(1).forEach(out::inVector);
  }

  void repeat(GcnClass cls, String mnemonic, int times, Instruction i, int d) {
    for (int k = 0; k < times; k++) {
      out.op(
          cls, mnemonic, d, k == 0 ? folding.reads(i) : List.of(), k == 0 ? operands(i, d) : "…");
    }
  }

  /** Records a copy without an instruction; a guarded destination may keep its old value. */
  void coalesce(Instruction i, int d) {
    List<Integer> reads = folding.reads(i);
    if (i.guard() >= 0) {
      reads.add(d);
    }
    out.rename(d, reads);
  }

  static boolean isPowerOfTwo(Long v) {
    return v != null && v > 0 && (v & (v - 1)) == 0;
  }

  static String name(Op op) {
    return switch (op) {
      case ADD -> "add";
      case SUB -> "sub";
      case AND -> "and";
      case OR -> "or";
      case XOR -> "xor";
      case NOT, CNOT -> "not";
      case SHL -> "lshl";
      case SHR -> "lshr";
      case MIN -> "min";
      case MAX -> "max";
      case MUL, MUL24 -> "mul";
      case BIT_FIELD_EXTRACT -> "bfe";
      default -> op.name().toLowerCase(Locale.ROOT);
    };
  }
}
