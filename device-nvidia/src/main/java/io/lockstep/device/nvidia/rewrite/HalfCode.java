// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins what portable kernels do to 16-bit floats one at a time: conversions of two floats and
 * operations on both halves of words are one instruction each, as ptxas 13.0 makes them of one PTX
 * instruction; an operand may be the upper half of its register.
 */
public final class HalfCode {
  private static final int HALF_MASK = 0xffff;
  private static final String PACK = "F2FP.F16.F32.PACK_AB";
  private static final String BRAIN_PACK = "F2FP.BF16.F32.PACK_AB";

  private final Definitions definitions;

  HalfCode(Definitions definitions) {
    this.definitions = definitions;
  }

  /** An instruction that replaces another one and those of its operands; else null. */
  SassOp combined(SassOp op) {
    if (op.is("PRMT")) {
      return op.packsHalves() ? pair(op) : null;
    }
    return isOfHalves(op) || op.name.startsWith("MUFU") && op.name.endsWith("BF16_V2")
        ? ofUpperHalves(op)
        : null;
  }

  /** Whether it computes both halves of words, of which a kernel may use one. */
  private static boolean isOfHalves(SassOp op) {
    return op.is("HADD2") || op.is("HMUL2") || op.is("HFMA2") || op.is("HMNMX2");
  }

  /** Two halves made of floats are one conversion; masks of other halves are not needed. */
  private SassOp pair(SassOp op) {
    SassOp low = definitions.foldable(bare(op.sources.get(0), op), op);
    SassOp high = definitions.foldable(bare(op.sources.get(2), op), op);
    if (low != null && high != null && low.name.equals(high.name)) {
      boolean packs = low.is(PACK) || low.is(BRAIN_PACK);
      if (packs && low.sources.get(0).isZero() && high.sources.get(0).isZero()) {
        return op.replaced(low.name, Pipe.ALU, List.of(high.sources.get(1), low.sources.get(1)));
      }
      List<Value> words = isOfHalves(low) ? words(low, high, op) : null;
      if (words != null) {
        return op.replaced(low.name, low.pipe, words);
      }
    }
    List<Value> unmasked = op.sources.stream().map(value -> unmasked(value, op)).toList();
    return unmasked.equals(op.sources) ? null : op.replaced(op.name, op.pipe, unmasked);
  }

  /** The value that masks of its lower half, which do not change that half, are applied to. */
  private Value bare(Value half, SassOp reader) {
    Value value = half;
    for (Value next = unmasked(value, reader); next != value; next = unmasked(value, reader)) {
      value = next;
    }
    return value;
  }

  private Value unmasked(Value half, SassOp reader) {
    SassOp d = definitions.foldable(half, reader);
    return d != null && isMask(d) ? d.sources.get(0) : half;
  }

  private static boolean isMask(SassOp op) {
    Value mask = op.sources.size() < 3 ? Value.ZERO : op.sources.get(1);
    return op.name.equals("LOP3.LUT")
        && mask.kind() == Kind.IMMEDIATE
        && mask.number() == HALF_MASK
        && op.sources.get(2).isZero();
  }

  /** The words of whose halves two instructions compute the same; null if there are none. */
  private List<Value> words(SassOp low, SassOp high, SassOp reader) {
    if (low.sources.size() != high.sources.size() || low.guard != null || !isSame(low, high)) {
      return null;
    }
    List<Value> words = new ArrayList<>();
    for (int k = 0; k < low.sources.size(); k++) {
      Value a = low.sources.get(k);
      Value b = high.sources.get(k);
      Value word = upper(b, reader);
      if (a.kind() == Kind.IMMEDIATE && b.kind() == Kind.IMMEDIATE) {
        words.add(Value.immediate(b.number() << Short.SIZE | a.number() & HALF_MASK));
      } else if (word != null && word.equals(bare(a, reader))) {
        words.add(word);
      } else {
        return null;
      }
    }
    return words;
  }

  private static boolean isSame(SassOp one, SassOp other) {
    Instruction a = one.from.get(0);
    Instruction b = other.from.get(0);
    return a.op() == b.op() && isOfOne(a, b);
  }

  /** Whether one instruction of the kernel's text has become both. */
  public static boolean isOfOne(Instruction a, Instruction b) {
    return a.textLine() == b.textLine() && a.column() == b.column();
  }

  /** The register whose upper half a value is, also behind a mask; null if it is none. */
  private Value upper(Value value, SassOp reader) {
    SassOp d = definitions.available(value, reader);
    while (d != null && isMask(d)) {
      d = definitions.available(d.sources.get(0), reader);
    }
    return d != null && isUpperHalf(d) ? d.sources.get(2) : null;
  }

  private static boolean isUpperHalf(SassOp op) {
    return op.name.equals("SHF.R.U32.HI")
        && op.sources.get(0).isZero()
        && op.sources.get(1).kind() == Kind.IMMEDIATE
        && op.sources.get(1).number() == Short.SIZE
        && op.sources.get(2).isRegister();
  }

  /**
   * Upper halves of registers are operands of an instruction as lower ones are. One that computes
   * half of a packed result waits for the other one.
   */
  private SassOp ofUpperHalves(SassOp op) {
    boolean[] packed = new boolean[1];
    op.writes(
        r ->
            definitions
                .readers(r)
                .forEach(
                    reader ->
                        packed[0] |=
                            (reader.packsHalves() || isMask(reader)) && isOfOne(op, reader)));
    if (packed[0]) {
      return null;
    }
    List<Value> sources = new ArrayList<>(op.sources);
    for (int k = 0; k < sources.size(); k++) {
      SassOp d = definitions.available(sources.get(k), op);
      if (d != null && isUpperHalf(d)) {
        sources.set(k, d.sources.get(2));
      }
    }
    return sources.equals(op.sources) ? null : op.replaced(op.name, op.pipe, sources);
  }

  private static boolean isOfOne(SassOp one, SassOp other) {
    Instruction first = one.from.get(0);
    return other.from.stream().anyMatch(i -> isOfOne(first, i));
  }
}
