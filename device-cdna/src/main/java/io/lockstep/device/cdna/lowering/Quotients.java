// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import static io.lockstep.device.cdna.lowering.GcnClass.SALU;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_MUL32;
import static io.lockstep.device.cdna.lowering.GcnClass.VALU_TRANS;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Selects quotients and remainders of integers as LLVM expands them: the divisor's reciprocal in
 * single precision, extended to 32 bits by one Newton step, a product, and two corrections. The
 * reciprocal of a loop-invariant divisor is computed before the loop. Signed division costs more,
 * for the dividend only if it can be negative.
 */
final class Quotients extends OpWriter {
  private final boolean hoists;
  private final List<Map<Integer, Instruction>> behind =
      new ArrayList<>(); // by block: divisions whose reciprocals are computed there
  private int block;

  Quotients(OperandFolding folding) {
    super(folding);
    hoists = folding.chip().applies(GcnOption.HOISTED_RECIPROCALS);
    facts.kernel().blocks().forEach(b -> behind.add(new LinkedHashMap<>()));
  }

  void begin(int number) {
    block = number;
  }

  /** Emits reciprocals of a block's values by which later loops divide. */
  void behind(int ofBlock, GcnEmitter emitter) {
    out = emitter;
    for (Instruction i : behind.get(ofBlock).values()) {
      prepare(i, placement.isVector(i.destinations().get(0)), List.of(divisor(i)));
    }
  }

  /** Emits a 32-bit division in vector or scalar registers. */
  void divide(Instruction i, int d) {
    boolean vector = placement.isVector(d);
    if (!isHoisted(i)) {
      prepare(i, vector, folding.reads(i));
    }
    String p = vector ? "v_" : "s_";
    boolean negative = i.signed() && !ranges.isNatural(i.sources().get(0));
    String first = negative ? vector ? "sub_u32 max_i32 " : "abs_i32 " : "";
    String select = vector ? "cndmask_b32" : "cselect_b32";
    String corrections =
        i.op() == Op.DIV
            ? "add_u32 sub_u32 cmp_ge_u32 S S add_u32 cmp_ge_u32 S"
            : "sub_u32 cmp_ge_u32 S sub_u32 cmp_ge_u32 S";
    String shift = vector ? "ashrrev_i32" : "ashr_i32";
    String last = "";
    if (i.signed() && i.op() == Op.DIV) {
      last = (negative ? " xor_b32 " + shift : "") + " xor_b32 sub_u32";
    } else if (negative) {
      last = " " + shift + " xor_b32 sub_u32";
    }
    String product = vector ? "mul_hi_u32 mul_lo_u32 " : "mul_hi_u32 mul_i32 ";
    String all = first + product + "sub_u32 " + corrections.replace("S", select) + last;
    sequence(p, all, folding.reads(i), d);
  }

  /** Emits the reciprocal of the divisor as an integer. */
  private void prepare(Instruction i, boolean vector, List<Integer> reads) {
    boolean scalar = !placement.isVector(i.sources().get(1));
    String size = scalar ? "abs_i32" : "sub_u32 max_i32";
    if (i.signed()) {
      sequence(scalar ? "s_" : "v_", size, reads, -1);
    }
    sequence("v_", "cvt_f32_u32 rcp_iflag_f32 mul_f32 cvt_u32_f32", reads, -1);
    if (vector) {
      sequence(scalar ? "s_" : "v_", "sub_u32", reads, -1);
      sequence("v_", "mul_lo_u32 mul_hi_u32 add_u32", List.of(), -1);
    } else {
      sequence("v_", "readfirstlane_b32", List.of(), -1);
      sequence("s_", "sub_u32 mul_i32 mul_hi_u32 add_u32", reads, -1);
    }
  }

  private void sequence(String prefix, String names, List<Integer> reads, int d) {
    String[] all = names.split(" ");
    for (int k = 0; k < all.length; k++) {
      boolean last = k == all.length - 1 && d >= 0;
      GcnClass cls =
          prefix.equals("s_")
              ? SALU
              : all[k].startsWith("rcp")
                  ? VALU_TRANS
                  : all[k].matches("mul_(hi|lo)_.*") ? VALU_MUL32 : VALU;
      List<Integer> read = k == 0 || last ? reads : List.of();
      out.op(cls, prefix + all[k], last ? d : -1, read, last ? out.name(d) + ", …" : "…");
    }
  }

  private int divisor(Instruction i) {
    return folding.alias(i.sources().get(1).register());
  }

  private boolean isHoisted(Instruction i) {
    Operand by = i.sources().get(1);
    if (!hoists || !by.isRegister() || facts.definition(divisor(i)) == null) {
      return false;
    }
    int from = facts.definitionBlock(divisor(i));
    if (depth(block) <= depth(from)) {
      return false;
    }
    behind.get(from).putIfAbsent(2 * divisor(i) + (i.signed() ? 1 : 0), i);
    return true;
  }

  private int depth(int of) {
    return facts.kernel().blocks().get(of).loopDepth();
  }
}
