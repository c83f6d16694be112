package io.lockstep.frontend.ptx;

import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.Fusion;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Type;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Arithmetic of bf16 by that of F32, as machines without it do it: operands are widened exactly,
 * results rounded once.
 *
 * <p>A sum or product of two 8-bit significands that was first rounded to 24 bits rounds to the
 * same 8 bits. What has more (a*b + c, wide integers, doubles) is first rounded to odd: computed
 * downwards and upwards, and of the two the one whose last bit is set; 24 bits are two more than 8,
 * so rounding that is rounding the exact value (Boldo and Melquiond, "Emulation of FMA and
 * correctly rounded sums", 2008). Stateless.
 */
final class Brains {
  private static final Operand NAN = Operand.immediate(0x7FFF);

  /** What the decoders of arithmetic may hand over. */
  static final Set<Op> OPERATIONS =
      Set.of(Op.ADD, Op.SUB, Op.MUL, Op.FMA, Op.MIN, Op.MAX, Op.ABS, Op.NEG, Op.EXP2, Op.TANH);

  private Brains() {}

  /** Emits an operation on bf16. */
  static void emit(
      Emitter e, Op op, Consumer<InstructionBuilder> flags, List<Operand> operands, int d) {
    switch (op) {
      case ABS ->
          e.emit(
              InstructionBuilder.of(Op.AND, Type.I16)
                  .from(operands.get(0), Operand.immediate(0x7FFF))
                  .to(d));
      case NEG ->
          e.emit(
              InstructionBuilder.of(Op.XOR, Type.I16)
                  .from(operands.get(0), Operand.immediate((short) 0x8000))
                  .to(d));
      case FMA -> {
        List<Operand> wide = operands.stream().map(o -> widen(e, o)).toList();
        Operand exact =
            odd(
                e,
                mode -> {
                  InstructionBuilder b = InstructionBuilder.of(op, Type.F32).from(wide);
                  return value(e, b.rounding(mode).fusion(Fusion.REQUIRED), Type.F32);
                });
        narrow(e, exact, Rounding.NEAREST_EVEN, d);
      }
      default -> {
        InstructionBuilder b = InstructionBuilder.of(op, Type.F32);
        flags.accept(b);
        b.from(operands.stream().map(o -> widen(e, o)).toList());
        boolean chosen = op == Op.MIN || op == Op.MAX;
        Operand r = value(e, b, Type.F32);
        narrow(e, r, chosen ? Rounding.ZERO : Rounding.NEAREST_EVEN, d);
      }
    }
  }

  /** The F32 of a bf16; exact. */
  static Operand widen(Emitter e, Operand brain) {
    if (!brain.isRegister()) {
      return Operand.immediate((brain.bits() & 0xFFFF) << 16);
    }
    Operand bits = Halves.widen(e, brain, Type.I32, Type.I16);
    InstructionBuilder b =
        InstructionBuilder.of(Op.SHL, Type.I32).from(bits, Operand.immediate(16));
    return value(e, b, Type.I32);
  }

  /** d = a bf16 from an F32. */
  static void narrow(Emitter e, Operand wide, Rounding mode, int d) {
    Operand rounded = round(e, wide, 16, mode);
    Operand high =
        value(
            e,
            InstructionBuilder.of(Op.SHR, Type.I32).from(rounded, Operand.immediate(16)),
            Type.I32);
    Operand kept = unless(e, isNan(e, wide), high, NAN);
    e.emit(InstructionBuilder.of(Op.CONVERT, Type.I16).sourceType(Type.I32).from(kept).to(d));
  }

  /** The bits of a float, so changed that dropping its last bits rounds it. */
  static Operand round(Emitter e, Operand bits, int dropped, Rounding mode) {
    Operand all = Operand.immediate((1L << dropped) - 1);
    return switch (mode) {
      case ZERO -> bits;
      case UP, DOWN -> {
        Operand sign =
            value(
                e,
                InstructionBuilder.of(Op.SHR, Type.I32)
                    .signed(true)
                    .from(bits, Operand.immediate(31)),
                Type.I32);
        if (mode == Rounding.UP) {
          sign = value(e, InstructionBuilder.of(Op.NOT, Type.I32).from(sign), Type.I32);
        }
        yield sum(
            e, bits, value(e, InstructionBuilder.of(Op.AND, Type.I32).from(sign, all), Type.I32));
      }
      case NEAREST_AWAY -> sum(e, bits, Operand.immediate(1L << dropped - 1));
      default -> {
        Operand last =
            value(
                e,
                InstructionBuilder.of(Op.BIT_FIELD_EXTRACT, Type.I32)
                    .from(bits, Operand.immediate(dropped), Operand.immediate(1)),
                Type.I32);
        yield sum(e, sum(e, bits, Operand.immediate((1L << dropped - 1) - 1)), last);
      }
    };
  }

  /**
   * An F32 rounded to odd.
   *
   * @param computed the value rounded by a mode
   */
  static Operand odd(Emitter e, Function<Rounding, Operand> computed) {
    Operand down = computed.apply(Rounding.DOWN);
    Operand up = computed.apply(Rounding.UP);
    Operand last =
        value(
            e, InstructionBuilder.of(Op.AND, Type.I32).from(down, Operand.immediate(1)), Type.I32);
    int odd = e.temp(Type.I1);
    e.emit(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.NE)
            .from(last, Operand.immediate(0))
            .to(odd));
    return unless(e, Operand.register(odd), up, down);
  }

  /** A predicate: the F32 is no number. */
  static Operand isNan(Emitter e, Operand wide) {
    int p = e.temp(Type.I1);
    e.emit(
        InstructionBuilder.of(Op.COMPARE, Type.F32)
            .sourceType(Type.F32)
            .comparison(Comparison.NAN)
            .from(wide, wide)
            .to(p));
    return Operand.register(p);
  }

  /** p ? otherwise : value, in 32 bits. */
  static Operand unless(Emitter e, Operand p, Operand value, Operand otherwise) {
    return value(e, InstructionBuilder.of(Op.SELECT, Type.I32).from(otherwise, value, p), Type.I32);
  }

  /** An operation into a new register. */
  static Operand value(Emitter e, InstructionBuilder b, Type type) {
    int t = e.temp(type);
    e.emit(b.to(t));
    return Operand.register(t);
  }

  private static Operand sum(Emitter e, Operand a, Operand b) {
    return value(e, InstructionBuilder.of(Op.ADD, Type.I32).from(a, b), Type.I32);
  }
}
