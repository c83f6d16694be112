// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Atomic operations of integers on one word, which one lane performs for all, as LLVM's atomic
 * optimizer has it (AMDGPUAtomicOptimizer, on by default since LLVM 17, strategy Iterative). Of one
 * value, lanes are counted and the first one multiplies a sum by their number; values that differ
 * are combined by a loop over the active lanes. Each lane computes its own old value from the first
 * one's and the lanes below it.
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
        && (at.base() < 0 || placement.isUniform(at.base()))
        && (at.index() < 0 || placement.isUniform(at.index()));
  }

  private static Operand value(Instruction i) {
    return i.sources().get(1);
  }

  /** Whether the value differs between lanes. */
  private boolean varies(Instruction i) {
    Operand o = value(i);
    return o.isRegister() && facts.constant(o) == null && !placement.isUniform(o.register());
  }

  /** Emits the election of the first active lane, and the operand of its atomic. */
  void before(Instruction i, GcnEmitter out) {
    boolean varies = varies(i);
    if (varies) {
      combine(i, out);
    } else if (counts(i)) {
      out.op(GcnClass.SALU, "s_mov_b64", "s:all, exec");
    }
    out.op(GcnClass.VALU, "v_mbcnt_lo_u32_b32", "v:below, exec_lo, 0");
    out.op(GcnClass.VALU, "v_mbcnt_hi_u32_b32", "v:below, exec_hi, v:below");
    out.op(GcnClass.VALU, "v_cmp_eq_u32", "vcc, 0, v:below");
    out.op(GcnClass.SALU, "s_and_saveexec_b64", "s:saved, vcc");
    if (varies) {
      out.op(GcnClass.SALU, "s_xor_b64", "s:saved, exec, s:saved");
    }
    out.op(GcnClass.BRANCH, "s_cbranch_execz", "behind");
    if (varies) {
      forEachWord(i, () -> out.op(GcnClass.VALU, "v_mov_b32", "v:all, s:sum"));
    } else if (counts(i)) {
      multiply(i, out);
    }
  }

  /** Emits the product of a uniform value and the number of active lanes, or their parity. */
  private void multiply(Instruction i, GcnEmitter out) {
    out.op(GcnClass.SALU, "s_bcnt1_i32_b64", "s:lanes, s:all");
    if (i.atomic() == AtomicOp.XOR) {
      out.op(GcnClass.SALU, "s_and_b32", "s:lanes, s:lanes, 1");
    }
    Long k = facts.constant(value(i));
    List<Integer> reads = k == null ? List.of(value(i).register()) : List.of();
    String factors = "s:lanes, " + out.text(value(i));
    if (k == null && placement.isVector(value(i))) {
      forEachWord(
          i, () -> out.op(GcnClass.VALU_MUL32, "v_mul_lo_u32", -1, reads, "v:lanes, " + factors));
      return;
    }
    if (k == null || k != 1) {
      out.op(GcnClass.SALU, "s_mul_i32", -1, reads, "s:lanes, " + factors);
    }
    forEachWord(i, () -> out.op(GcnClass.VALU, "v_mov_b32", "v:lanes, s:lanes"));
  }

  /** Emits a loop over the active lanes that combines their values, and keeps those before each. */
  private void combine(Instruction i, GcnEmitter out) {
    boolean returns = !i.writes().isEmpty();
    List<Integer> value = List.of(value(i).register());
    String text = out.text(value(i));
    out.op(GcnClass.SALU, "s_mov_b64", "s:left, exec");
    if (words(i) == 1 || isChoice(i)) {
      forEachWord(i, () -> out.op(GcnClass.SALU, "s_mov_b32", "s:sum, neutral"));
    } else {
      out.op(GcnClass.SALU, "s_mov_b64", "s:sum, neutral");
    }
    GcnOp head = out.op(GcnClass.SALU, "s_ff1_i32_b64", "s:lane, s:left");
    if (returns) {
      out.op(GcnClass.SALU, "s_mov_b32", "m0, s:lane");
    }
    forEachWord(
        i, () -> out.op(GcnClass.VALU, "v_readlane_b32", -1, value, "s:one, " + text + ", s:lane"));
    if (returns) {
      forEachWord(i, () -> out.op(GcnClass.VALU, "v_writelane_b32", "v:own, s:sum, m0"));
    }
    accumulate(i, out);
    out.op(GcnClass.SALU, "s_lshl_b64", "s:bit, 1, s:lane");
    out.op(GcnClass.SALU, "s_andn2_b64", "s:left, s:left, s:bit");
    out.op(GcnClass.SALU, "s_cmp_lg_u64", "s:left, 0");
    out.op(GcnClass.BRANCH, "s_cbranch_scc1", "…").loop = head;
  }

  /** Emits the operation of an atomic on the sum so far and one lane's value. */
  private static void accumulate(Instruction i, GcnEmitter out) {
    String name = i.atomic() == AtomicOp.SUB ? "add" : i.atomic().name().toLowerCase(Locale.ROOT);
    if (words(i) == 1) {
      String type =
          isChoice(i) ? i.signed() ? "_i32" : "_u32" : SUMS.contains(i.atomic()) ? "_i32" : "_b32";
      out.op(GcnClass.SALU, "s_" + name + type, "s:sum, s:sum, s:one");
    } else if (isChoice(i)) {
      forEachWord(i, () -> out.op(GcnClass.VALU, "v_mov_b32", "v:one, s:one"));
      out.op(GcnClass.VALU, "v_cmp_gt_" + (i.signed() ? "i" : "u") + "64", "vcc, s:sum, v:one");
      out.op(GcnClass.SALU, "s_and_b64", "s:which, vcc, exec");
      forEachWord(i, () -> out.op(GcnClass.SALU, "s_cselect_b32", "s:sum, s:sum, s:one"));
    } else if (SUMS.contains(i.atomic())) {
      out.op(GcnClass.SALU, "s_add_u32", "s:sum, s:sum, s:one");
      out.op(GcnClass.SALU, "s_addc_u32", "s:sum, s:sum, s:one");
    } else {
      out.op(GcnClass.SALU, "s_" + name + "_b64", "s:sum, s:sum, s:one");
    }
  }

  private static boolean isChoice(Instruction i) {
    return i.atomic() == AtomicOp.MIN || i.atomic() == AtomicOp.MAX;
  }

  private static void forEachWord(Instruction i, Runnable emit) {
    for (int word = 0; word < words(i); word++) {
      emit.run();
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
    List<Integer> reads = List.of(old);
    forEachWord(
        i, () -> out.op(GcnClass.VALU, "v_readfirstlane_b32", -1, reads, "s:first, " + name));
    if (!varies(i)) {
      below(i, out);
    }
    String operation = "v_" + i.atomic().name().toLowerCase(Locale.ROOT) + "_u32";
    forEachWord(i, () -> out.op(GcnClass.VALU, operation, old, reads, name + ", s:first, v:own"));
  }

  /** Emits what the lanes below each one contribute; a loop over lanes has it already. */
  private void below(Instruction i, GcnEmitter out) {
    if (!counts(i)) {
      out.op(GcnClass.VALU, "v_cndmask_b32", "v:own, " + out.text(value(i)) + ", v:none, vcc");
    } else if (facts.constant(value(i)) == null || words(i) > 1) {
      out.op(GcnClass.VALU_MUL32, "v_mul_lo_u32", "v:own, v:below, " + out.text(value(i)));
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
