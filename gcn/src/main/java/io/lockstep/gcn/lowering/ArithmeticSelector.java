// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.analysis.LogicFormula;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.select.Operation;
import io.lockstep.lower.select.Selection;
import io.lockstep.lower.select.Selector;
import io.lockstep.lower.select.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Selects instructions other than memory accesses and branches by the family's table. */
final class ArithmeticSelector implements Target<GcnClass, ArithmeticSelector.Part> {
  private static final String FILE = "selection.txt";

  static final Selection<GcnClass> TABLE =
      Selection.of(GcnClass.class, FILE, ArithmeticSelector.class.getResourceAsStream(FILE));

  private static final int NONE = -1;

  /**
   * An argument of an instruction.
   *
   * @param text the operands' text; empty for none
   * @param reads registers that it reads
   * @param write register that it writes, or -1
   * @param moves whether all scalar registers but the first are moved to vector registers before
   */
  record Part(String text, List<Integer> reads, int write, boolean moves) {
    static Part of(String text) {
      return new Part(text, List.of(), NONE, false);
    }

    static Part reading(String text, List<Integer> reads) {
      return new Part(text, reads, NONE, false);
    }

    static Part writing(String text, int write) {
      return new Part(text, List.of(), write, false);
    }
  }

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final AddressModes modes;
  private final OperandFolding folding;
  private final Quotients quotients;
  private final Selector<GcnClass, Part> selector = new Selector<>(TABLE, this);
  private GcnEmitter out;

  ArithmeticSelector(OperandFolding folding, Quotients quotients) {
    this.folding = folding;
    facts = folding.facts;
    placement = folding.placement;
    modes = folding.modes;
    this.quotients = quotients;
  }

  void select(Instruction i, GcnEmitter emitter) {
    out = emitter;
    int d = result(i);
    FusedOperation fused = folding.of(i);
    if (fused != null) {
      String text = fused.sources().stream().map(out::text).collect(Collectors.joining(", "));
      // Of two literals, one is in a scalar register.
      fused.sources().stream()
          .filter(this::isLiteral)
          .skip(1)
          .map(out::text)
          .forEach(out::inVector);
      out.op(GcnClass.VALU, fused.mnemonic(), d, folding.reads(i), out.name(d) + ", " + text);
    } else {
      selector.select(i);
    }
    if (i.op().isComputation() && i.guard() >= 0 && d >= 0 && i.type() != Type.I1) {
      boolean v = placement.isVector(d);
      String name = v ? "v_cndmask_b32" : "s_cselect_b32";
      out.op(TABLE.unit(name), name, d, List.of(d, i.guard()), out.name(d));
    }
  }

  /** Whether an operand is a constant that has no inline encoding as an integer. */
  private boolean isLiteral(Operand o) {
    Long k = facts.constant(o);
    return k != null && (k < -16 || k > 64);
  }

  /** Emits the reciprocals of a block's values by which later loops divide. */
  void behind(int block, GcnEmitter emitter) {
    out = emitter;
    for (Instruction i : quotients.behind(block)) {
      List<Integer> divisor = List.of(quotients.divisor(i));
      selector.apply(i, "reciprocal", List.of(Part.reading("…", divisor)));
    }
  }

  /** Selects a packed operation on pairs of registers, at most one of which is scalar. */
  void select(Instruction i, PackedArithmetic pairs, GcnEmitter emitter) {
    out = emitter;
    Instruction with = pairs.second(i);
    int d = result(i);
    int e = result(with);
    Set<Integer> reads = new LinkedHashSet<>(folding.reads(i));
    reads.addAll(folding.reads(with));
    StringBuilder text = new StringBuilder("[" + out.name(d) + "," + out.name(e) + "]");
    boolean bus = false;
    for (int k = 0; k < i.sources().size(); k++) {
      Operand x = i.sources().get(k);
      Operand y = pairs.other(i, k);
      text.append(", [").append(out.text(x)).append(',').append(out.text(y)).append(']');
      boolean vector = placement.isVector(x);
      if (!pairs.isPair(i, x, y) || !vector && bus && facts.constant(x) == null) {
        inVectors(List.of(x, y));
      } else {
        bus |= !vector;
      }
    }
    String kind = i.op() == Op.FMA ? "fma" : i.op() == Op.MUL ? "mul" : "add";
    String name = "v_pk_" + kind + "_f" + i.type().bits();
    GcnOp op = out.op(GcnClass.VALU, name, d, List.copyOf(reads), text.toString());
    op.dst = new int[] {d, e};
    op.from = List.of(i, with);
  }

  private void inVectors(List<Operand> operands) {
    for (Operand o : operands) {
      if (facts.constant(o) == null) {
        out.inVector(folding.alias(o.register()));
      }
    }
  }

  private static int result(Instruction i) {
    return i.destinations().isEmpty() ? NONE : i.destinations().get(0);
  }

  private String name(int register) {
    return register < 0 ? "" : out.name(register);
  }

  @Override
  public Part number(int bits) {
    return Part.of(Integer.toString(bits));
  }

  @Override
  public Part operand(Instruction i, String name) {
    int d = result(i);
    return switch (name) {
      case "d" -> Part.writing(name(d), d);
      case "high" -> Part.writing(name(d) + ".hi", d);
      case "next" -> Part.writing(name(d) + "+1", d);
      case "into" -> Part.writing("", d);
      case "second" -> Part.writing("", i.destinations().get(1));
      case "to" -> Part.of(name(d));
      case "self" -> Part.reading("", List.of(d));
      case "ops" -> new Part(sources(i), folding.reads(i), NONE, true);
      case "all" -> Part.reading(sources(i), folding.reads(i));
      case "text" -> Part.of(sources(i));
      case "reads" -> Part.reading("…", folding.reads(i));
      case "in" -> Part.reading("", folding.reads(i));
      case "mask" -> Part.reading("", List.of(folding.alias(i.sources().get(2).register())));
      case "a", "b", "c" -> Part.of(out.text(i.sources().get(name.charAt(0) - 'a')));
      case "log2" -> Part.of("" + Long.numberOfTrailingZeros(factor(i)));
      default -> Part.of(name);
    };
  }

  private String sources(Instruction i) {
    return i.sources().stream().map(out::text).collect(Collectors.joining(", "));
  }

  /** The constant second source; null if it is not constant. */
  private Long factor(Instruction i) {
    return i.sources().size() < 2 ? null : facts.constant(i.sources().get(1));
  }

  @Override
  public Part emit(Instruction i, Operation<GcnClass> operation, List<Part> parts) {
    if (operation.unit() == null) {
      function(i, operation.name());
      return null;
    }
    if (operation.unit() != GcnClass.SALU && parts.stream().anyMatch(Part::moves)) {
      vectorScalars(i);
    }
    List<Integer> reads = parts.stream().flatMap(p -> p.reads().stream()).toList();
    int to = parts.stream().mapToInt(Part::write).max().orElse(NONE);
    String text =
        parts.stream().map(Part::text).filter(t -> !t.isEmpty()).collect(Collectors.joining(", "));
    for (int k = 0; k < operation.times(); k++) {
      boolean first = k == 0 && !parts.isEmpty();
      GcnOp op =
          out.op(
              operation.unit(),
              operation.name(),
              to,
              first ? reads : List.of(),
              first ? text : "…");
      op.bytes =
          op.cls == GcnClass.SMEM ? Long.BYTES : op.cls == GcnClass.LDS_PERMUTE ? Integer.BYTES : 0;
    }
    return null;
  }

  /** Moves all scalar operands but the first, since gfx9 reads at most one scalar register. */
  private void vectorScalars(Instruction i) {
    Set<Integer> scalars = new LinkedHashSet<>();
    for (Operand o : i.sources()) {
      if (isScalar(o) && facts.kernel().registers().get(o.register()) != Type.I1) {
        scalars.add(folding.alias(o.register()));
      }
    }
    scalars.stream().skip(1).forEach(out::inVector);
  }

  private boolean isScalar(Operand o) {
    return o.isRegister() && !placement.isVector(o) && facts.constant(o.register()) == null;
  }

  private void function(Instruction i, String name) {
    switch (name) {
      case "nothing" -> {}
      case "rename" -> rename(i);
      case "logic" -> logic(i, result(i));
      case "matrix" -> matrix(i);
      case "wait" -> out.await(folding.chip().isa, counter -> true);
      case "carry_operands" -> // the carry uses the only scalar operand
          i.sources().stream()
              .filter(this::isScalar)
              .forEach(o -> out.inVector(folding.alias(o.register())));
      default -> throw new IllegalArgumentException("no function " + name);
    }
  }

  /** Records a copy without an instruction; a guarded destination may keep its old value. */
  private void rename(Instruction i) {
    List<Integer> reads = folding.reads(i);
    if (i.guard() >= 0) {
      reads.add(result(i));
    }
    out.rename(result(i), reads);
  }

  /** Three-input logic: v_bfi_b32 for a vector's bitwise select, else two-input operations. */
  private void logic(Instruction i, int d) {
    boolean vector = placement.isVector(d);
    List<LogicFormula> steps = LogicFormula.of(i.table(), vector).inOrder();
    for (int k = 0; k < steps.size(); k++) {
      LogicFormula.Kind kind = steps.get(k).kind();
      boolean last = k == steps.size() - 1;
      String operation = kind == LogicFormula.Kind.SELECT ? "bfi" : lower(kind);
      String name = (vector ? "v_" : "s_") + operation + "_b32";
      List<Part> parts = new ArrayList<>();
      if (last) {
        parts.add(operand(i, "d"));
      }
      if (k == 0) {
        parts.add(operand(i, "ops"));
      }
      emit(i, new Operation<>(name, TABLE.unit(name), 1), parts);
    }
    if (steps.isEmpty()) { // a source or a constant, which no front-end generates
      List<Part> parts = List.of(operand(i, "d"), operand(i, "ops"));
      emit(i, new Operation<>("v_mov_b32", GcnClass.VALU, 1), parts);
    }
  }

  private void matrix(Instruction i) {
    List<Integer> reads = folding.reads(i);
    out.inVectors(reads);
    String operands = out.name(result(i)) + ", …" + i.modifiers().text();
    GcnOp op = out.add(folding.chip().matrix.product(i));
    op.src = reads.stream().mapToInt(Integer::intValue).toArray();
    op.operands = operands;
    op.dst = i.destinations().stream().mapToInt(Integer::intValue).toArray();
  }

  private boolean isWide(Instruction i) {
    return i.type().isWide() && !(result(i) >= 0 && modes.isNarrow(result(i)));
  }

  private boolean isVector(Instruction i) {
    return result(i) < 0 || placement.isVector(result(i));
  }

  @Override
  public boolean holds(Instruction i, String condition, List<Part> arguments) {
    List<Operand> s = i.sources();
    return switch (condition) {
      case "scalar" -> !isVector(i);
      case "vector" -> isVector(i);
      case "wide" -> isWide(i);
      case "two_results" -> i.destinations().size() > 1 && i.destinations().get(1) >= 0;
      case "scalar_mask" -> s.get(2).isRegister() && !placement.isVector(s.get(2));
      case "scalar_a" -> !placement.isVector(s.get(0));
      case "scalar_b" -> !placement.isVector(s.get(1));
      case "scalar_factors" -> !placement.isVector(s.get(0)) && !placement.isVector(s.get(1));
      case "short_factors" ->
          i.op() != Op.MUL && i.op() != Op.MAD
              || modes.ranges.fits(s.get(0), 24) && modes.ranges.fits(s.get(1), 24);
      case "short_signed_factors" ->
          modes.ranges.fitsSigned(s.get(0), 24) && modes.ranges.fitsSigned(s.get(1), 24);
      case "by_power" -> Ranges.isPowerOfTwo(factor(i));
      case "packed" -> PackedWords.isPacked(i, facts.kernel());
      case "joins" -> PackedWords.joinsHalves(i);
      case "extension" -> folding.isExtensionOnly(result(i));
      case "bounded" -> modes.ranges.fits(s.get(0), i.type().bits());
      case "long_integer" ->
          i.type().isFloat()
              ? i.sourceType() == Type.I64
              : i.type() == Type.I64 && i.sourceType().isFloat() && isWide(i);
      case "rounds" -> i.rounding() != Rounding.ZERO && i.rounding() != Rounding.NONE;
      case "constant" -> facts.constant(result(i)) != null;
      case "coalesced" -> isLastUse(i);
      case "several_ids" -> folding.chip().has(Feature.PACKED_IDS) && usesSeveralIds();
      case "flush" -> i.flush();
      case "any_divisor" -> i.is(Variant.Divisor.ANY);
      case "hoisted" -> quotients.isHoisted(i);
      case "may_be_negative" ->
          // LLVM divides numbers of 24 bits as signed floats, without absolute values.
          i.signed() && !modes.ranges.isNatural(s.get(0)) && !modes.ranges.fitsSigned(s.get(0), 24);
      default -> // what only some instruction sets have
          folding.chip().has(Feature.valueOf(condition.toUpperCase(Locale.ROOT)));
    };
  }

  /**
   * Whether a move is the last use of its source, as copies at the ends of loops are: the allocator
   * then gives both registers the same location.
   */
  private boolean isLastUse(Instruction i) {
    Operand o = i.sources().get(0);
    return o.isRegister()
        && facts.uses(o.register()) == 1
        && placement.isVector(o) == placement.isVector(result(i));
  }

  private boolean usesSeveralIds() {
    Set<Special> ids = Set.of(Special.LOCAL_ID_X, Special.LOCAL_ID_Y, Special.LOCAL_ID_Z);
    return facts.kernel().blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .filter(i -> i.special() != null && ids.contains(i.special()))
            .map(Instruction::special)
            .distinct()
            .count()
        > 1;
  }

  @Override
  public String text(Instruction i, String placeholder) {
    boolean v = isVector(i);
    return switch (placeholder) {
      case "v" -> v ? "v" : "s";
      case "w" -> isWide(i) ? "64" : "32";
      case "kind" -> kind(i.sourceType(), i.signed());
      case "from_kind" -> kind(i.sourceType(), i.sourceSigned());
      case "TYPE" -> i.type().name();
      case "FROM" -> i.sourceType().name();
      case "combine" -> lower(i.combine());
      case "select" -> v ? "cndmask" : "cselect";
      case "shift" -> v ? "ashrrev" : "ashr";
      default -> throw new IllegalArgumentException("no placeholder " + placeholder);
    };
  }

  private static String kind(Type t, boolean signed) {
    return (t.isFloat() ? "f" : signed ? "i" : "u") + t.bits();
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public RuntimeException refuse(Instruction i, String reason) {
    return folding.chip().refusal(facts.kernel(), i, reason);
  }
}
