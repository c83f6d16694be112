// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.DemandedHalves;
import io.lockstep.kernel.analysis.LogicFormula;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.select.Operation;
import io.lockstep.lower.select.Selection;
import io.lockstep.lower.select.Selector;
import io.lockstep.lower.select.Target;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Lowers instructions by the table to single instructions of capability 1.x or to sequences of
 * fixed length. A value of the table is a number of clocks or instructions.
 */
final class ArithmeticLowering implements Target<Pipe, Integer> {
  private static final String FILE = "selection.txt";

  static final Selection<Pipe> TABLE =
      Selection.of(Pipe.class, FILE, ArithmeticLowering.class.getResourceAsStream(FILE));

  /** Bits of a factor that fits half of a register. */
  private static final int HALF = 16;

  /** Bits of a factor of a full-rate multiply. */
  private static final int WORD24 = 24;

  private final Timings timings;
  private final DemandedHalves demanded;
  private final RowEmitter out;
  private final LoweringOptions options;
  private final Ranges ranges;
  private final boolean votes;
  private final BiConsumer<Instruction, String> control;
  private final Selector<Pipe, Integer> selector = new Selector<>(TABLE, this);

  /**
   * @param votes whether the device supports votes
   * @param control emits memory accesses and control flow by the name of the table's function
   */
  ArithmeticLowering(
      Timings timings,
      LoweringOptions options,
      RowEmitter out,
      DemandedHalves demanded,
      Ranges ranges,
      boolean votes,
      BiConsumer<Instruction, String> control) {
    this.timings = timings;
    this.options = options;
    this.ranges = ranges;
    this.demanded = demanded;
    this.out = out;
    this.votes = votes;
    this.control = control;
  }

  void lower(Instruction i) {
    boolean moves = i.op() == Op.MOVE || i.op() == Op.SELECT || i.op() == Op.CONVERT;
    boolean half = i.type() == Type.F16 && i.op().isComputation() && !moves;
    if (half) {
      // There is no half arithmetic: operands are converted to floats.
      for (int source : i.reads()) {
        out.part(i, Pipe.SP, "cvt f32.f16", timings.simple, List.of(source));
      }
    }
    selector.select(i);
    if (half) {
      out.part(i, Pipe.SP, "cvt f16.f32", timings.simple, i.writes());
    }
  }

  @Override
  public Integer number(int bits) {
    return bits;
  }

  @Override
  public Integer operand(Instruction i, String name) {
    return name.equals("multiply_add32")
        ? timings.of("multiply32") + timings.simple
        : timings.of(name);
  }

  @Override
  public Integer emit(Instruction i, Operation<Pipe> operation, List<Integer> a) {
    String name = operation.name();
    switch (name) {
      case "minus" -> {
        return a.get(0) - a.get(1);
      }
      case "twice" -> {
        return 2 * a.get(0);
      }
      case "nothing" -> {}
      case "rename" -> out.rename(i);
      case "rounding" -> roundingSteps(i);
      case "logic" -> logic(i);
      case "memory", "branch", "jump", "exit" -> control.accept(i, name);
      default -> row(i, operation, a);
    }
    return null;
  }

  private void row(Instruction i, Operation<Pipe> operation, List<Integer> a) {
    boolean single = i.type() == Type.F32 && timings.dualMultiply > 0;
    Pipe pipe = operation.unit() == Pipe.MULTIPLY && !single ? Pipe.SP : operation.unit();
    int n = operation.times();
    if (a.size() < 2) {
      simple(i, pipe, operation.name(), n, a.isEmpty() ? 1 : a.get(0));
    } else if (a.size() == 2) {
      int clocks = n * a.get(0);
      int each = pipe == Pipe.DP ? timings.doubleInterval : timings.simple;
      out.emit(i, pipe, operation.name(), clocks / each, clocks, n * a.get(1));
    } else if (a.get(2) == 0) {
      out.part(i, pipe, operation.name(), a.get(1), i.reads());
    } else {
      out.emit(i, pipe, operation.name(), a.get(0), a.get(1), a.get(2));
    }
  }

  /** Emits instructions of one interval each, of which {@code chain} depend on each other. */
  private void simple(Instruction i, Pipe pipe, String name, int instructions, int chain) {
    int clocks = instructions * timings.simple;
    out.emit(i, pipe, name, instructions, clocks, chain * timings.simpleLatency);
  }

  /** Emits three-input logic, of which one instruction takes two inputs. */
  private void logic(Instruction i) {
    LogicFormula formula = LogicFormula.of(i.table(), false);
    int chain = Math.max(1, formula.depth());
    String name = chain > 1 ? "logic3 (sequence)" : "logic3";
    simple(i, Pipe.SP, name, Math.max(1, formula.operations()), chain);
  }

  @Override
  public boolean holds(Instruction i, String condition, List<Integer> arguments) {
    return switch (condition) {
      case "wide" -> wide(i);
      case "low" -> i.type() == Type.I64 && !wide(i);
      case "two_words" -> wide(i) || i.type() == Type.F64;
      case "words" -> i.sources().stream().allMatch(o -> ranges.fits(o, 32));
      case "by_power" -> powerOfTwo(i);
      case "short_factors" -> factorsFit(i, WORD24);
      case "half_factors" -> factorsFit(i, HALF);
      case "keeps_word" -> keepsWord(i, wide(i));
      case "register" -> i.sources().get(0).isRegister();
      case "doubles" -> timings.doubleInterval > 0;
      case "formatted" -> i.isFormatted();
      case "any_divisor" -> i.is(Variant.Divisor.ANY);
      case "wait" -> i.is(Variant.Barrier.WAIT);
      case "lanes" -> i.is(Variant.Fence.LANES);
      case "ballot" -> i.is(Variant.Vote.BALLOT);
      case "votes" -> votes;
      default -> throw new IllegalArgumentException("no condition " + condition);
    };
  }

  @Override
  public RuntimeException refuse(Instruction i, String reason) {
    return out.refuse(i, reason);
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

  /** Whether an operation needs a 64-bit result rather than its lower half. */
  private boolean wide(Instruction i) {
    boolean lowFromLow = // division and right shifts depend on the upper half
        i.op() == Op.CONVERT ? options.applies(WarpOption.IMMEDIATES) : i.op().truncates();
    boolean zero =
        i.writes().stream().allMatch(d -> ranges.fits(d, 32))
            && i.sources().stream().allMatch(o -> ranges.fits(o, 32));
    return i.type() == Type.I64
        && !zero
        && !(lowFromLow && i.writes().stream().noneMatch(d -> demanded.high(d)));
  }

  private boolean factorsFit(Instruction i, int bits) {
    return ranges.fits(i.sources().get(0), bits) && ranges.fits(i.sources().get(1), bits);
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
