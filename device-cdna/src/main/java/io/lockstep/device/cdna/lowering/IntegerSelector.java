// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import static io.lockstep.device.cdna.lowering.GcnClass.SALU;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_MUL32;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_TRANS;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.List;

/** Selects sums, products and quotients of integers in vector registers. */
final class IntegerSelector extends OpWriter {
  private final Chip chip;

  IntegerSelector(OperandFolding folding) {
    super(folding);
    chip = folding.chip();
  }

  void add(Instruction i, int d, boolean wide) {
    if (!wide) {
      valu(VALU, i.op() == Op.ADD ? "v_add_u32" : "v_sub_u32", i, d);
      return;
    }
    if (chip.add64 && i.op() == Op.ADD) {
      out.op(VALU, "v_lshl_add_u64", d, folding.reads(i), operands(i, d));
      return;
    }
    // The carry uses the only scalar operand, so a scalar upper half must be moved.
    for (Operand o : i.sources()) {
      if (o.isRegister() && !placement.isVector(o) && facts.constant(o.register()) == null) {
        out.inVector(folding.alias(o.register()));
      }
    }
    String p = i.op() == Op.ADD ? "v_add" : "v_sub";
    out.op(VALU, p + "_co_u32", -1, folding.reads(i), operands(i, d));
    out.op(
        VALU, p + (i.op() == Op.ADD ? "c_co_u32" : "b_co_u32"), d, List.of(), out.name(d) + ".hi");
  }

  void product(Instruction i, int d, Long k) {
    if (isPowerOfTwo(k)) {
      out.op(
          VALU,
          "v_lshlrev_b32",
          d,
          folding.reads(i),
          out.name(d) + ", " + Long.numberOfTrailingZeros(k) + ", " + out.text(i.sources().get(0)));
    } else if (i.op() != Op.MUL || fits24(i.sources().get(0), i.sources().get(1))) {
      valu(VALU, "v_mul_u32_u24", i, d);
    } else if (!placement.isVector(i.sources().get(0)) && !placement.isVector(i.sources().get(1))) {
      out.op(SALU, "s_mul_i32", -1, folding.reads(i), "s:tmp");
      out.op(VALU, "v_mov_b32", d, List.of(), out.name(d) + ", s:tmp");
    } else {
      valu(VALU_MUL32, "v_mul_lo_u32", i, d);
    }
  }

  void multiplyWide(Instruction i, int d, boolean wide, Long k) {
    if (!wide) {
      product(i, d, k);
    } else if (isPowerOfTwo(k)) {
      out.op(
          VALU,
          i.signed() ? "v_ashrrev_i32" : "v_mov_b32",
          d,
          folding.reads(i),
          out.name(d) + ".hi");
      if (!folding.isExtensionOnly(d)) {
        out.op(
            VALU,
            "v_lshlrev_b64",
            d,
            List.of(),
            out.name(d) + ", " + Long.numberOfTrailingZeros(k) + ", " + out.name(d));
      }
    } else {
      valu(VALU_MUL32, i.signed() ? "v_mad_i64_i32" : "v_mad_u64_u32", i, d);
    }
  }

  void multiplyAdd(Instruction i, int d, boolean wide, Long k) {
    Operand a = i.sources().get(0);
    Operand b = i.sources().get(1);
    if (wide) {
      repeat(VALU_MUL32, "v_mad_u64_u32", 3, i, d);
      return;
    }
    if (isPowerOfTwo(k)) {
      valu(VALU, "v_lshl_add_u32", i, d);
    } else if (i.op() != Op.MAD || fits24(a, b)) {
      valu(VALU, "v_mad_u32_u24", i, d);
    } else if (!placement.isVector(a) && !placement.isVector(b)) {
      out.op(SALU, "s_mul_i32", -1, folding.reads(i), "s:tmp, " + out.text(a) + ", " + out.text(b));
      out.op(
          VALU,
          "v_add_u32",
          d,
          folding.reads(i),
          out.name(d) + ", s:tmp, " + out.text(i.sources().get(2)));
    } else {
      out.op(
          VALU_MUL32,
          "v_mul_lo_u32",
          -1,
          folding.reads(i),
          "v:tmp, " + out.text(a) + ", " + out.text(b));
      out.op(
          VALU,
          "v_add_u32",
          d,
          folding.reads(i),
          out.name(d) + ", v:tmp, " + out.text(i.sources().get(2)));
    }
  }

  /** Whether the full-rate multiplier suffices. */
  private boolean fits24(Operand a, Operand b) {
    return ranges.fits(a, 24) && ranges.fits(b, 24);
  }

  /** Selects a 64-bit division: two 32-bit reciprocals and 64-bit products for corrections. */
  void divideWide(Instruction i, int d) {
    out.op(VALU, "v_cvt_f32_u32", -1, folding.reads(i), operands(i, d));
    out.op(VALU_TRANS, "v_rcp_f32", -1, List.of(), "…");
    repeat(VALU_MUL32, "v_mul_hi_u32", 28, i, d);
    repeat(VALU, "v_addc_co_u32", 80, i, d);
  }
}
