// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Atomic operations of integers on one word with one value, which one lane performs for all, as
 * LLVM's atomic optimizer has it (AMDGPUAtomicOptimizer, on by default since LLVM 17): lanes are
 * counted, the first one multiplies a sum by their number, and each lane computes its own old value
 * from the first one's and the lanes below it. LLVM also combines values that differ from lane to
 * lane, by a loop over the lanes; here they stay.
 */
final class UniformAtomics {
  private static final Set<AtomicOp> SUMS = EnumSet.of(AtomicOp.ADD, AtomicOp.SUB);
  private static final Set<AtomicOp> COMBINED =
      EnumSet.of(
          AtomicOp.ADD,
          AtomicOp.SUB,
          AtomicOp.AND,
          AtomicOp.OR,
          AtomicOp.XOR,
          AtomicOp.MIN,
          AtomicOp.MAX);

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final boolean applies;

  UniformAtomics(RegisterFacts facts, RegisterPlacement placement, Chip chip) {
    this.facts = facts;
    this.placement = placement;
    applies = chip.applies(GcnOption.UNIFORM_ATOMICS);
  }

  /** Whether one lane can perform an atomic for all active lanes of a wavefront. */
  boolean combines(Instruction i, AddressModes.Mode at) {
    Space space = i.memory().space();
    return applies
        && i.op() == Op.ATOMIC
        && i.guard() < 0
        && (space == Space.GLOBAL || space == Space.LOCAL)
        && (i.type() == Type.I32 || i.type() == Type.I64)
        && COMBINED.contains(i.atomic())
        && at.index() < 0
        && (at.base() < 0 || !placement.isVector(at.base()))
        && isUniform(value(i));
  }

  private static Operand value(Instruction i) {
    return i.sources().get(1);
  }

  private boolean isUniform(Operand o) {
    return !o.isRegister() || facts.constant(o) != null || !placement.isVector(o);
  }

  /** Emits the election of the first active lane, and the operand of its atomic. */
  void before(Instruction i, GcnEmitter out) {
    boolean counts = counts(i);
    if (counts) {
      out.op(GcnClass.SALU, "s_mov_b64", "s:all, exec");
    }
    out.op(GcnClass.VALU, "v_mbcnt_lo_u32_b32", "v:below, exec_lo, 0");
    out.op(GcnClass.VALU, "v_mbcnt_hi_u32_b32", "v:below, exec_hi, v:below");
    out.op(GcnClass.VALU, "v_cmp_eq_u32", "vcc, 0, v:below");
    out.op(GcnClass.SALU, "s_and_saveexec_b64", "s:saved, vcc");
    out.op(GcnClass.BRANCH, "s_cbranch_execz", "behind");
    if (!counts) {
      return;
    }
    out.op(GcnClass.SALU, "s_bcnt1_i32_b64", "s:lanes, s:all");
    if (i.atomic() == AtomicOp.XOR) {
      out.op(GcnClass.SALU, "s_and_b32", "s:lanes, s:lanes, 1");
    }
    Long k = facts.constant(value(i));
    if (k == null || k != 1) {
      List<Integer> reads = k == null ? List.of(value(i).register()) : List.of();
      out.op(GcnClass.SALU, "s_mul_i32", -1, reads, "s:lanes, s:lanes, " + out.text(value(i)));
    }
    for (int word = 0; word < words(i); word++) {
      out.op(GcnClass.VALU, "v_mov_b32", "v:lanes, s:lanes");
    }
  }

  /** Emits the restoration of EXEC and the computation of the old value that each lane returns. */
  void after(Instruction i, GcnEmitter out) {
    out.op(GcnClass.SALU, "s_or_b64", "exec, exec, s:saved");
    if (i.writes().isEmpty()) {
      return;
    }
    int old = i.writes().get(0);
    String name = out.name(old);
    for (int word = 0; word < words(i); word++) {
      out.op(GcnClass.VALU, "v_readfirstlane_b32", -1, List.of(old), "s:first, " + name);
    }
    if (!counts(i)) {
      out.op(GcnClass.VALU, "v_cndmask_b32", "v:own, " + out.text(value(i)) + ", v:none, vcc");
    } else if (facts.constant(value(i)) == null || words(i) > 1) {
      out.op(GcnClass.VALU_MUL32, "v_mul_lo_u32", "v:own, v:below, " + out.text(value(i)));
    }
    String operation = "v_" + i.atomic().name().toLowerCase(Locale.ROOT) + "_u32";
    for (int word = 0; word < words(i); word++) {
      out.op(GcnClass.VALU, operation, old, List.of(old), name + ", s:first, v:own");
    }
  }

  /** Whether the operand of the elected lane depends on the number of active lanes. */
  private static boolean counts(Instruction i) {
    return SUMS.contains(i.atomic()) || i.atomic() == AtomicOp.XOR;
  }

  private static int words(Instruction i) {
    return i.type() == Type.I64 ? 2 : 1;
  }
}
