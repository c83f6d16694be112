package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.DemandedHalves;
import io.lockstep.kernel.ir.Fusion;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.LogicFormula;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import java.util.List;
import java.util.Locale;

/**
 * Lowers arithmetic: single instructions where compute capability 1.x has them, sequences of a
 * stated length elsewhere. Not thread-safe.
 */
final class Arithmetic {
  private final Timings timings;
  private final DemandedHalves demanded;
  private final Emitter out;

  Arithmetic(Timings timings, Emitter out, DemandedHalves demanded) {
    this.timings = timings;
    this.demanded = demanded;
    this.out = out;
  }

  void lower(Instruction i) {
    Timings s = timings;
    int t = s.simple;
    boolean wide = wide(i);
    if (s.doubleInterval == 0 && (i.type() == Type.F64 || i.sourceType() == Type.F64)) {
      throw out.refuse(i, "double precision");
    }
    boolean half = isHalf(i);
    if (half) {
      // There is no arithmetic on halves: each operand becomes a float.
      for (int source : i.reads()) {
        out.part(i, Pipe.SP, "cvt f32.f16", t, List.of(source));
      }
    }
    compute(i, s, t, wide);
    if (half) {
      out.part(i, Pipe.SP, "cvt f16.f32", t, i.writes());
    }
  }

  private static boolean isHalf(Instruction i) {
    boolean moves = i.op() == Op.MOVE || i.op() == Op.SELECT || i.op() == Op.CONVERT;
    return i.type() == Type.F16 && !moves;
  }

  private void compute(Instruction i, Timings s, int t, boolean wide) {
    switch (i.opClass()) {
      case ADDRESS -> address(i);
      case INT_MUL24 -> out.emit(i, Pipe.SP, "mul24", 1, s.multiply24, s.simpleLatency);
      case INT_MUL32 -> {
        if (powerOfTwo(i)) {
          out.emit(
              i,
              Pipe.SP,
              i.op() == Op.MAD ? "shl, add" : "shl",
              i.op() == Op.MAD ? 2 : 1,
              i.op() == Op.MAD ? 2 * t : t,
              s.simpleLatency);
        } else if (i.op() == Op.MAD) {
          out.emit(
              i,
              Pipe.SP,
              "mad32 (sequence)",
              s.multiply32 / t + 1,
              s.multiply32 + t,
              s.multiplyAdd32Latency);
        } else {
          out.emit(
              i, Pipe.SP, "mul32 (sequence)", s.multiply32 / t, s.multiply32, s.multiply32Latency);
        }
      }
      case INT_MUL_WIDE -> {
        boolean low = i.type() == Type.I64 && !wide;
        int parts =
            low
                ? 1
                : i.op() == Op.MUL_WIDE || i.op() == Op.MAD_WIDE
                    ? 2
                    : i.op() == Op.MUL_HI && !wide ? 1 : 3;
        if (i.op() == Op.MUL_WIDE && powerOfTwo(i)) {
          int n = low ? 1 : 2;
          out.emit(i, Pipe.SP, low ? "shl" : "shl, shr", n, n * t, s.simpleLatency);
        } else {
          out.emit(
              i,
              Pipe.SP,
              low ? "mul32 (sequence)" : "mul64 (sequence)",
              parts * s.multiply32 / t,
              parts * s.multiply32,
              parts * s.multiply32Latency);
        }
      }
      case INT_DIV ->
          out.emit(
              i,
              Pipe.SP,
              wide ? "div64 (sequence)" : "div32 (sequence)",
              (wide ? 4 : 1) * s.divideInt / t,
              (wide ? 4 : 1) * s.divideInt,
              (wide ? 4 : 1) * s.divideIntLatency);
      case FLOAT_DIV ->
          out.emit(
              i,
              Pipe.SP,
              "div f32 (sequence)",
              s.divideFloat / t,
              s.divideFloat,
              s.divideFloatLatency);
      case SFU_RCP, SFU_RSQRT, SFU_LOG ->
          out.emit(
              i, Pipe.SFU, i.op().name().toLowerCase(Locale.ROOT) + " f32", 1, s.sfu, s.sfuLatency);
      case SFU_EXP, SFU_SINCOS -> {
        // The range step runs on the SPs, the function on the SFU.
        out.part(i, Pipe.SP, "pre f32", t, i.reads());
        out.emit(
            i,
            Pipe.SFU,
            i.op().name().toLowerCase(Locale.ROOT) + " f32",
            1,
            s.sfu,
            s.rangeStepLatency - t); // both together
      }
      case SFU_SQRT -> {
        out.part(i, Pipe.SFU, "rsqrt f32", s.sfu, i.reads());
        out.emit(i, Pipe.SFU, "rcp f32", 1, s.sfu, 2 * s.sfuLatency - s.sfu);
      }
      case FLOAT_FMA -> {
        if (i.fusion() == Fusion.REQUIRED) {
          throw out.refuse(i, "a single-precision fused multiply-add");
        }
        out.emit(i, Pipe.SP, "mad f32", 1, t, s.simpleLatency);
      }
      case FLOAT_MAD -> out.emit(i, Pipe.SP, "mad f32", 1, t, s.simpleLatency);
      case DOUBLE_ADD, DOUBLE_MUL, DOUBLE_FMA ->
          out.emit(i, Pipe.DP, "dfma f64", 1, s.doubleInterval, s.doubleLatency);
      case DOUBLE_DIV ->
          out.emit(
              i,
              Pipe.DP,
              "div f64 (sequence)",
              s.divideDouble / s.doubleInterval,
              s.divideDouble,
              s.divideDoubleLatency);
      case INT_DOT -> out.emit(i, Pipe.SP, "dot (sequence)", 8, 8 * t, 2 * s.simpleLatency);
      case INT_BIT -> {
        int n = bitSequence(i);
        out.emit(
            i,
            Pipe.SP,
            i.op().name().toLowerCase(Locale.ROOT) + (n > 1 ? " (sequence)" : ""),
            n,
            n * t,
            n * s.simpleLatency);
      }
      case SELECT -> {
        int n = 2 * registersOf(i);
        out.emit(i, Pipe.SP, "mov, mov ($c)", n, n * t, s.simpleLatency);
      }
      case CONVERT_FLOAT, CONVERT_INT_FLOAT -> {
        if (i.type() == Type.F64 || i.sourceType() == Type.F64) {
          out.emit(i, Pipe.DP, "cvt f64", 1, s.doubleInterval, s.doubleLatency);
        } else {
          out.emit(i, Pipe.SP, "cvt", 1, t, s.simpleLatency);
        }
      }
      case CONVERT_INT -> {
        boolean drop = i.sourceType().bits() >= i.type().bits();
        if (drop && i.type().bits() >= 32) {
          out.rename(i);
        } else {
          out.emit(i, Pipe.SP, "cvt", 1, t, s.simpleLatency);
        }
      }
      case COMPARE_FLOAT, COMPARE_INT -> {
        boolean wideSource = i.sourceType() == Type.I64;
        if (i.sourceType() == Type.F64) {
          out.emit(i, Pipe.DP, "set f64", 1, s.doubleInterval, s.doubleLatency);
        } else {
          out.emit(
              i, Pipe.SP, "set $c", wideSource ? 2 : 1, wideSource ? 2 * t : t, s.simpleLatency);
        }
      }
      default -> {
        int n = wide && !i.type().isFloat() ? 2 : 1;
        if (i.opClass() == OpClass.INT_SHIFT && wide) {
          n = 3;
        }
        int chain = 1;
        if (i.op() == Op.LOGIC3) { // two inputs an instruction
          LogicFormula formula = LogicFormula.of(i.table(), false);
          n = Math.max(1, formula.operations());
          chain = Math.max(1, formula.depth());
        }
        String name = i.op().name().toLowerCase(Locale.ROOT) + (chain > 1 ? " (sequence)" : "");
        out.emit(i, Pipe.SP, name, n, n * t, chain * s.simpleLatency);
      }
    }
  }

  /** 32-bit arithmetic for what only forms addresses. */
  private void address(Instruction i) {
    int t = timings.simple;
    switch (i.op()) {
      case CONVERT, MOVE -> out.rename(i);
      case MUL_WIDE, MUL, MAD, MAD_WIDE -> {
        boolean mad = i.op() == Op.MAD || i.op() == Op.MAD_WIDE;
        if (powerOfTwo(i)) {
          out.emit(
              i,
              Pipe.SP,
              mad ? "shl, add" : "shl",
              mad ? 2 : 1,
              mad ? 2 * t : t,
              timings.simpleLatency);
        } else {
          out.emit(
              i,
              Pipe.SP,
              "mul32 (sequence)",
              timings.multiply32 / t,
              timings.multiply32,
              timings.multiply32Latency);
        }
      }
      default ->
          out.emit(i, Pipe.SP, i.op().name().toLowerCase(Locale.ROOT), 1, t, timings.simpleLatency);
    }
  }

  /** Instructions of a bit operation that this generation has no single instruction for. */
  private static int bitSequence(Instruction i) {
    return switch (i.op()) {
      case BIT_FIELD_EXTRACT -> 2; // shl, shr
      case BIT_FIELD_INSERT -> 4;
      case FUNNEL_LEFT, FUNNEL_RIGHT -> 3; // shl, shr, or
      case BIT_REVERSE -> 15; // five steps of shift, mask and merge
      case POPCOUNT -> 12; // sums of pairs, nibbles, bytes
      case COUNT_LEADING_ZEROS, FIND_LEADING, FIND_LEADING_SHIFT -> 4; // by conversion to float
      case PERMUTE_BYTES -> 8;
      default -> 1;
    };
  }

  /** Whether a result has 64 bits that something looks at: otherwise its lower half will do. */
  private boolean wide(Instruction i) {
    boolean lowFromLow =
        switch (i.op()) {
          case ADD, SUB, MUL, MAD, MUL_WIDE, MAD_WIDE -> true;
          case AND, OR, XOR, NOT, NEG, SHL, MOVE, SELECT -> true;
          default -> false; // division, shifts to the right: the upper half comes down
        };
    return i.type() == Type.I64
        && !(lowFromLow && i.writes().stream().noneMatch(d -> demanded.high(d)));
  }

  /** 32-bit registers of the result that are computed. */
  int registersOf(Instruction i) {
    return wide(i) || i.type() == Type.F64 ? 2 : 1;
  }

  private static boolean powerOfTwo(Instruction i) {
    List<Operand> s = i.sources();
    for (int k = 0; k < 2 && k < s.size(); k++) {
      if (!s.get(k).isRegister() && Long.bitCount(s.get(k).bits()) == 1) {
        return true;
      }
    }
    return false;
  }
}
