// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.analysis.LogicFormula;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.select.Operation;
import io.lockstep.lower.select.Selector;
import io.lockstep.lower.select.Target;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lowers an instruction by the family's selection table. A value of the table is one source, or two
 * for the lower and upper half of 64 bits.
 */
final class Arithmetic implements Target<Unit, Source[]> {
  private enum Kind {
    INTEGER,
    WIDE,
    SINGLE,
    DOUBLE
  }

  private final Operands operands;
  private final Emitter emit;
  private final KernelFacts kernel;
  private final VliwArchitecture architecture;
  private final MemoryOps memory;
  private final int targets;
  private final Selector<Unit, Source[]> selector = new Selector<>(SelectionTable.TABLE, this);
  private Kind kind;
  private boolean predicate; // whether a comparison sets the predicate

  /**
   * @param targets number of successors of the block
   */
  Arithmetic(Operands operands, MemoryOps memory, int targets) {
    this.operands = operands;
    this.memory = memory;
    this.targets = targets;
    emit = operands.emit();
    kernel = operands.kernel();
    architecture = kernel.architecture();
  }

  void lower(Instruction i) {
    predicate = false;
    kind = kind(i);
    Source[] s = selector.select(i);
    if (s == null) {
      return;
    }
    if (kind == Kind.SINGLE && i.type() == Type.F16 && i.op().compareTo(Op.COMPARE) < 0) {
      s = one(emit.op("FLT32_TO_FLT16", s[0]));
    }
    operands.result(i, 0, s[0], s.length > 1 ? s[1] : null);
  }

  /** Sets the predicate by a comparison that only the block's branch reads. */
  void branch(Instruction comparison) {
    kind = kind(comparison);
    predicate = true;
    selector.apply(comparison, "branch", List.of());
  }

  private Kind kind(Instruction i) {
    boolean compares = i.op() == Op.COMPARE || i.op() == Op.COMPARE_SET;
    Type type = compares ? i.sourceType() : i.type();
    if (i.op() == Op.CONVERT && !type.isFloat() || i.sourceType() == Type.F64) {
      type = i.sourceType();
    }
    boolean wide = compares ? type == Type.I64 : i.op() != Op.CONVERT && isWide(i);
    if (i.op() == Op.MOVE || i.op() == Op.SELECT || i.op() == Op.SELECT_SIGN) {
      return i.op() == Op.SELECT && wide ? Kind.WIDE : Kind.INTEGER;
    }
    return type == Type.F64
        ? Kind.DOUBLE
        : type.isFloat() ? Kind.SINGLE : wide ? Kind.WIDE : Kind.INTEGER;
  }

  /** Whether an operation reads or produces upper halves that are used. */
  private boolean isWide(Instruction i) {
    for (int d : i.destinations()) {
      if (d >= 0 && kernel.hasHigh(d)) {
        return true;
      }
    }
    return i.type() == Type.I64 && !i.op().truncates();
  }

  private static Source[] one(Source s) {
    return new Source[] {s};
  }

  @Override
  public Source[] number(int bits) {
    return one(Source.number(bits));
  }

  @Override
  public Source[] operand(Instruction i, String name) {
    return switch (name) {
      case "a" -> source(i, 0);
      case "b" -> source(i, 1);
      case "c" -> source(i, 2);
      case "d" -> source(i, 3);
      case "low" -> one(operands.low(i.sources().get(0)));
      case "high" -> one(operands.high(i.sources().get(0)));
      case "bits" -> one(operands.bits(i.sources().get(0)));
      case "value" -> one(single(i, 0));
      case "flag" -> one(operands.bits(i.sources().get(2)));
      case "guard" -> one(emit.plain(emit.read(2 * i.guard())));
      case "special" -> one(kernel.special(i.special()));
      case "group_size" -> one(Source.number(groupSize()));
      default -> one(kernel.special(Special.valueOf(name)));
    };
  }

  private Source[] source(Instruction i, int n) {
    Operand o = i.sources().get(n);
    return switch (kind) {
      case DOUBLE -> new Source[] {operands.low(o), operands.high(o)};
      case WIDE -> new Source[] {operands.bits(o), operands.high(o)};
      case SINGLE -> one(single(i, n));
      case INTEGER -> one(i.comparison() == null ? operands.bits(o) : compared(i, o));
    };
  }

  private Source single(Instruction i, int n) {
    Source s = operands.low(i.sources().get(n));
    return i.sourceType() == Type.F16 ? emit.op("FLT16_TO_FLT32", emit.plain(s)) : s;
  }

  private Source compared(Instruction i, Operand o) {
    Source s = operands.bits(o);
    return i.sourceType() == Type.I1 || s.isNumber()
        ? s
        : operands.extend(s, i.sourceType().bits(), i.signed());
  }

  /** Work-items of a group; 0 if unknown. */
  private int groupSize() {
    List<Integer> size = kernel.kernel().requiredGroupSize();
    return size.isEmpty() ? 0 : size.stream().reduce(1, (a, b) -> a * b);
  }

  @Override
  public Source[] emit(Instruction i, Operation<Unit> operation, List<Source[]> arguments) {
    String name = operation.name();
    if (Character.isLowerCase(name.charAt(0))) {
      return function(i, name, arguments);
    }
    Source[] s = arguments.size() == 1 ? arguments.get(0).clone() : flat(arguments);
    if (name.startsWith("PRED_")) {
      emit.arithmetic(name, Unit.ANY, new int[0], s).as(Role.Flag.SETS_PREDICATE);
      return null;
    }
    if (operation.unit() == Unit.ALONE) {
      emit.arithmetic(name, Unit.ALONE, new int[0]);
      return null;
    }
    boolean wide = name.endsWith("64") && !name.startsWith("SET");
    return wide ? emit.wide(name, operation.unit(), s) : one(emit.op(name, operation.unit(), s));
  }

  private static Source[] flat(List<Source[]> arguments) {
    List<Source> all = new ArrayList<>();
    for (Source[] argument : arguments) {
      Collections.addAll(all, argument);
    }
    return all.toArray(new Source[0]);
  }

  private Source[] function(Instruction i, String name, List<Source[]> arguments) {
    Source[] x = arguments.isEmpty() ? null : arguments.get(0);
    int last = x == null ? 0 : x.length - 1;
    return switch (name) {
      case "pair" -> flat(arguments);
      case "lo" -> one(x[0]);
      case "hi" -> one(x[1]);
      case "neg" -> last == 0 ? one(x[0].negate()) : new Source[] {x[0], x[1].negate()};
      case "abs" -> last == 0 ? one(x[0].magnitude()) : new Source[] {x[0], x[1].magnitude()};
      case "plain" -> one(emit.plain(x[0]));
      case "log2" -> number(Integer.numberOfTrailingZeros(x[0].bits()));
      case "from_type" -> extended(x[0], i.sourceType(), i.sourceSigned());
      case "from_narrow" -> extended(x[0], i.sourceType(), i.signed());
      case "to_type" -> extended(x[0], i.type(), i.signed());
      case "constant" -> one(Source.constant(x[0].bits(), arguments.get(1)[0].bits()));
      case "logic" -> one(logic(i, LogicFormula.of(i.table(), architecture.bitOperations())));
      case "beyond_first" -> one(beyondFirst(operands.bits(i.sources().get(0))));
      default -> {
        effect(i, name);
        yield null;
      }
    };
  }

  private void effect(Instruction i, String name) {
    switch (name) {
      case "memory" -> memory.lower(i);
      case "sample" -> memory.sample(i);
      case "surface" -> memory.surface(i);
      case "acknowledge" -> memory.acknowledge();
      case "launch_barrier" -> memory.launchBarrier();
      case "nothing" -> {}
      default -> throw new IllegalArgumentException("no function " + name);
    }
  }

  private Source[] extended(Source s, Type type, boolean signed) {
    return one(operands.extend(s, type.bits(), signed));
  }

  /** Three-input logic: BFI_INT for a bitwise select, otherwise two-input operations. */
  private Source logic(Instruction i, LogicFormula f) {
    Source[] s = f.operands().stream().map(o -> logic(i, o)).toArray(Source[]::new);
    return switch (f.kind()) {
      case ZERO -> Source.number(0);
      case ONES -> Source.number(-1);
      case SOURCE -> operands.bits(i.sources().get(f.source()));
      case SELECT -> emit.op("BFI_INT", s);
      case NOT, AND, OR, XOR -> emit.op(f.kind() + "_INT", s);
    };
  }

  /** A switch becomes a chain of tests: a clause and a jump for all but one of its targets. */
  private Source beyondFirst(Source selector) {
    Source any = Source.number(0);
    for (int k = 1; k < targets; k++) {
      any = emit.op("OR_INT", any, emit.op("SETE_INT", selector, Source.number(k)));
    }
    return any;
  }

  @Override
  public boolean holds(Instruction i, String condition, List<Source[]> arguments) {
    return switch (condition) {
      case "wide" -> kind == Kind.WIDE;
      case "single" -> kind == Kind.SINGLE;
      case "double" -> kind == Kind.DOUBLE;
      case "bit_ops" -> architecture.bitOperations();
      case "signed_24" -> architecture.signedMultiply24();
      case "fma" -> architecture.fusedMultiplyAdd();
      case "doubles" -> architecture.doublePrecision();
      case "known" -> kernel.special(i.special()) != null;
      case "scaled" -> Integer.bitCount(groupSize()) == 1;
      case "launch" -> i.is(Variant.Barrier.LAUNCH);
      case "pixels" -> kernel.runsOverPixels();
      case "emulated" -> kernel.emulatesLocal();
      default -> arguments.get(0)[0].isNumber() && holds(condition, arguments.get(0)[0].bits());
    };
  }

  private static boolean holds(String condition, int bits) {
    return switch (condition) {
      case "number" -> true;
      case "zero" -> bits == 0;
      case "one" -> bits == 1;
      case "minus_one" -> bits == -1;
      case "above_31" -> bits > 31;
      case "power_of_two" -> Integer.bitCount(bits) == 1;
      case "positive_power" -> bits > 0 && Integer.bitCount(bits) == 1;
      default -> throw new IllegalArgumentException("no condition " + condition);
    };
  }

  @Override
  public String text(Instruction i, String placeholder) {
    return switch (placeholder) {
      case "int" -> i.signed() ? "INT" : "UINT";
      case "from_int" -> i.sourceSigned() ? "INT" : "UINT";
      case "shift" -> i.signed() ? "ASHR" : "LSHR";
      case "predicate" -> predicate ? "PRED_" : "";
      case "combine" -> i.combine() == BoolOp.NONE ? "" : i.combine().name();
      case "special" -> i.special().name();
      case "round" ->
          switch (i.rounding()) {
            case ZERO -> "TRUNC";
            case DOWN -> "FLOOR";
            case UP -> "CEIL";
            default -> "RNDNE";
          };
      default -> throw new IllegalArgumentException("no placeholder " + placeholder);
    };
  }

  @Override
  public RuntimeException refuse(Instruction i, String reason) {
    return kernel.refuse(i, reason);
  }
}
