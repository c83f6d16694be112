// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds instructions that become part of another: three-operand integer instructions ({@code
 * v_lshl_add_u32}, {@code v_add3_u32}, …), copies without cost, and address arithmetic of memory
 * instructions. Unused instructions are not selected.
 */
final class OperandFolding {
  private static final int NONE = -1;

  final RegisterFacts facts;
  final RegisterPlacement placement;
  final AddressModes modes;
  private final Chip chip;
  private final Map<Instruction, FusedOperation> fused = new IdentityHashMap<>();
  private final Subwords subwords;
  private final boolean[] needed;
  private final boolean[] extensionOnly;

  OperandFolding(RegisterFacts facts, RegisterPlacement placement, AddressModes modes, Chip chip) {
    this.facts = facts;
    this.placement = placement;
    this.modes = modes;
    this.chip = chip;
    extensionOnly = new boolean[facts.registers()];
    if (chip.has(Feature.ADD64)) {
      findExtensions();
    }
    for (Block block : facts.kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        FusedOperation f = fuse(i, block.id());
        if (f != null) {
          fused.put(i, f);
        }
      }
    }
    subwords = new Subwords(facts, placement, modes, fused, chip);
    needed = new boolean[facts.registers()];
    findNeeded();
  }

  FusedOperation of(Instruction i) {
    return fused.get(i);
  }

  boolean isNeeded(int register) {
    return needed[register];
  }

  /** Whether a product by a power of two is only an operand of additions that include the shift. */
  boolean isExtensionOnly(int register) {
    return extensionOnly[register];
  }

  /** Whether an instruction computes one value of at most 32 bits. */
  private boolean isSingle(Instruction i) {
    boolean few = i.type().isFloat() ? i.type() != Type.F64 : is32(i.destinations().get(0));
    return few && !PackedWords.isPacked(i, facts.kernel());
  }

  /** Whether only the lower 32 bits of a value are used. */
  private boolean is32(int register) {
    Type t = facts.kernel().registers().get(register);
    return t == Type.I32 || t == Type.I16 || modes.isNarrow(register);
  }

  /** The register whose value a copy or no-op conversion passes on. */
  int alias(int register) {
    while (true) {
      Instruction d = facts.definition(register);
      if (d == null || !isFreeCopy(d) || !d.sources().get(0).isRegister()) {
        return register;
      }
      register = d.sources().get(0).register();
    }
  }

  /**
   * Whether an instruction is a copy without cost: into a single-definition register, a truncation,
   * or a sign modifier of floats.
   */
  boolean isFreeCopy(Instruction i) {
    if (i.guard() >= 0 || i.destinations().size() != 1 || i.destinations().get(0) < 0) {
      return false;
    }
    int d = i.destinations().get(0);
    if (facts.definition(d) != i || i.sources().isEmpty() || !i.sources().get(0).isRegister()) {
      return false;
    }
    int s = i.sources().get(0).register();
    if (placement.isVector(d) != placement.isVector(s)) {
      return false;
    }
    switch (i.op()) {
      case MOVE:
        return true;
      case AND, SHR, BIT_FIELD_EXTRACT:
        return subwords.isSelected(i);
      case NEG, ABS:
        return i.type() == Type.F32 || i.type() == Type.F64 || i.op() == Op.NEG && isHalfSign(i);
      case CONVERT:
        if (i.type().isFloat() || i.sourceType().isFloat() || i.saturate()) {
          return false;
        }
        if (subwords.isFree(i)) {
          return true;
        }
        boolean truncates = i.type().bits() <= i.sourceType().bits() && i.type().bits() >= 32;
        return truncates || i.type().isWide() && modes.isNarrow(d) && i.sourceType().bits() == 32;
      default:
        return false;
    }
  }

  /** Whether only arithmetic of halves, which can change the sign of an operand, reads it. */
  private boolean isHalfSign(Instruction i) {
    boolean packed = PackedWords.isPacked(i, facts.kernel());
    return i.type() == Type.F16
        && facts.readers(i.destinations().get(0)).stream()
            .allMatch(
                r ->
                    EnumSet.of(Op.ADD, Op.SUB, Op.MUL, Op.FMA, Op.MIN, Op.MAX).contains(r.op())
                        && r.type() == Type.F16
                        && PackedWords.isPacked(r, facts.kernel()) == packed);
  }

  private void findExtensions() {
    boolean[] candidate = new boolean[facts.registers()];
    for (int r = 0; r < candidate.length; r++) {
      Instruction d = facts.definition(r);
      candidate[r] = d != null && placement.isVector(r) && !modes.isNarrow(r) && smallShift(d) >= 0;
    }
    for (Block block : facts.kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        boolean adds =
            i.op() == Op.ADD
                && i.type().isWide()
                && !i.type().isFloat()
                && placement.isVector(i.destinations().get(0))
                && !modes.isNarrow(i.destinations().get(0));
        for (int k = 0; k < i.sources().size(); k++) {
          Operand o = i.sources().get(k);
          if (o.isRegister() && candidate[o.register()] && !adds) {
            candidate[o.register()] = false;
          }
        }
      }
    }
    System.arraycopy(candidate, 0, extensionOnly, 0, candidate.length);
  }

  /** Shift of a wide product or shift that {@code v_lshl_add_u64} supports (1 to 4), or -1. */
  private int smallShift(Instruction d) {
    if (d.sources().size() < 2 || !d.type().isWide()) {
      return -1;
    }
    Long k = facts.constant(d.sources().get(1));
    if (d.op() == Op.MUL_WIDE && Ranges.isPowerOfTwo(k) && k >= 2 && k <= 16) {
      return Long.numberOfTrailingZeros(k);
    }
    return d.op() == Op.SHL && k != null && k >= 1 && k <= 4 ? k.intValue() : -1;
  }

  private FusedOperation fuse(Instruction i, int block) {
    if (!chip.applies(GcnOption.FOLDED_OPERANDS)
        || i.guard() >= 0
        || i.destinations().size() != 1
        || i.destinations().get(0) < 0
        || i.op() != Op.MIN && i.op() != Op.MAX && i.type().isFloat()
        || !placement.isVector(i.destinations().get(0))
        || !isSingle(i)) {
      return null;
    }
    boolean fuses = chip.has(Feature.FUSED_INTEGERS);
    int k;
    switch (i.op()) {
      case MIN, MAX:
        return extreme(i, block);
      case ADD:
        FusedOperation difference = difference(i, block);
        if (difference != null) {
          return difference;
        }
        k = fuses ? side(i, block, this::isShift) : NONE;
        if (k != NONE) {
          return fused("v_lshl_add_u32", inner(i, k).sources().subList(0, 1), i, k);
        }
        k = fuses ? side(i, block, d -> d.op() == Op.ADD) : NONE;
        if (k != NONE) {
          return fused("v_add3_u32", inner(i, k).sources(), i, k);
        }
        k = side(i, block, this::isFlag);
        return k == NONE
            ? null
            : new FusedOperation(
                "v_addc_co_u32", List.of(i.sources().get(1 - k), inner(i, k).sources().get(2)));
      case AND:
        k = side(i, block, this::isRight);
        Long mask = k == NONE ? null : facts.constant(i.sources().get(1 - k));
        return mask != null && Ranges.isPowerOfTwo(mask + 1)
            ? fused("v_bfe_u32", inner(i, k).sources(), i, k)
            : null;
      case OR:
        k = fuses ? side(i, block, d -> d.op() == Op.AND || isShift(d)) : NONE;
        if (k == NONE) {
          return null;
        }
        boolean and = inner(i, k).op() == Op.AND;
        return fused(and ? "v_and_or_b32" : "v_lshl_or_b32", inner(i, k).sources(), i, k);
      case SHL, MUL, MUL_WIDE:
        Instruction d = fuses && isShift(i) ? single(i.sources().get(0), block) : null;
        return d != null && d.op() == Op.ADD ? fused("v_add_lshl_u32", d.sources(), i, 0) : null;
      default:
        return null;
    }
  }

  /** The first operand whose only use this is and whose definition can be folded, or NONE. */
  private int side(Instruction i, int block, Predicate<Instruction> folds) {
    for (int k = 0; k < 2; k++) {
      Instruction d = single(i.sources().get(k), block);
      if (d != null && folds.test(d)) {
        return k;
      }
    }
    return NONE;
  }

  private Instruction inner(Instruction i, int operand) {
    return facts.definition(i.sources().get(operand).register());
  }

  /** An operation on operands of a definition and the other operand of its reader. */
  private static FusedOperation fused(
      String mnemonic, List<Operand> operands, Instruction reader, int operand) {
    List<Operand> all = new ArrayList<>(operands);
    all.add(reader.sources().get(1 - operand));
    return new FusedOperation(mnemonic, all);
  }

  /** The least or greatest of three values, or one between two constants. */
  private FusedOperation extreme(Instruction i, int block) {
    if (i.type() == Type.I16 || !i.is(Variant.NanRule.NUMBER_WINS)) {
      return null;
    }
    for (int k = 0; k < 2; k++) {
      Operand other = i.sources().get(1 - k);
      Instruction d = single(i.sources().get(k), block, i.type().isFloat());
      boolean same =
          d != null
              && (d.op() == Op.MIN || d.op() == Op.MAX)
              && d.type() == i.type()
              && d.signed() == i.signed()
              && d.is(Variant.NanRule.NUMBER_WINS);
      List<Operand> all = new ArrayList<>(same ? d.sources() : List.of());
      all.add(other);
      boolean scalars = all.stream().filter(this::isScalar).count() > 1; // one needs a move
      boolean three = same && d.op() == i.op() && !scalars;
      boolean between = same && d.op() != i.op() && !i.type().isFloat() && isBetween(i, d, other);
      if (three || between) {
        String kind = i.type().isFloat() ? "f" : i.signed() ? "i" : "u";
        String name = between ? "med" : i.op() == Op.MIN ? "min" : "max";
        return new FusedOperation("v_" + name + "3_" + kind + i.type().bits(), all);
      }
    }
    return null;
  }

  private boolean isScalar(Operand o) {
    return facts.constant(o) == null && !placement.isVector(o);
  }

  /** Whether a minimum and a maximum, one of the other, are with constants in order. */
  private boolean isBetween(Instruction i, Instruction inner, Operand bound) {
    Long outside = facts.constant(bound);
    Long inside = facts.constant(inner.sources().get(1));
    inside = inside == null ? facts.constant(inner.sources().get(0)) : inside;
    if (outside == null || inside == null) {
      return false;
    }
    int high = (int) (long) (i.op() == Op.MIN ? outside : inside);
    int low = (int) (long) (i.op() == Op.MIN ? inside : outside);
    return i.signed() ? low <= high : Integer.compareUnsigned(low, high) <= 0;
  }

  /** The sum of a value and the difference of two unsigned values, the lesser from the greater. */
  private FusedOperation difference(Instruction i, int block) {
    for (int k = 0; k < 2; k++) {
      Instruction choice = single(i.sources().get(k), block);
      if (choice == null || choice.op() != Op.SELECT || !choice.sources().get(2).isRegister()) {
        continue;
      }
      int predicate = choice.sources().get(2).register();
      Instruction test = facts.definition(predicate);
      Instruction one = single(choice.sources().get(0), block);
      Instruction other = single(choice.sources().get(1), block);
      if (test != null
          && facts.uses(predicate) == 1
          && isDifference(one)
          && isDifference(other)
          && isGreater(test, one.sources())
          && other.sources().get(0).equals(one.sources().get(1))
          && other.sources().get(1).equals(one.sources().get(0))) {
        List<Operand> all = new ArrayList<>(one.sources());
        all.add(i.sources().get(1 - k));
        return all.stream().filter(this::isScalar).count() > 1
            ? null
            : new FusedOperation("v_sad_u32", all);
      }
    }
    return null;
  }

  private static boolean isDifference(Instruction i) {
    return i != null && i.op() == Op.SUB && i.type() == Type.I32;
  }

  /** Whether a test tells that the first of two unsigned values is the greater one. */
  private static boolean isGreater(Instruction test, List<Operand> values) {
    if (test.op() != Op.COMPARE
        || test.sourceType() != Type.I32
        || test.signed()
        || test.sources().size() > 2
        || test.destinations().size() > 1) {
      return false;
    }
    boolean inOrder = test.sources().equals(values);
    boolean swapped =
        test.sources().get(0).equals(values.get(1)) && test.sources().get(1).equals(values.get(0));
    return switch (test.comparison()) {
      case GT, GE -> inOrder;
      case LT, LE -> swapped;
      default -> false;
    };
  }

  private boolean isShift(Instruction d) {
    Long k = d.sources().size() < 2 ? null : facts.constant(d.sources().get(1));
    return d.op() == Op.SHL && k != null
        || (d.op() == Op.MUL || d.op() == Op.MUL_WIDE) && Ranges.isPowerOfTwo(k);
  }

  /** Whether an instruction turns a lane mask into ones and zeros, the carry of an addition. */
  private boolean isFlag(Instruction d) {
    if (d.op() != Op.SELECT || !placement.isVector(d.sources().get(2))) {
      return false;
    }
    Long one = facts.constant(d.sources().get(0));
    Long other = facts.constant(d.sources().get(1));
    return one != null && other != null && one + other == 1 && one * other == 0;
  }

  /** Whether an instruction is a 32-bit logical right shift, part of a bit-field extract. */
  private boolean isRight(Instruction d) {
    return d.op() == Op.SHR && !d.signed() && d.type() == Type.I32;
  }

  private Instruction single(Operand o, int block) {
    return single(o, block, false);
  }

  /** The unguarded vector definition of an operand in this block with one use, or null. */
  private Instruction single(Operand o, int block, boolean isFloat) {
    if (!o.isRegister()) {
      return null;
    }
    int r = o.register();
    Instruction d = facts.definition(r);
    return d != null
            && facts.uses(r) == 1
            && facts.definitionBlock(r) == block
            && placement.isVector(r)
            && isSingle(d)
            && d.type().isFloat() == isFloat
            && !fused.containsKey(d)
        ? d
        : null;
  }

  private void findNeeded() {
    ArrayDeque<Instruction> work = new ArrayDeque<>();
    Map<Integer, List<Instruction>> defs = new java.util.HashMap<>();
    for (Block block : facts.kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        for (int d : i.writes()) {
          defs.computeIfAbsent(d, k -> new ArrayList<>()).add(i);
        }
        if (i.memory() != null && i.memory().space() != Space.PARAMETER
            || i.destinations().isEmpty()
            || i.op() == Op.SHUFFLE
            || i.op() == Op.MATRIX
            || i.op() == Op.VOTE) {
          work.add(i);
        }
      }
    }
    while (!work.isEmpty()) {
      for (int r : reads(work.poll())) {
        if (!needed[r]) {
          needed[r] = true;
          work.addAll(defs.getOrDefault(r, List.of()));
        }
      }
    }
  }

  /** Registers that an instruction reads after folding and copy propagation. */
  List<Integer> reads(Instruction i) {
    List<Integer> out = new ArrayList<>();
    FusedOperation f = fused.get(i);
    if (modes.of(i) != null) {
      modes.registers(i).map(this::alias).forEach(out::add);
      for (int k = 1; k < i.sources().size(); k++) {
        add(i.sources().get(k), out);
      }
    } else {
      for (Operand o : f != null ? f.sources() : i.sources()) {
        if (o.isRegister()
            && extensionOnly[o.register()]
            && facts.definition(o.register()).op() == Op.SHL) {
          add(facts.definition(o.register()).sources().get(0), out);
        } else {
          add(o, out);
        }
      }
    }
    if (i.guard() >= 0) {
      out.add(alias(i.guard()));
    }
    return out;
  }

  private void add(Operand o, List<Integer> out) {
    if (o.isRegister() && facts.constant(o.register()) == null) {
      int r = alias(o.register());
      if (facts.constant(r) == null && !out.contains(r)) {
        out.add(r);
      }
    }
  }

  Chip chip() {
    return chip;
  }
}
