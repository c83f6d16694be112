// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import static io.lockstep.device.cdna.lowering.GcnClass.SALU;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_F64;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_TRANS64;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_TRANS;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayList;
import java.util.List;

/** Selects floating-point instructions; negation and absolute value are free source modifiers. */
final class FloatSelector extends OpWriter {
  FloatSelector(OperandFolding folding) {
    super(folding);
  }

  /** Selects a conversion, integer conversions included. */
  void convert(Instruction i, int d) {
    Type to = i.type();
    Type from = i.sourceType();
    if (to.isFloat() || from.isFloat()) {
      boolean f64 = to == Type.F64 || from == Type.F64;
      GcnClass cls = f64 ? VALU_F64 : VALU;
      boolean wideInt = to == Type.I64 && !modes.isNarrow(d) || from == Type.I64 && to.isFloat();
      if (to.isFloat() && from.isFloat() && to == from) {
        valu(cls, i.roundToIntegral() ? "v_rndne_f" + to.bits() : "v_max_f" + to.bits(), i, d);
      } else if (wideInt) {
        repeat(cls, "v_cvt_" + to + "_" + from, f64 ? 4 : 9, i, d);
      } else {
        boolean rounds =
            !to.isFloat() && i.rounding() != Rounding.ZERO && i.rounding() != Rounding.NONE;
        if (rounds) {
          out.op(cls, "v_rndne_f" + from.bits(), -1, folding.reads(i), operands(i, -1));
        }
        valu(cls, "v_cvt_" + kind(to, i.signed()) + "_" + kind(from, i.sourceSigned()), i, d);
        if (to.bits() < 32 && !to.isFloat()) {
          out.op(VALU, "v_and_b32", d, List.of(d), out.name(d));
        }
      }
      return;
    }
    boolean vector = placement.isVector(d);
    GcnClass cls = vector ? VALU : SALU;
    String p = vector ? "v_" : "s_";
    if (to.bits() < 32 && from.bits() >= to.bits()) {
      if (!ranges.fits(i.sources().get(0), to.bits())) {
        out.op(cls, p + (i.signed() ? "bfe_i32" : "and_b32"), d, folding.reads(i), operands(i, d));
      } else {
        coalesce(i, d);
      }
    } else if (wide(i, d) && from.bits() <= 32) {
      out.op(
          cls,
          i.sourceSigned() ? p + "ashrrev_i32" : p + "mov_b32",
          d,
          folding.reads(i),
          out.name(d) + ".hi, " + (i.sourceSigned() ? "31, " + out.text(i.sources().get(0)) : "0"));
    } else if (from.bits() < 32 && i.sourceSigned()) {
      out.op(cls, p + "bfe_i32", d, folding.reads(i), operands(i, d));
    } else if (vector && !placement.isVector(i.sources().get(0))) {
      out.op(VALU, "v_mov_b32", d, folding.reads(i), operands(i, d));
    } else {
      coalesce(i, d);
    }
  }

  private static String kind(Type t, boolean signed) {
    return t.isFloat() ? "f" + t.bits() : (signed ? "i" : "u") + t.bits();
  }

  void floating(Instruction i, int d) {
    boolean f64 = i.type() == Type.F64;
    String s = "_f" + i.type().bits();
    GcnClass plain = f64 ? VALU_F64 : VALU;
    GcnClass trans = f64 ? VALU_TRANS64 : VALU_TRANS;
    switch (i.op()) {
      case ADD, SUB, MUL, MIN, MAX -> valu(plain, "v_" + name(i.op()) + s, i, d);
      case NEG, ABS -> {
        if (!folding.isFreeCopy(i)) {
          valu(VALU, i.op() == Op.NEG ? "v_xor_b32" : "v_and_b32", i, d);
        }
      }
      case COPY_SIGN -> valu(VALU, "v_bfi_b32", i, d);
      case FMA -> valu(plain, "v_fma" + s, i, d);
      case MAD_UNFUSED -> {
        if (f64) {
          valu(plain, "v_mul" + s, i, d);
          out.op(plain, "v_add" + s, d, List.of(d), out.name(d));
        } else {
          valu(plain, "v_mad" + s, i, d);
        }
      }
      case DIV -> divide(i, d, plain, trans, s);
      case RCP -> {
        if (i.approximate()) {
          valu(trans, "v_rcp" + s, i, d);
        } else {
          divide(i, d, plain, trans, s);
        }
      }
      case RSQRT -> {
        valu(trans, "v_rsq" + s, i, d);
        if (f64) {
          repeat(plain, "v_fma" + s, 6, i, d);
        }
      }
      case SQRT -> {
        valu(trans, i.approximate() ? "v_sqrt" + s : "v_rsq" + s, i, d);
        if (!i.approximate()) {
          repeat(plain, "v_fma" + s, f64 ? 9 : 6, i, d);
          repeat(VALU, "v_cndmask_b32", 6, i, d);
        }
      }
      case SIN, COS -> {
        valu(VALU, "v_mul" + s, i, -1);
        out.op(trans, (i.op() == Op.SIN ? "v_sin" : "v_cos") + s, d, List.of(), out.name(d));
      }
      case EXP2 -> valu(trans, "v_exp" + s, i, d);
      case LOG2 -> valu(trans, "v_log" + s, i, d);
      case TANH -> {
        valu(trans, "v_exp" + s, i, d);
        out.op(trans, "v_rcp" + s, d, List.of(), out.name(d));
        repeat(plain, "v_fma" + s, 4, i, d);
      }
      default -> valu(plain, "v_" + name(i.op()) + s, i, d);
    }
  }

  /** Selects a packed operation on pairs of registers, at most one of which is scalar. */
  void packed(Instruction i, PackedArithmetic pairs) {
    Instruction with = pairs.second(i);
    int d = i.destinations().get(0);
    int e = with.destinations().get(0);
    List<Integer> reads = new ArrayList<>(folding.reads(i));
    folding.reads(with).stream().filter(r -> !reads.contains(r)).forEach(reads::add);
    StringBuilder text = new StringBuilder("[" + out.name(d) + "," + out.name(e) + "]");
    boolean bus = false;
    for (int k = 0; k < i.sources().size(); k++) {
      Operand a = i.sources().get(k);
      Operand b = pairs.other(i, k);
      text.append(", [").append(out.text(a)).append(',').append(out.text(b)).append(']');
      boolean vector = placement.isVector(a);
      if (!pairs.isPair(a, b) || !vector && bus && facts.constant(a) == null) {
        besideEachOther(a, b);
      } else {
        bus |= !vector;
      }
    }
    String kind = i.op() == Op.FMA ? "fma" : i.op() == Op.MUL ? "mul" : "add";
    GcnOp op = out.op(VALU, "v_pk_" + kind + "_f" + i.type().bits(), d, reads, text.toString());
    op.dst = new int[] {d, e};
    op.from = List.of(i, with);
  }

  private void besideEachOther(Operand a, Operand b) {
    for (Operand o : List.of(a, b)) {
      if (facts.constant(o) == null) {
        out.inVector(folding.alias(o.register()));
      }
    }
  }

  /** Selects a division; the approximate form multiplies by the reciprocal. */
  private void divide(Instruction i, int d, GcnClass plain, GcnClass trans, String s) {
    if (i.approximate() && i.type() != Type.F64) {
      valu(trans, "v_rcp" + s, i, -1);
      out.op(plain, "v_mul" + s, d, List.of(), out.name(d));
      return;
    }
    out.op(plain, "v_div_scale" + s, -1, folding.reads(i), operands(i, d));
    out.op(plain, "v_div_scale" + s, -1, List.of(), "…");
    out.op(trans, "v_rcp" + s, -1, List.of(), "…");
    boolean f32 = i.type() != Type.F64;
    if (f32) {
      out.op(SALU, "s_setreg_imm32_b32", "hwreg(HW_REG_MODE, 4, 2), 3");
    }
    for (int k = 0; k < 6; k++) {
      out.op(plain, k == 2 ? "v_mul" + s : "v_fma" + s, -1, List.of(), "…");
    }
    if (f32) {
      out.op(SALU, "s_setreg_imm32_b32", "hwreg(HW_REG_MODE, 4, 2), 0");
    }
    out.op(plain, "v_div_fmas" + s, -1, List.of(), "…");
    out.op(plain, "v_div_fixup" + s, d, List.of(), out.name(d) + ", …");
  }
}
