// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.rewrite.HalfCode;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import java.util.HashMap;
import java.util.Map;

/**
 * The portable instructions that a front end has made of one instruction of the kernel's text, as
 * they compute the operands of the last of them. Not thread-safe.
 */
final class TextParts {
  private final Map<Integer, Instruction> latest = new HashMap<>(); // in the block, by register
  private Instruction root;

  /** Forgets the definitions of the block before. */
  void begin() {
    latest.clear();
  }

  /** Takes note of what an instruction writes. */
  void define(Instruction i) {
    i.writes().forEach(register -> latest.put(register, i));
  }

  /** Names the last instruction, whose parts are asked for. */
  void of(Instruction last) {
    root = last;
  }

  /** The part that computes an operand; null if it is none or another operation. */
  Instruction part(Operand o, Op op) {
    Instruction d = part(o);
    return d != null && d.op() == op ? d : null;
  }

  /** The part that computes an operand; null if the operand comes from elsewhere. */
  Instruction part(Operand o) {
    Instruction d = o != null && o.isRegister() ? latest.get(o.register()) : null;
    return d != null
            && HalfCode.isOfOne(root, d)
            && d.guard() == root.guard()
            && d.guardNegated() == root.guardNegated()
        ? d
        : null;
  }

  /** A source of a part; null if there is no such part. */
  static Operand source(Instruction part, int k) {
    return part == null ? null : part.sources().get(k);
  }

  /** Whether a source of a part is an immediate of so many bits. */
  static boolean reads(Instruction part, int source, int bits) {
    Operand o = source(part, source);
    return o != null && !o.isRegister() && (int) o.bits() == bits;
  }

  /** The operand whose being NaN a predicate is; null if it is something else. */
  Operand tested(Operand predicate) {
    Instruction test = part(predicate, Op.COMPARE);
    Operand a = source(test, 0);
    boolean isNan = test != null && test.comparison() == Comparison.NAN;
    return isNan && a.equals(source(test, 1)) ? a : null;
  }

  /** Whether an operand is the sum of which the upper bits are x rounded to nearest even. */
  boolean isNearest(Operand sum, Operand x, int dropped) {
    Instruction outer = part(sum, Op.ADD);
    Instruction inner = part(source(outer, 0), Op.ADD);
    Instruction last = part(source(outer, 1), Op.BIT_FIELD_EXTRACT);
    return reads(inner, 1, (1 << dropped - 1) - 1)
        && x.equals(source(inner, 0))
        && x.equals(source(last, 0))
        && reads(last, 1, dropped)
        && reads(last, 2, 1);
  }

  /** The part that computes a half of a word, source 0 for the upper one; null for none. */
  Instruction half(Instruction insert, int source) {
    boolean packs = reads(insert, 2, Short.SIZE) && reads(insert, 3, Short.SIZE);
    return packs ? part(source(part(source(insert, source), Op.CONVERT), 0)) : null;
  }

  /** The word of which two operands are the halves; null if there is none. */
  Operand word(Operand low, Operand high) {
    Operand word = source(part(low, Op.CONVERT), 0);
    Instruction shift = part(source(part(high, Op.CONVERT), 0), Op.SHR);
    return word != null && word.equals(source(shift, 0)) && reads(shift, 1, Short.SIZE)
        ? word
        : null;
  }
}
