// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.BoolOp;
import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.Fusion;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** Conditions on a portable instruction that every selection table may use. */
final class Conditions {
  private static final Map<String, Predicate<Instruction>> KNOWN = known();

  private Conditions() {}

  /** The test of a condition; null if the kit does not define it. */
  static Predicate<Instruction> of(String name) {
    return KNOWN.get(name);
  }

  private static Map<String, Predicate<Instruction>> known() {
    Map<String, Predicate<Instruction>> all = new HashMap<>();
    for (Type t : Type.values()) {
      all.put(lower(t), i -> i.type() == t);
      all.put("from_" + lower(t), i -> i.sourceType() == t);
    }
    for (Comparison c : Comparison.values()) {
      all.put(lower(c), i -> i.comparison() == c);
    }
    for (BoolOp b : BoolOp.values()) {
      all.put("combine_" + lower(b), i -> i.combine() == b);
    }
    for (Special s : Special.values()) {
      all.put("special_" + lower(s), i -> i.special() == s);
    }
    for (AtomicOp a : AtomicOp.values()) {
      all.put("atomic_" + lower(a), i -> i.atomic() == a);
    }
    for (Space s : Space.values()) {
      all.put("in_" + lower(s), i -> i.memory() != null && i.memory().space() == s);
    }
    for (OpClass c : OpClass.values()) {
      all.put(c.name(), i -> i.opClass() == c);
    }
    all.put("float", i -> i.type().isFloat());
    all.put("from_float", i -> i.sourceType().isFloat());
    all.put("long", i -> i.type().isWide());
    all.put("from_long", i -> i.sourceType().isWide());
    all.put("short", i -> i.type().bits() < 32);
    all.put("from_short", i -> i.sourceType().bits() < 32);
    all.put("widens", i -> i.type().bits() > i.sourceType().bits());
    all.put("narrows", i -> i.type().bits() < i.sourceType().bits());
    all.put("signed", Instruction::signed);
    all.put("from_signed", Instruction::sourceSigned);
    all.put("approximate", Instruction::approximate);
    all.put("saturates", Instruction::saturate);
    all.put("integral", Instruction::roundToIntegral);
    all.put("directed", i -> i.rounding().isDirected());
    all.put("fused", i -> i.fusion() == Fusion.REQUIRED);
    all.put("guarded", i -> i.guard() >= 0);
    all.put("negated", Instruction::guardNegated);
    all.put("returns", i -> !i.writes().isEmpty());
    return all;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
