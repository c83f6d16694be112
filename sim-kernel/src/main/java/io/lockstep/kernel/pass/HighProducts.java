// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Recovers the upper half of a product of 32-bit values, {@code (long) a * b >> 32}, which needs no
 * product of 64 bits. A compiler of one block at a time does not see that a factor was extended
 * outside of the loop; the only definition of a register tells it. Nothing else reads the product.
 */
final class HighProducts {
  private static final int WORD = 32;

  private final BlockCode code;
  private final KernelBuilder builder;

  /** How a 64-bit value extends its low half. */
  private enum Extension {
    ZERO,
    SIGN
  }

  private HighProducts(BlockCode code, KernelBuilder builder) {
    this.code = code;
    this.builder = builder;
  }

  static void apply(List<Draft> blocks, KernelBuilder builder) {
    BlockCode.of(blocks).forEach(code -> new HighProducts(code, builder).run());
  }

  private void run() {
    for (int at = 0; at < code.size(); at++) {
      Instruction i = code.get(at);
      boolean high = i.op() == Op.SHR && i.type() == Type.I64 && isWord(i.sources().get(1));
      if (high && isUnusedLowHalf(at - 1, i.sources().get(0))) {
        code.remove(--at);
      }
      int product = high ? code.madeFor(i.sources().get(0), at) : -1;
      if (product >= 0 && code.get(product).op() == Op.MUL && !code.get(product).saturate()) {
        Operand a = code.get(product).sources().get(0);
        Operand b = code.get(product).sources().get(1);
        Set<Extension> both = extensions(a, product);
        both.retainAll(extensions(b, product));
        if (!both.isEmpty() && code.holds(a, product, at) && code.holds(b, product, at)) {
          at = replace(i, product, at, both.contains(Extension.SIGN));
        }
      }
    }
  }

  /** Whether an instruction extracts a low half that nothing reads, as a mov of PTX does. */
  private boolean isUnusedLowHalf(int at, Operand whole) {
    if (at < 0) {
      return false;
    }
    Instruction i = code.get(at);
    return i.op() == Op.CONVERT
        && i.type() == Type.I32
        && i.sourceType() == Type.I64
        && i.sources().get(0).equals(whole)
        && i.destinations().size() == 1
        && code.isIdle(i.destinations().get(0), at);
  }

  private static boolean isWord(Operand o) {
    return !o.isRegister() && o.bits() == WORD;
  }

  private int replace(Instruction i, int product, int at, boolean signed) {
    int end = at;
    List<Operand> factors = code.get(product).sources();
    Operand a = low(factors.get(0), i, end);
    end += a.isRegister() ? 1 : 0;
    Operand b = low(factors.get(1), i, end);
    end += b.isRegister() ? 1 : 0;
    int high = builder.register(Type.I32, "");
    code.insert(end++, of(Op.MUL_HI, i).signed(signed).to(high).from(a, b).build());
    Instruction extended =
        BlockCode.instead(i, Op.CONVERT)
            .type(Type.I64)
            .sourceType(Type.I32)
            .sourceSigned(i.signed())
            .from(Operand.register(high))
            .build();
    return code.replace(end, extended, new TreeSet<>(Set.of(product)));
  }

  /** Returns the low half of a factor, which an instruction before the place computes. */
  private Operand low(Operand factor, Instruction like, int at) {
    if (!factor.isRegister()) {
      return Operand.immediate((int) factor.bits());
    }
    int low = builder.register(Type.I32, "");
    code.insert(at, of(Op.CONVERT, like).sourceType(Type.I64).to(low).from(factor).build());
    return Operand.register(low);
  }

  private static InstructionBuilder of(Op op, Instruction like) {
    return BlockCode.instead(like, op).guard(-1, false);
  }

  private Set<Extension> extensions(Operand value, int before) {
    if (!value.isRegister()) {
      return extensions(value.bits() >>> WORD == 0, value.bits() == (int) value.bits());
    }
    Instruction d = code.reaching(value, before);
    if (d == null || d.type() != Type.I64) {
      return EnumSet.noneOf(Extension.class);
    }
    return switch (d.op()) {
      case CONVERT -> {
        boolean word = d.sourceType() == Type.I32 && !d.saturate();
        yield extensions(word && !d.sourceSigned(), word && d.sourceSigned());
      }
      case LOAD -> {
        boolean word = d.memory().element().bits() <= WORD && !d.memory().element().isFloat();
        yield extensions(word && !d.signed(), word && d.signed());
      }
      case SHR -> {
        boolean word = isWord(d.sources().get(1));
        yield extensions(word && !d.signed(), word && d.signed());
      }
      case AND -> {
        Operand mask = d.sources().get(1);
        yield extensions(!mask.isRegister() && mask.bits() >>> WORD == 0, false);
      }
      default -> EnumSet.noneOf(Extension.class);
    };
  }

  private static Set<Extension> extensions(boolean zero, boolean sign) {
    Set<Extension> all = EnumSet.noneOf(Extension.class);
    if (zero) {
      all.add(Extension.ZERO);
    }
    if (sign) {
      all.add(Extension.SIGN);
    }
    return all;
  }
}
