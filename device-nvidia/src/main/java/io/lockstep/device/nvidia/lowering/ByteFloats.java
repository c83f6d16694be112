// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static io.lockstep.device.nvidia.lowering.TextParts.reads;
import static io.lockstep.device.nvidia.lowering.TextParts.source;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

/** Recognises conversions of pairs of floats of at most eight bits, each one F2FP. */
record ByteFloats(TextParts parts, Capability capability) {
  /** Formats, and by which constants their conversions are recognised. */
  private enum Format {
    E4M3(Capability.ADA, 0x7E, 0x7F, 20),
    E5M2(Capability.ADA, 0x7B, 0x7F, 8), // the upper bits of an F16
    E3M2(Capability.BLACKWELL_GRAPHICS, 0x1F, 0x1F, 21),
    E2M3(Capability.BLACKWELL_GRAPHICS, 0x1F, 0x1F, 20),
    E2M1(Capability.BLACKWELL_GRAPHICS, 0x7, 0x7, 22);

    private final Capability since;
    private final int largest;
    private final int magnitude; // a mask
    private final int dropped; // bits of the wider float

    Format(Capability since, int largest, int magnitude, int dropped) {
      this.since = since;
      this.largest = largest;
      this.magnitude = magnitude;
      this.dropped = dropped;
    }
  }

  /** The instruction for two floats that became the result of a conversion; null for others. */
  NarrowForm narrowed(Instruction convert) {
    Instruction insert = parts.part(source(convert, 0), Op.BIT_FIELD_INSERT);
    Instruction high = parts.part(source(insert, 0), Op.SELECT);
    Instruction low = parts.part(source(insert, 1), Op.SELECT);
    Operand a = high == null ? null : parts.tested(source(high, 2));
    Operand b = low == null ? null : parts.tested(source(low, 2));
    if (a == null || b == null) {
      return null;
    }
    Operand signed = source(high, 1);
    Instruction clamp = parts.part(signed, Op.SELECT);
    Instruction number = parts.part(reads(clamp, 0, 0) ? source(clamp, 1) : signed, Op.OR);
    Instruction most = parts.part(source(number, 0), Op.MIN);
    Instruction shift = parts.part(source(most, 0), Op.SHR);
    for (Format format : Format.values()) {
      if (has(format) && reads(most, 1, format.largest) && reads(shift, 1, format.dropped)) {
        String name = "SATFINITE." + format;
        Operand halves =
            parts.word(source(parts.part(b, Op.CONVERT), 0), source(parts.part(a, Op.CONVERT), 0));
        NarrowForm form =
            halves == null
                ? NarrowForm.packing(name + ".F32.PACK_AB_MERGE_C", a, b)
                : NarrowForm.packing(name + ".F16.UNPACK_B_MERGE_C", halves);
        return clamp == null ? form : form.clamped();
      }
    }
    return null;
  }

  /** The instruction for a pair that became two F16 in a word; null for other words. */
  NarrowForm widened(Instruction insert) {
    Instruction low = parts.half(insert, 1);
    Instruction high = parts.half(insert, 0);
    boolean clamps = low != null && low.op() == Op.MAX;
    Instruction wide = clamps ? parts.part(source(low, 0), Op.CONVERT) : low;
    Instruction upper = clamps ? parts.part(source(high, 0), Op.CONVERT) : high;
    for (Format format : Format.values()) {
      Operand pair = has(format) ? pair(format, wide, 0) : null;
      if (pair != null && pair.equals(pair(format, upper, 1))) {
        NarrowForm form = NarrowForm.packing("F16." + format + ".UNPACK_B", pair);
        return clamps ? form.clamped() : form;
      }
    }
    return null;
  }

  private boolean has(Format format) {
    return capability.isAtLeast(format.since);
  }

  /** The pair of which a conversion to F16 widens an element; null if it converts another. */
  private Operand pair(Format format, Instruction convert, int element) {
    if (convert == null || convert.op() != Op.CONVERT) {
      return null;
    }
    Operand kept = source(convert, 0);
    Instruction choice = parts.part(kept, Op.SELECT);
    Operand bits;
    if (format == Format.E5M2) {
      Instruction shift = parts.part(source(choice, 1), Op.SHL);
      bits = reads(shift, 1, format.dropped) ? source(shift, 0) : null;
    } else {
      Instruction number = parts.part(choice == null ? kept : source(choice, 1), Op.OR);
      Instruction scaled = parts.part(source(number, 0), Op.MUL);
      Instruction shift = parts.part(source(scaled, 0), Op.SHL);
      Instruction magnitude = parts.part(source(shift, 0), Op.AND);
      boolean fits = reads(shift, 1, format.dropped) && reads(magnitude, 1, format.magnitude);
      bits = fits && convert.sourceType() == Type.F32 ? source(magnitude, 0) : null;
    }
    Instruction field = parts.part(bits, Op.BIT_FIELD_EXTRACT);
    Operand width = source(field, 2);
    return width != null && reads(field, 1, element * (int) width.bits())
        ? source(parts.part(source(field, 0), Op.CONVERT), 0)
        : null;
  }
}
