// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static io.lockstep.device.nvidia.lowering.TextParts.reads;
import static io.lockstep.device.nvidia.lowering.TextParts.source;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.rewrite.HalfCode;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import io.lockstep.sm.code.Pipe;
import java.util.List;

/**
 * Recognises the portable instructions that stand for one PTX instruction on bf16, tf32 or floats
 * of at most eight bits. The last of them becomes the machine instruction that ptxas 13.0 emits;
 * the others are removed, since nothing reads their results. Packed words are recognised by half,
 * and joined by {@link HalfCode}.
 */
final class NarrowFloats {
  private static final String BRAIN = ".BF16_V2";
  private static final String BRAIN_PACK = "BF16.F32.PACK_AB";
  private static final Operand ZERO = Operand.immediate(0);
  private static final Operand ONES = Operand.immediate(0x3F803F80); // 1.0 in both halves
  private static final int MAGNITUDE = 0x7FFF; // of 16 bits; also the canonical NaN
  private static final int NAN = 0x7FFFFFFF;
  private static final int DROPPED = 13; // bits of an F32 that a tf32 lacks

  private final Capability capability;
  private final TextParts parts = new TextParts();
  private final ByteFloats bytes;

  NarrowFloats(Capability capability) {
    this.capability = capability;
    bytes = new ByteFloats(parts, capability);
  }

  /** Begins a block. */
  void begin() {
    parts.begin();
  }

  /** Takes note of an instruction of the block, and returns what replaces it; null for nothing. */
  NarrowForm next(Instruction i) {
    parts.of(i);
    NarrowForm form = capability.isAtLeast(Capability.AMPERE) ? form(i) : null;
    parts.define(i);
    return form;
  }

  private NarrowForm form(Instruction i) {
    return switch (i.op()) {
      case CONVERT -> i.sourceType() == Type.I32 ? rounded(i) : null;
      case MOVE -> tensorFloat(i);
      case MAX -> reads(i, 1, 0) ? clamped(i) : null;
      case BIT_FIELD_INSERT -> {
        NarrowForm signs = signs(i);
        yield signs == null ? bytes.widened(i) : signs;
      }
      default -> null;
    };
  }

  private NarrowForm rounded(Instruction convert) {
    NarrowForm brain = brain(convert);
    return brain == null ? bytes.narrowed(convert) : brain;
  }

  /** A result rounded to bf16: the upper half of a float, or the canonical NaN. */
  private NarrowForm brain(Instruction convert) {
    Instruction choice = parts.part(source(convert, 0), Op.SELECT);
    Instruction half = parts.part(source(choice, 1), Op.SHR);
    Operand x = half == null ? null : parts.tested(source(choice, 2));
    if (x == null || !reads(choice, 0, MAGNITUDE) || !reads(half, 1, Short.SIZE)) {
      return null;
    }
    boolean cut = x.equals(source(half, 0));
    if (!cut && !parts.isNearest(source(half, 0), x, Short.SIZE)) {
      return null;
    }
    NarrowForm computed = computed(x);
    return computed != null
        ? computed
        : NarrowForm.packing(BRAIN_PACK + (cut ? ".RZ" : ""), ZERO, x);
  }

  /** Arithmetic on bf16, whose operands were widened; null for conversions. */
  private NarrowForm computed(Operand x) {
    Instruction odd = parts.part(x, Op.SELECT);
    Instruction down = parts.part(source(odd, 0), Op.FMA);
    if (down != null && down.rounding() == Rounding.DOWN) {
      return form("HFMA2" + BRAIN, Pipe.HALF, down);
    }
    Instruction d = parts.part(x);
    if (d == null || d.type() != Type.F32) {
      return null;
    }
    boolean hopper = capability.isAtLeast(Capability.HOPPER);
    return switch (d.op()) {
      case ADD, SUB -> form((hopper ? "HADD2" : "HFMA2") + BRAIN, Pipe.HALF, d);
      case MUL -> form((hopper ? "HMUL2" : "HFMA2") + BRAIN, Pipe.HALF, d);
      case MIN -> form("HMNMX2" + BRAIN, Pipe.ALU, d);
      case MAX -> {
        Instruction inner = reads(d, 1, 0) ? parts.part(narrow(source(d, 0)), Op.CONVERT) : null;
        NarrowForm before = inner == null ? null : brain(inner);
        yield before == null ? form("HMNMX2" + BRAIN, Pipe.ALU, d) : before.clamped();
      }
      case EXP2, TANH -> hopper ? form("MUFU." + d.op() + BRAIN, Pipe.SPECIAL, d) : null;
      default -> null;
    };
  }

  /** An instruction that reads the bf16 that were widened for another one. */
  private NarrowForm form(String name, Pipe pipe, Instruction wide) {
    Operand[] sources = wide.sources().stream().map(this::narrow).toArray(Operand[]::new);
    for (Operand operand : sources) {
      if (operand == null) {
        return null;
      }
    }
    return new NarrowForm(name, pipe, List.of(sources));
  }

  /** The bf16 of which an operand is the float of the same value; null if there is none. */
  private Operand narrow(Operand wide) {
    if (!wide.isRegister()) {
      return Operand.immediate(wide.bits() >>> Short.SIZE & 0xFFFF);
    }
    Instruction shift = parts.part(wide, Op.SHL);
    return reads(shift, 1, Short.SIZE) ? source(parts.part(source(shift, 0), Op.CONVERT), 0) : null;
  }

  /** A word of two bf16 without their signs, or with the opposite ones. */
  private NarrowForm signs(Instruction insert) {
    Instruction high = parts.half(insert, 0);
    Instruction low = parts.half(insert, 1);
    Operand word = low == null || high == null ? null : parts.word(source(low, 0), source(high, 0));
    return word != null
            && (isSign(low, high, Op.AND, MAGNITUDE) || isSign(low, high, Op.XOR, ~MAGNITUDE))
        ? new NarrowForm("HFMA2" + BRAIN, Pipe.HALF, List.of(word, ONES, ZERO))
        : null;
  }

  private static boolean isSign(Instruction low, Instruction high, Op op, int mask) {
    return low.op() == op && high.op() == op && reads(low, 1, mask) && reads(high, 1, mask);
  }

  /** A result that is zero instead of negative: an F16 or a tf32. */
  private NarrowForm clamped(Instruction max) {
    NarrowForm before = null;
    if (max.type() == Type.F16) {
      Instruction d = parts.part(source(max, 0));
      boolean packs = d != null && d.op() == Op.CONVERT && d.sourceType() == Type.F32;
      before = packs ? NarrowForm.packing("F16.F32.PACK_AB", ZERO, source(d, 0)) : null;
      if (d != null && d.op() == Op.FMA) {
        before = new NarrowForm("HFMA2", Pipe.HALF, d.sources());
      }
    } else if (max.type() == Type.F32) {
      before = tensorFloat(max);
    }
    return before == null ? null : before.clamped();
  }

  /** A float rounded to tf32, except away from zero, which ptxas does with three instructions. */
  private NarrowForm tensorFloat(Instruction last) {
    Instruction choice = parts.part(source(last, 0), Op.SELECT);
    Instruction cut = parts.part(source(choice, 1), Op.AND);
    Operand x = cut == null ? null : parts.tested(source(choice, 2));
    boolean fits =
        x != null
            && capability.isAtLeast(Capability.HOPPER)
            && reads(choice, 0, NAN)
            && reads(cut, 1, -1 << DROPPED)
            && (x.equals(source(cut, 0)) || parts.isNearest(source(cut, 0), x, DROPPED));
    return fits ? NarrowForm.packing("TF32.F32.PACK_B", x) : null;
  }
}
