// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.DemandedHalves;
import io.lockstep.kernel.ir.Fusion;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.LogicFormula;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.facts.Ranges;
import java.util.List;
import java.util.Locale;

/** Lowers arithmetic to single instructions of capability 1.x or to sequences of fixed length. */
final class ArithmeticLowering {
  /** Bits of a factor that fits half of a register. */
  private static final int HALF = 16;

  /** Bits of a factor of a full-rate multiply. */
  private static final int WORD24 = 24;

  private final Timings timings;
  private final DemandedHalves demanded;
  private final RowEmitter out;
  private final LoweringOptions options;
  private final Ranges ranges;

  ArithmeticLowering(
      Timings timings,
      LoweringOptions options,
      RowEmitter out,
      DemandedHalves demanded,
      Ranges ranges) {
    this.timings = timings;
    this.options = options;
    this.ranges = ranges;
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
      // There is no half arithmetic: operands are converted to floats.
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
      case INT_MUL24 -> sp(i, "mul24", 1, s.multiply24, s.simpleLatency);
      case INT_MUL32 -> {
        if (powerOfTwo(i)) {
          shift(i, i.op() == Op.MAD);
        } else if (i.op() == Op.MAD && !isShortProduct(i)) {
          int interval = s.multiply32 + t;
          int latency = s.multiplyAdd32Latency;
          sp(i, "mad32 (sequence)", interval / t, interval, latency);
        } else {
          product(i);
        }
      }
      case INT_MUL_WIDE -> {
        boolean low = i.type() == Type.I64 && !wide;
        boolean product = i.op() == Op.MUL_WIDE || i.op() == Op.MAD_WIDE;
        if (i.op() == Op.MUL_WIDE && powerOfTwo(i)) {
          simple(i, low ? "shl" : "shl, shr", low ? 1 : 2, 1);
        } else if (low) {
          product(i);
        } else {
          multiply(i, "mul64 (sequence)", product ? 2 : i.op() == Op.MUL_HI && !wide ? 1 : 3);
        }
      }
      case INT_DIV -> {
        int n = wide ? 4 : 1;
        String name = wide ? "div64 (sequence)" : "div32 (sequence)";
        sp(i, name, n * s.divideInt / t, n * s.divideInt, n * s.divideIntLatency);
      }
      case FLOAT_DIV ->
          sp(i, "div f32 (sequence)", s.divideFloat / t, s.divideFloat, s.divideFloatLatency);
      case SFU_RCP, SFU_RSQRT, SFU_LOG -> sfu(i, name(i) + " f32", s.sfuLatency);
      case SFU_EXP, SFU_SINCOS -> {
        // The range reduction runs on the SPs, the function on the SFU.
        out.part(i, Pipe.SP, "pre f32", t, i.reads());
        sfu(i, name(i) + " f32", s.rangeStepLatency - t); // the specified latency covers both
      }
      case SFU_SQRT -> {
        out.part(i, Pipe.SFU, "rsqrt f32", s.sfu, i.reads());
        sfu(i, "rcp f32", 2 * s.sfuLatency - s.sfu);
      }
      case FLOAT_FMA -> {
        if (i.fusion() == Fusion.REQUIRED) {
          throw out.refuse(i, "a single-precision fused multiply-add");
        }
        simple(i, "mad f32", 1, 1 + roundingSteps(i));
      }
      case FLOAT_MAD -> simple(i, "mad f32", 1, 1);
      case FLOAT_MUL -> {
        boolean either = s.dualMultiply > 0 && i.type() == Type.F32;
        out.emit(i, either ? Pipe.MULTIPLY : Pipe.SP, name(i), 1, t, s.simpleLatency);
      }
      case DOUBLE_ADD, DOUBLE_MUL, DOUBLE_FMA -> dp(i, "dfma f64");
      case DOUBLE_DIV -> {
        int instructions = s.divideDouble / s.doubleInterval;
        String name = "div f64 (sequence)";
        out.emit(i, Pipe.DP, name, instructions, s.divideDouble, s.divideDoubleLatency);
      }
      case INT_DOT -> simple(i, "dot (sequence)", 8, 2);
      case INT_BIT -> {
        int n = bitSequence(i);
        simple(i, name(i) + (n > 1 ? " (sequence)" : ""), n, n);
      }
      case SELECT -> simple(i, "mov, mov ($c)", 2 * registersOf(i), 1);
      case CONVERT_FLOAT, CONVERT_INT_FLOAT -> {
        if (i.type() == Type.F64 || i.sourceType() == Type.F64) {
          dp(i, "cvt f64");
        } else {
          simple(i, "cvt", 1, 1);
        }
      }
      case CONVERT_INT -> {
        if (keepsWord(i, wide)) {
          out.rename(i);
        } else {
          simple(i, "cvt", 1, 1);
        }
      }
      case COMPARE_FLOAT, COMPARE_INT -> {
        if (i.sourceType() == Type.F64) {
          dp(i, "set f64");
        } else {
          boolean words = i.sources().stream().allMatch(o -> ranges.fits(o, 32));
          simple(i, "set $c", i.sourceType() == Type.I64 && !words ? 2 : 1, 1);
        }
      }
      default -> {
        int n = wide && !i.type().isFloat() ? 2 : 1;
        if (i.opClass() == OpClass.INT_SHIFT && wide) {
          n = 3;
        }
        int chain = 1;
        if (i.op() == Op.LOGIC3) { // two inputs per instruction
          LogicFormula formula = LogicFormula.of(i.table(), false);
          n = Math.max(1, formula.operations());
          chain = Math.max(1, formula.depth());
        }
        simple(i, name(i) + (chain > 1 ? " (sequence)" : ""), n, chain);
      }
    }
  }

  /** Whether an integer conversion keeps the lower 32 bits and only these are used. */
  private boolean keepsWord(Instruction i, boolean wide) {
    boolean drop = i.sourceType().bits() >= i.type().bits();
    boolean low = options.applies(WarpOption.IMMEDIATES) && i.type() == Type.I64 && !wide;
    return low && i.sourceType().bits() >= 32 || drop && i.type().bits() >= 32;
  }

  /** Whether arithmetic needs no instruction, since its result is its source. */
  boolean isRenamed(Instruction i) {
    return i.op() == Op.CONVERT
        && (i.opClass() == OpClass.ADDRESS
            || i.opClass() == OpClass.CONVERT_INT && keepsWord(i, wide(i)));
  }

  private static String name(Instruction i) {
    return i.op().name().toLowerCase(Locale.ROOT);
  }

  private void sp(Instruction i, String name, int instructions, int interval, int latency) {
    out.emit(i, Pipe.SP, name, instructions, interval, latency);
  }

  private void sfu(Instruction i, String name, int latency) {
    out.emit(i, Pipe.SFU, name, 1, timings.sfu, latency);
  }

  private void dp(Instruction i, String name) {
    out.emit(i, Pipe.DP, name, 1, timings.doubleInterval, timings.doubleLatency);
  }

  /** Emits instructions of one interval each, of which {@code chain} depend on each other. */
  private void simple(Instruction i, String name, int instructions, int chain) {
    sp(i, name, instructions, instructions * timings.simple, chain * timings.simpleLatency);
  }

  /**
   * Emits the rounding of a product to an integer before its sum, since the units round sums only
   * to nearest and towards zero (CUDA C Programming Guide, compute capability 1.x).
   *
   * @return number of instructions
   */
  int roundingSteps(Instruction i) {
    if (!i.rounding().isDirected()) {
      return 0;
    }
    out.part(i, Pipe.SP, "mul f32", timings.simple, i.reads());
    out.part(i, Pipe.SP, "cvt to integral f32", timings.simple, List.of());
    return 2;
  }

  /** Emits a product with a power of two, optionally followed by an addition. */
  private void shift(Instruction i, boolean add) {
    simple(i, add ? "shl, add" : "shl", add ? 2 : 1, 1);
  }

  /** Emits dependent 32-bit products. */
  private void multiply(Instruction i, String name, int products) {
    int clocks = products * timings.multiply32;
    sp(i, name, clocks / timings.simple, clocks, products * timings.multiply32Latency);
  }

  /** Emits 32-bit arithmetic for address computations. */
  private void address(Instruction i) {
    switch (i.op()) {
      case CONVERT, MOVE -> out.rename(i);
      case MUL_WIDE, MUL, MAD, MAD_WIDE -> {
        if (powerOfTwo(i)) {
          shift(i, i.op() == Op.MAD || i.op() == Op.MAD_WIDE);
        } else {
          product(i);
        }
      }
      default -> simple(i, name(i), 1, 1);
    }
  }

  /** Number of instructions of a bit operation without a machine instruction. */
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

  /** Whether an operation needs a 64-bit result rather than its lower half. */
  private boolean wide(Instruction i) {
    boolean lowFromLow =
        switch (i.op()) {
          case ADD, SUB, MUL, MAD, MUL_WIDE, MAD_WIDE -> true;
          case AND, OR, XOR, NOT, NEG, SHL, MOVE, SELECT -> true;
          case CONVERT -> options.applies(WarpOption.IMMEDIATES);
          default -> false; // division and right shifts depend on the upper half
        };
    boolean zero =
        i.writes().stream().allMatch(d -> ranges.fits(d, 32))
            && i.sources().stream().allMatch(o -> ranges.fits(o, 32));
    return i.type() == Type.I64
        && !zero
        && !(lowFromLow && i.writes().stream().noneMatch(d -> demanded.high(d)));
  }

  /** Number of 32-bit result registers that are computed. */
  int registersOf(Instruction i) {
    return wide(i) || i.type() == Type.F64 ? 2 : 1;
  }

  private boolean isShortProduct(Instruction i) {
    return isProduct(i) && factorsFit(i, WORD24);
  }

  private static boolean isProduct(Instruction i) {
    return i.op() == Op.MUL || i.op() == Op.MAD || i.op() == Op.MUL_WIDE || i.op() == Op.MAD_WIDE;
  }

  private boolean factorsFit(Instruction i, int bits) {
    return ranges.fits(i.sources().get(0), bits) && ranges.fits(i.sources().get(1), bits);
  }

  private void product(Instruction i) {
    if (isShortProduct(i)) {
      String name = name(i) + (factorsFit(i, HALF) ? " u16" : " u24");
      sp(i, name, 1, timings.multiply24, timings.simpleLatency);
    } else {
      int interval = timings.multiply32;
      int latency = timings.multiply32Latency;
      sp(i, "mul32 (sequence)", interval / timings.simple, interval, latency);
    }
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
