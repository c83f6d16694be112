// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Emulates bf16 arithmetic with F32 arithmetic, as machines without bf16 do: operands are widened
 * exactly, results rounded once.
 *
 * <p>A sum or product of two 8-bit significands that was first rounded to 24 bits rounds to the
 * same 8 bits. Results with more bits (a*b + c, wide integers, doubles) are first rounded to odd:
 * computed with rounding down and up, choosing the result whose last bit is set. Since 24 bits are
 * at least two more than 8, rounding that result equals rounding the exact value (Boldo and
 * Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
 */
public final class Brains {
  private static final Operand NAN = Operand.immediate(0x7FFF);

  static final Set<Op> OPERATIONS =
      Set.of(Op.ADD, Op.SUB, Op.MUL, Op.FMA, Op.MIN, Op.MAX, Op.ABS, Op.NEG, Op.EXP2, Op.TANH);

  private Brains() {}

  static void emit(
      PtxWriter e, Op op, Consumer<InstructionBuilder> flags, List<Operand> operands, int d) {
    switch (op) {
      case ABS -> e.emit(Op.AND, Type.I16, d, operands.get(0), Operand.immediate(0x7FFF));
      case NEG -> e.emit(Op.XOR, Type.I16, d, operands.get(0), Operand.immediate((short) 0x8000));
      case FMA -> {
        List<Operand> wide = operands.stream().map(o -> widen(e, o)).toList();
        Operand exact =
            odd(
                e,
                mode -> {
                  InstructionBuilder b = InstructionBuilder.of(op, Type.F32).from(wide);
                  return e.value(Type.F32, b.rounding(mode).fusion(Fusion.REQUIRED));
                });
        narrow(e, exact, Rounding.NEAREST_EVEN, d);
      }
      default -> {
        InstructionBuilder b = InstructionBuilder.of(op, Type.F32);
        flags.accept(b);
        b.from(operands.stream().map(o -> widen(e, o)).toList());
        boolean chosen = op == Op.MIN || op == Op.MAX;
        Operand r = e.value(Type.F32, b);
        narrow(e, r, chosen ? Rounding.ZERO : Rounding.NEAREST_EVEN, d);
      }
    }
  }

  public static Operand widen(PtxWriter e, Operand brain) {
    if (!brain.isRegister()) {
      return Operand.immediate((brain.bits() & 0xFFFF) << 16);
    }
    Operand bits = Halves.widen(e, brain, Type.I32, Type.I16);
    return e.value(Op.SHL, Type.I32, bits, 16);
  }

  public static void narrow(PtxWriter e, Operand wide, Rounding mode, int d) {
    Operand rounded = round(e, wide, 16, mode);
    Operand high = e.value(Op.SHR, Type.I32, rounded, 16);
    Operand kept = unless(e, isNan(e, wide), high, NAN);
    e.convert(Type.I16, Type.I32, d, kept);
  }

  /** Adjusts the bits of a float so that truncating the dropped bits rounds it. */
  public static Operand round(PtxWriter e, Operand bits, int dropped, Rounding mode) {
    Operand all = Operand.immediate((1L << dropped) - 1);
    return switch (mode) {
      case ZERO -> bits;
      case UP, DOWN -> {
        Operand sign =
            e.value(
                Type.I32,
                InstructionBuilder.of(Op.SHR, Type.I32)
                    .signed(true)
                    .from(bits, Operand.immediate(31)));
        if (mode == Rounding.UP) {
          sign = e.value(Op.NOT, Type.I32, sign);
        }
        yield sum(e, bits, e.value(Op.AND, Type.I32, sign, all));
      }
      case NEAREST_AWAY -> sum(e, bits, Operand.immediate(1L << dropped - 1));
      default -> {
        Operand last =
            e.value(
                Op.BIT_FIELD_EXTRACT,
                Type.I32,
                bits,
                Operand.immediate(dropped),
                Operand.immediate(1));
        yield sum(e, sum(e, bits, Operand.immediate((1L << dropped - 1) - 1)), last);
      }
    };
  }

  /** Emits an F32 rounded to odd; {@code computed} emits the value in a rounding mode. */
  public static Operand odd(PtxWriter e, Function<Rounding, Operand> computed) {
    Operand down = computed.apply(Rounding.DOWN);
    Operand up = computed.apply(Rounding.UP);
    Operand last = e.value(Op.AND, Type.I32, down, 1);
    int odd = e.temp(Type.I1);
    e.emit(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.NE)
            .from(last, Operand.immediate(0))
            .to(odd));
    return unless(e, Operand.register(odd), up, down);
  }

  /** Emits the predicate that an F32 is NaN. */
  public static Operand isNan(PtxWriter e, Operand wide) {
    return e.value(
        Type.I1,
        InstructionBuilder.of(Op.COMPARE, Type.F32)
            .sourceType(Type.F32)
            .comparison(Comparison.NAN)
            .from(wide, wide));
  }

  /** Emits p ? otherwise : value, in 32 bits. */
  public static Operand unless(PtxWriter e, Operand p, Operand value, Operand otherwise) {
    return e.value(Op.SELECT, Type.I32, otherwise, value, p);
  }

  private static Operand sum(PtxWriter e, Operand a, Operand b) {
    return e.value(Op.ADD, Type.I32, a, b);
  }
}
