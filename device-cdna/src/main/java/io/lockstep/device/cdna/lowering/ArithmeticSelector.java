// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import static io.lockstep.device.cdna.lowering.GcnClass.SALU;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_F64;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_MUL32;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_TRANS;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.LogicFormula;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import java.util.List;

/** Selects arithmetic instructions in the sequences of LLVM's AMDGPU back end. */
final class ArithmeticSelector extends OpWriter {
  private final Chip chip;
  private final FloatSelector floats;
  private final IntegerSelector integers;
  private final Quotients quotients;

  ArithmeticSelector(OperandFolding folding, Quotients quotients) {
    super(folding);
    this.quotients = quotients;
    chip = folding.chip();
    floats = new FloatSelector(folding);
    integers = new IntegerSelector(folding);
  }

  void select(Instruction i, GcnEmitter emitter) {
    out = emitter;
    floats.out = emitter;
    integers.out = emitter;
    quotients.out = emitter;
    int d = i.destinations().isEmpty() ? -1 : i.destinations().get(0);
    if (i.type() == Type.I1 && i.op() != Op.COMPARE) {
      predicate(i, d);
    } else if (i.op() == Op.COMPARE || i.op() == Op.COMPARE_SET || i.op() == Op.TEST_FLOAT) {
      compare(i, d);
    } else if (i.op() == Op.SELECT || i.op() == Op.SELECT_SIGN) {
      choose(i, d);
    } else if (i.op() == Op.CONVERT) {
      floats.convert(i, d);
    } else if (i.type().isFloat() && i.op() != Op.MOVE) {
      floats.floating(i, d);
    } else if (d >= 0 && !placement.isVector(d)) {
      scalar(i, d);
    } else {
      vector(i, d);
    }
    if (i.guard() >= 0 && d >= 0 && i.type() != Type.I1) {
      boolean v = placement.isVector(d);
      out.op(
          v ? VALU : SALU,
          v ? "v_cndmask_b32" : "s_cselect_b32",
          d,
          List.of(d, i.guard()),
          out.name(d));
    }
  }

  /** Selects one packed instruction for two operations. */
  void select(Instruction i, PackedArithmetic packed, GcnEmitter emitter) {
    out = emitter;
    floats.out = emitter;
    floats.packed(i, packed);
  }

  private void predicate(Instruction i, int d) {
    if (d < 0) {
      return;
    }
    if (i.op() == Op.MOVE) {
      coalesce(i, d);
      return;
    }
    boolean mask = placement.isVector(d);
    out.op(
        SALU, "s_" + name(i.op()) + (mask ? "_b64" : "_b32"), d, folding.reads(i), operands(i, d));
  }

  private void compare(Instruction i, int d) {
    Type t = i.sourceType();
    boolean scalarResult = i.op() == Op.COMPARE && d >= 0 && !placement.isVector(d);
    String suffix =
        i.comparison() == null ? "class" : i.comparison().name().toLowerCase(java.util.Locale.ROOT);
    if (scalarResult) {
      out.op(
          SALU,
          "s_cmp_" + suffix + (i.signed() ? "_i" : "_u") + t.bits(),
          d,
          folding.reads(i),
          operands(i, d));
    } else {
      valu(
          t == Type.F64 ? VALU_F64 : VALU,
          "v_cmp_" + suffix + (t.isFloat() ? "_f" : i.signed() ? "_i" : "_u") + t.bits(),
          i,
          d);
    }
    if (i.combine() != io.lockstep.kernel.ir.BoolOp.NONE) {
      out.op(
          SALU,
          "s_" + i.combine().name().toLowerCase(java.util.Locale.ROOT) + "_b64",
          d,
          List.of(d),
          out.name(d));
    }
    if (i.destinations().size() > 1 && i.destinations().get(1) >= 0) {
      out.op(SALU, "s_not_b64", i.destinations().get(1), List.of(d), out.name(d));
    }
    if (i.op() == Op.COMPARE_SET) {
      out.op(VALU, "v_cndmask_b32", d, List.of(d), out.name(d));
    }
  }

  private void choose(Instruction i, int d) {
    boolean wide = wide(i, d);
    if (i.op() == Op.SELECT_SIGN) {
      valu(VALU, "v_cmp_ge_i32", i, -1);
    }
    if (!placement.isVector(d)) {
      out.op(SALU, wide ? "s_cselect_b64" : "s_cselect_b32", d, folding.reads(i), operands(i, d));
      return;
    }
    Operand p = i.sources().get(i.sources().size() - 1);
    if (i.op() == Op.SELECT && p.isRegister() && !placement.isVector(p)) {
      out.op(SALU, "s_cselect_b64", -1, List.of(folding.alias(p.register())), "vcc, -1, 0");
    }
    valu(VALU, "v_cndmask_b32", i, d);
    if (wide) {
      out.op(VALU, "v_cndmask_b32", d, List.of(), out.name(d) + "+1");
    }
  }

  private void scalar(Instruction i, int d) {
    boolean wide = wide(i, d);
    String p = "s_" + name(i.op());
    List<Integer> reads = folding.reads(i);
    String text = operands(i, d);
    switch (i.op()) {
      case MOVE -> {
        if (isCoalesced(i)) {
          coalesce(i, d);
        } else if (facts.constant(d) == null) {
          out.op(SALU, wide ? "s_mov_b64" : "s_mov_b32", d, reads, text);
        }
      }
      case SPECIAL -> special(i, d);
      case ADD, SUB -> {
        out.op(SALU, p + "_u32", d, reads, text);
        if (wide) {
          out.op(SALU, i.op() == Op.ADD ? "s_addc_u32" : "s_subb_u32", d, List.of(), out.name(d));
        }
      }
      case MUL_WIDE, MAD_WIDE -> {
        Long k = facts.constant(i.sources().get(1));
        if (!wide) {
          out.op(SALU, isPowerOfTwo(k) ? "s_lshl_b32" : "s_mul_i32", d, reads, text);
        } else if (isPowerOfTwo(k)) {
          out.op(SALU, i.signed() ? "s_ashr_i32" : "s_mov_b32", -1, reads, "…");
          out.op(SALU, "s_lshl_b64", d, List.of(), text);
        } else {
          out.op(SALU, "s_mul_i32", d, reads, text);
          out.op(SALU, i.signed() ? "s_mul_hi_i32" : "s_mul_hi_u32", d, List.of(), text);
        }
        if (i.op() == Op.MAD_WIDE) {
          out.op(SALU, "s_add_u32", d, List.of(), text);
          if (wide) {
            out.op(SALU, "s_addc_u32", d, List.of(), text);
          }
        }
      }
      case MUL -> {
        out.op(SALU, "s_mul_i32", d, reads, text);
        if (wide) {
          repeat(SALU, "s_mul_hi_u32", 5, i, d);
        }
      }
      case MAD, MAD24 -> {
        out.op(SALU, "s_mul_i32", d, reads, text);
        out.op(SALU, "s_add_i32", d, List.of(), text);
      }
      case DIV, REM -> {
        if (wide) {
          divideWide(i, d);
        } else {
          quotients.divide(i, d);
        }
      }
      case LOGIC3 -> logic(i, d, false);
      case BIT_FIELD_INSERT, FUNNEL_LEFT, FUNNEL_RIGHT, PERMUTE_BYTES, SAD ->
          repeat(SALU, p, 3, i, d);
      default -> out.op(SALU, p + (wide ? "_b64" : "_b32"), d, reads, text);
    }
  }

  /**
   * Whether a move is the last use of its source, as copies at the ends of loops are: the allocator
   * then gives both registers the same location.
   */
  private boolean isCoalesced(Instruction i) {
    Operand o = i.sources().get(0);
    return o.isRegister()
        && facts.uses(o.register()) == 1
        && placement.isVector(o) == placement.isVector(i.destinations().get(0));
  }

  private void special(Instruction i, int d) {
    switch (i.special()) {
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z ->
          out.op(SALU, "s_and_b32", d, List.of(), out.name(d) + ", s:dispatch, 0xffff");
      case CLOCK, CLOCK64, CLOCK_HI, GLOBAL_TIMER ->
          out.op(GcnClass.SMEM, "s_memtime", d, List.of(), out.name(d)).bytes = 8;
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z -> {
        if (chip.packedIds && usesSeveralIds()) {
          boolean x = i.special() == io.lockstep.kernel.ir.Special.LOCAL_ID_X;
          out.op(VALU, x ? "v_and_b32" : "v_bfe_u32", d, List.of(), out.name(d) + ", v0");
        }
      }
      case LANE_ID -> {
        out.op(VALU, "v_mbcnt_lo_u32_b32", d, List.of(), out.name(d));
        out.op(VALU, "v_mbcnt_hi_u32_b32", d, List.of(), out.name(d));
      }
      case GLOBAL_ID_FLAT -> out.op(VALU, "v_lshl_add_u32", d, List.of(), out.name(d));
      default -> {
        // Group ids and counts are in scalar registers when the wavefront starts.
      }
    }
  }

  private boolean usesSeveralIds() {
    return facts.kernel().blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .filter(i -> i.op() == Op.SPECIAL)
            .map(Instruction::special)
            .filter(
                s ->
                    s == io.lockstep.kernel.ir.Special.LOCAL_ID_X
                        || s == io.lockstep.kernel.ir.Special.LOCAL_ID_Y
                        || s == io.lockstep.kernel.ir.Special.LOCAL_ID_Z)
            .distinct()
            .count()
        > 1;
  }

  private void vector(Instruction i, int d) {
    boolean wide = wide(i, d);
    OperandFolding.Fused f = folding.of(i);
    List<Integer> reads = folding.reads(i);
    if (f != null) {
      StringBuilder text = new StringBuilder(out.name(d));
      f.sources().forEach(o -> text.append(", ").append(out.text(o)));
      out.op(VALU, f.mnemonic(), d, reads, text.toString());
      return;
    }
    Long k = i.sources().size() < 2 ? null : facts.constant(i.sources().get(1));
    switch (i.op()) {
      case MOVE -> {
        if (isCoalesced(i)) {
          coalesce(i, d);
        } else if (facts.constant(d) == null) {
          repeat(VALU, "v_mov_b32", wide ? 2 : 1, i, d);
        }
      }
      case SPECIAL -> special(i, d);
      case ADD, SUB -> integers.add(i, d, wide);
      case MUL, MUL24, MUL24_HI -> {
        if (wide) {
          repeat(VALU_MUL32, "v_mul_lo_u32", 2, i, d);
          out.op(VALU_MUL32, "v_mad_u64_u32", d, List.of(), out.name(d));
          repeat(VALU, "v_add_u32", 2, i, d);
        } else {
          integers.product(i, d, k);
        }
      }
      case MUL_WIDE -> integers.multiplyWide(i, d, wide, k);
      case MUL_HI, MAD_HI -> {
        if (i.type().isWide()) {
          repeat(VALU_MUL32, "v_mad_u64_u32", 4, i, d);
          repeat(VALU, "v_add_co_u32", 4, i, d);
        } else {
          valu(VALU_MUL32, i.signed() ? "v_mul_hi_i32" : "v_mul_hi_u32", i, d);
        }
        if (i.op() == Op.MAD_HI) {
          out.op(VALU, "v_add_u32", d, List.of(d), out.name(d));
        }
      }
      case MAD, MAD24, MAD24_HI -> integers.multiplyAdd(i, d, wide, k);
      case MAD_WIDE -> valu(VALU_MUL32, i.signed() ? "v_mad_i64_i32" : "v_mad_u64_u32", i, d);
      case SAD -> valu(VALU, "v_sad_u32", i, d);
      case DIV, REM -> {
        if (wide) {
          integers.divideWide(i, d);
        } else {
          quotients.divide(i, d);
        }
      }
      case AND, OR, XOR, NOT, CNOT -> {
        valu(VALU, "v_" + name(i.op()) + "_b32", i, d);
        if (wide) {
          out.op(VALU, "v_" + name(i.op()) + "_b32", d, List.of(), out.name(d) + ".hi");
        }
      }
      case NEG -> {
        valu(VALU, "v_sub_u32", i, d);
        if (wide) {
          out.op(VALU, "v_subb_co_u32", d, List.of(), out.name(d) + ".hi");
        }
      }
      case ABS -> {
        valu(VALU, "v_sub_u32", i, -1);
        out.op(VALU, "v_max_i32", d, List.of(), out.name(d));
      }
      case MIN, MAX -> {
        valu(VALU, (wide ? "v_cmp_" : "v_") + name(i.op()) + (i.signed() ? "_i32" : "_u32"), i, d);
        if (wide) {
          repeat(VALU, "v_cndmask_b32", 2, i, d);
        }
      }
      case SHL, SHR -> {
        if (folding.isExtensionOnly(d)) {
          return; // v_lshl_add_u64 includes the shift
        }
        String right = i.signed() ? "v_ashrrev_i" : "v_lshrrev_b";
        valu(VALU, (i.op() == Op.SHL ? "v_lshlrev_b" : right) + (wide ? "64" : "32"), i, d);
      }
      case FUNNEL_LEFT, FUNNEL_RIGHT -> valu(VALU, "v_alignbit_b32", i, d);
      case BIT_FIELD_EXTRACT -> valu(VALU, i.signed() ? "v_bfe_i32" : "v_bfe_u32", i, d);
      case BIT_FIELD_INSERT -> {
        valu(VALU, "v_lshlrev_b32", i, -1);
        out.op(VALU, "v_bfi_b32", d, List.of(), out.name(d));
      }
      case POPCOUNT -> repeat(VALU, "v_bcnt_u32_b32", i.sourceType().isWide() ? 2 : 1, i, d);
      case COUNT_LEADING_ZEROS, FIND_LEADING, FIND_LEADING_SHIFT ->
          repeat(VALU, "v_ffbh_u32", 2, i, d);
      case LOGIC3 -> logic(i, d, true);
      case DOT4 -> valu(VALU, "v_dot4_i32_i8", i, d);
      case DOT2 -> valu(VALU, "v_dot2_i32_i16", i, d);
      default -> valu(VALU, "v_" + name(i.op()) + "_b32", i, d);
    }
  }

  /** Three-input logic: v_bfi_b32 for a vector's bitwise select, else two-input operations. */
  private void logic(Instruction i, int d, boolean vector) {
    List<LogicFormula> steps = LogicFormula.of(i.table(), vector).inOrder();
    if (steps.isEmpty()) {
      valu(VALU, "v_mov_b32", i, d); // a source or a constant, which no front-end generates
      return;
    }
    for (int k = 0; k < steps.size(); k++) {
      LogicFormula.Kind kind = steps.get(k).kind();
      String operation =
          kind == LogicFormula.Kind.SELECT ? "bfi" : kind.name().toLowerCase(java.util.Locale.ROOT);
      int to = k == steps.size() - 1 ? d : -1;
      if (k == 0 && vector) {
        valu(VALU, "v_" + operation + "_b32", i, to);
      } else if (k == 0) {
        out.op(SALU, "s_" + operation + "_b32", to, folding.reads(i), operands(i, to));
      } else {
        String name = (vector ? "v_" : "s_") + operation + "_b32";
        out.op(vector ? VALU : SALU, name, to, List.of(), to < 0 ? "…" : out.name(to));
      }
    }
  }

  /** Divides 64-bit scalars, with a reciprocal from the vector unit. */
  private void divideWide(Instruction i, int d) {
    out.op(VALU, "v_cvt_f32_u32", -1, folding.reads(i), operands(i, d));
    out.op(VALU_TRANS, "v_rcp_iflag_f32", -1, List.of(), "…");
    out.op(VALU, "v_mul_f32", -1, List.of(), "…");
    out.op(VALU, "v_cvt_u32_f32", -1, List.of(), "…");
    out.op(VALU, "v_readfirstlane_b32", -1, List.of(), "…");
    repeat(SALU, "s_mul_hi_u32", i.signed() ? 68 : 48, i, d);
  }
}
