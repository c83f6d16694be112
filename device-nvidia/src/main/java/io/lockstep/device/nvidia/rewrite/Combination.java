// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Op;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins an instruction with the one that computes one of its operands for it alone: sums and logic
 * of three inputs, products with sums, shifts with sums, conditions with conditions, arithmetic on
 * floats with saturation. Products of 64 bits whose upper half nothing reads become those of 32
 * bits.
 */
public final class Combination {
  private static final int ROUNDS = 8;
  private static final int MOST_SCALED = 4;

  private final List<List<SassOp>> code;
  private final VirtualRegisters registers;
  private final boolean scales; // accesses to shared memory multiply their address
  private final List<SassOp> before = new ArrayList<>(); // what a combined instruction needs
  private Definitions definitions;
  private HalfCode halves;

  private Combination(List<List<SassOp>> code, VirtualRegisters registers, Capability capability) {
    scales = !capability.isAtLeast(Capability.HOPPER);
    this.code = code;
    this.registers = registers;
  }

  /** Combines instructions until none can be; {@code clean} removes those that nothing needs. */
  public static void combine(
      List<List<SassOp>> code, VirtualRegisters registers, Capability capability, Runnable clean) {
    Combination combination = new Combination(code, registers, capability);
    boolean changed = true;
    clean.run(); // what nothing needs reads operands, too
    for (int round = 0; changed && round < ROUNDS; round++) {
      combination.definitions = new Definitions(code);
      combination.halves = new HalfCode(combination.definitions);
      changed = false;
      for (List<SassOp> block : code) {
        changed |= combination.round(block);
      }
      clean.run();
    }
  }

  private boolean round(List<SassOp> block) {
    boolean changed = false;
    for (int k = 0; k < block.size(); k++) {
      SassOp op = block.get(k);
      changed |= scales && scales(op);
      SassOp other = op.fixed ? null : combined(op);
      boolean adds = op.name.equals("IADD3") || op.name.equals("IADD3.X");
      if (other == null && adds && k + 1 < block.size()) {
        int upper = upperWord(block, k);
        SassOp high = block.get(upper);
        other = wideSum(op, high, block.subList(k, upper));
        if (other != null) {
          definitions.remove(high);
          block.remove(upper);
          before.forEach(move -> definitions.insert(move, op));
          block.addAll(k, before);
          k += before.size();
          before.clear();
        } else {
          changed |= threeWide(op, block.get(k + 1));
        }
      }
      if (other != null) {
        block.set(k, other);
        definitions.replace(op, other);
        changed = true;
      }
    }
    return changed;
  }

  /** Lets an access to shared memory multiply its address by 4, 8 or 16, if a shift does so. */
  private boolean scales(SassOp op) {
    boolean access = op.is("LDS") || op.is("STS");
    SassOp d = access && op.scale == 0 ? definitions.foldable(op.sources.get(0), op) : null;
    int power =
        d != null && d.name.equals("SHF.L.U32") && isShift(d) ? d.sources.get(1).number() : 0;
    if (power < 2 || power > MOST_SCALED || !d.sources.get(2).isZero() || !isOwnShift(d)) {
      return false;
    }
    definitions.change(op, () -> op.sources.set(0, d.sources.get(0)));
    op.scale = 1 << power;
    return true;
  }

  /** Whether the program shifts; a product by a power of two stays. */
  private static boolean isOwnShift(SassOp op) {
    return op.from.stream().anyMatch(i -> i.op() == Op.SHL);
  }

  /** An instruction that replaces another one and one that computes an operand; else null. */
  private SassOp combined(SassOp op) {
    if (op.name.startsWith("IMAD.WIDE")) {
      return product(op);
    }
    if (op.name.equals("IADD3") || op.name.equals("IADD3.X")) {
      return sum(op);
    }
    if (op.name.equals("IMAD")) {
      return scaled(op);
    }
    return switch (op.name) {
      case "FADD" -> saturated(op);
      case "LOP3.LUT" -> logic(op);
      case "PLOP3.LUT" -> conditions(op);
      default -> halves.combined(op);
    };
  }

  /** Returns, for a saturating conversion, the sum or product that it alone reads; or null. */
  private SassOp saturated(SassOp op) {
    boolean saturates = op.from.stream().anyMatch(i -> i.op() == Op.CONVERT && i.saturate());
    SassOp d = saturates ? definitions.foldable(op.sources.get(0), op) : null;
    return d != null && (d.is("FADD") || d.is("FMUL") || d.is("FFMA"))
        ? op.replaced(d.name, d.pipe, d.sources)
        : null;
  }

  private SassOp product(SassOp op) {
    Value result = op.results.get(0);
    Value a = op.sources.get(0);
    Value b = op.sources.get(1);
    Value c = op.sources.get(2);
    boolean carries = op.results.size() > 1 || op.sources.size() > 3;
    if (carries || result.high() == null || definitions.reads(result.high().number()) > 0) {
      return null;
    }
    SassOp narrow = op.replaced("IMAD", Pipe.FMA, List.of(a.low(), b.low(), c.low()));
    narrow.results.set(0, result.low());
    return narrow;
  }

  /** A product by a power of two is a shift, or a shift with a sum. */
  private SassOp scaled(SassOp op) {
    Value b = op.sources.get(1);
    Value c = op.sources.get(2);
    int factor = b.number();
    if (b.kind() == Kind.IMMEDIATE && factor > 0 && Integer.bitCount(factor) == 1) {
      Value power = Value.immediate(Integer.numberOfTrailingZeros(factor));
      Value a = op.sources.get(0);
      return c.isZero()
          ? op.replaced("SHF.L.U32", Pipe.ALU, List.of(a, power, c))
          : op.replaced("LEA", Pipe.ALU, List.of(a, c, power));
    }
    return null;
  }

  /** The place of what may be the upper word of a sum: copies and products stand before it. */
  private static int upperWord(List<SassOp> block, int k) {
    int at = k + 1;
    while (at + 1 < block.size() && (block.get(at).is("MOV") || block.get(at).is("IMAD.HI"))) {
      at++;
    }
    return at;
  }

  /**
   * A sum of 64 bits, with its carry in the next instruction, that adds to a wide product, or to
   * both halves of a product of 32 bits. It may add a carry of its own, and set one.
   *
   * @param passed the instructions from the lower word to the upper one, which moves before them
   */
  private SassOp wideSum(SassOp low, SassOp high, List<SassOp> passed) {
    boolean carries = low.results.size() == 2 && high.sources.contains(low.results.get(1));
    if (!carries
        || !high.name.equals("IADD3.X")
        || high.results.size() > 2
        || !isOfTwo(low)
        || !isOfTwo(high)
        || low.guard != null
        || high.guard != null) {
      return null;
    }
    for (int k = 0; k < 2; k++) {
      Value part = low.sources.get(k);
      SassOp d = definitions.available(part, low);
      int place = d == null ? -1 : upperPlace(d, low, k, high);
      if (place < 0 || passed.stream().anyMatch(op -> writes(op, high.sources.get(1 - place)))) {
        continue;
      }
      Value other = low.sources.get(1 - k).low().with(high.sources.get(1 - place).low());
      List<Value> sources = new ArrayList<>(d.sources.subList(0, 2));
      sources.add(other);
      sources.addAll(low.sources.subList(3, low.sources.size())); // the carry
      Value sum = low.results.get(0);
      Value upper = high.results.get(0);
      Value factor = sources.get(1);
      boolean fits = !factor.isFixed() || factor.kind() == Kind.IMMEDIATE || !other.isFixed();
      if (fits && registers.join(sum.number(), upper.number())) {
        String name = d.name.equals("IMAD") ? "IMAD.WIDE.U32" : d.name;
        SassOp product = low.replaced(sources.size() > 3 ? name + ".X" : name, d.pipe, sources);
        product.results.clear();
        product.results.add(sum.with(upper));
        product.results.addAll(high.results.subList(1, high.results.size()));
        if (factor.isFixed() && other.isFixed()) {
          SassOp move = low.replaced("MOV", Pipe.ALU, List.of(factor));
          move.results.clear();
          move.results.add(registers.temporary(Kind.VECTOR));
          product.sources.set(1, move.results.get(0));
          before.add(move);
        }
        return product;
      }
    }
    return null;
  }

  private static boolean writes(SassOp op, Value value) {
    boolean[] found = {false};
    op.writes(w -> value.registers(r -> found[0] |= r == w));
    return found[0];
  }

  /** Whether a sum adds two operands and at most one carry. */
  private static boolean isOfTwo(SassOp sum) {
    return sum.sources.get(2).isZero() && sum.sources.size() <= 4;
  }

  /**
   * The source of the upper word of a sum that is the upper half of a product whose lower half the
   * lower word adds at a place; -1 if there is none.
   */
  private int upperPlace(SassOp product, SassOp low, int k, SassOp high) {
    boolean wide = product.name.startsWith("IMAD.WIDE");
    Value part = low.sources.get(k);
    boolean own = product.from.stream().allMatch(i -> i.op() == Op.MUL); // no part of a division
    if (!wide && !(product.name.equals("IMAD") && own)
        || product.sources.size() > 3
        || product.results.size() > 1
        || !product.sources.get(2).isZero()
        || !product.results.get(0).low().equals(part)
        || definitions.reads(part.number()) != 1) {
      return -1;
    }
    for (int place = 0; place < 2; place++) {
      Value upper = high.sources.get(place);
      SassOp d = wide ? product : definitions.foldable(upper, high);
      boolean same =
          wide
              ? upper.equals(product.results.get(0).high())
              : d != null && d.name.equals("IMAD.HI") && d.sources.equals(product.sources);
      if (same && definitions.reads(upper.number()) == 1) {
        return place;
      }
    }
    return -1;
  }

  /**
   * A sum of three 64-bit operands, as two IADD3: the lower one has two carries out, which the
   * upper one adds. The lower one may itself add the carries of two sums.
   */
  private boolean threeWide(SassOp low, SassOp high) {
    boolean carries = low.results.size() == 2 && high.sources.contains(low.results.get(1));
    if (!carries
        || !high.name.equals("IADD3.X")
        || high.results.size() > 1
        || !isOfTwo(high)
        || !isOfTwo(low)
        || low.name.equals("IADD3.X") && !low.from.equals(high.from)) { // words of 32 bits
      return false;
    }
    for (int k = 0; k < 2; k++) {
      SassOp one = definitions.available(low.sources.get(k), low);
      for (int j = 0; one != null && j < 2; j++) {
        SassOp other = definitions.foldable(high.sources.get(j), high);
        if (other != null
            && one.name.equals(low.name)
            && one.results.size() == 2
            && definitions.reads(low.sources.get(k).number()) == 1
            && other.name.equals("IADD3.X")
            && other.results.size() == 1
            && other.sources.size() == 4
            && other.sources.get(3).equals(one.results.get(1))
            && isOfTwo(one)
            && isOfTwo(other)) {
          List<Value> lower = three(one, low.sources.get(1 - k));
          List<Value> upper = three(other, high.sources.get(1 - j));
          if (isLegal(lower) && isLegal(upper)) {
            Value second = one.results.get(1);
            lower.addAll(low.sources.subList(3, low.sources.size()));
            lower.addAll(one.sources.subList(3, one.sources.size()));
            upper.add(low.results.get(1));
            upper.add(second);
            definitions.change(one, () -> one.results.remove(1));
            definitions.change(low, () -> replace(low, lower));
            definitions.change(low, () -> low.results.add(second));
            definitions.change(high, () -> replace(high, upper));
            return true;
          }
        }
      }
    }
    return false;
  }

  private static List<Value> three(SassOp sum, Value third) {
    List<Value> all = new ArrayList<>(sum.sources.subList(0, 2));
    all.add(third);
    return all;
  }

  private static void replace(SassOp op, List<Value> sources) {
    op.sources.clear();
    op.sources.addAll(sources);
  }

  /** The shift that computes an operand of a sum without carry; all its readers are such sums. */
  private SassOp shift(SassOp sum, int k) {
    Value value = sum.sources.get(k);
    SassOp d = sum.results.size() > 1 ? null : definitions.available(value, sum);
    boolean shifts = d != null && d.name.equals("SHF.L.U32") && isShift(d);
    return shifts && definitions.readers(value.number()).stream().allMatch(Combination::isSum)
        ? d
        : null;
  }

  private static boolean isSum(SassOp op) {
    boolean adds = op.name.equals("IADD3") && op.sources.get(2).isZero();
    return (adds || op.name.equals("LEA")) && op.results.size() == 1 && op.guard == null;
  }

  private SassOp sum(SassOp op) {
    boolean upper = op.name.equals("IADD3.X");
    for (int k = 0; k < 2 && !(upper && op.results.size() > 1); k++) {
      Value other = op.sources.get(1 - k);
      boolean two = op.sources.get(2).isZero();
      SassOp d = definitions.foldable(op.sources.get(k), op);
      d = d == null && !upper && two ? shift(op, k) : d;
      if (d == null || !two) {
        continue;
      }
      List<Value> sources = new ArrayList<>();
      String name = null;
      Pipe pipe = Pipe.ALU;
      boolean carries = d.results.size() > 1 || op.results.size() > 1;
      if (isAddend(d, op) && !carries) {
        name = op.name;
        sources.addAll(List.of(d.sources.get(0), d.sources.get(1), other));
      } else if (!upper && d.name.equals("IMAD") && d.sources.get(2).isZero() && !carries) {
        name = "IMAD";
        pipe = Pipe.FMA;
        sources.addAll(List.of(d.sources.get(0), d.sources.get(1), other));
      } else if (!upper && d.name.equals("SHF.L.U32") && isShift(d)) {
        name = "LEA";
        sources.addAll(List.of(d.sources.get(0), other));
      } else if (upper && d.name.equals("SHF.L.U64.HI") && isShift(d)) {
        name = "LEA.HI.X";
        sources.addAll(List.of(d.sources.get(0), other, d.sources.get(2)));
      } else if (upper && d.name.equals("SHF.R.S32.HI") && isShift(d)) {
        name = "LEA.HI.X.SX32";
        sources.addAll(List.of(d.sources.get(2), other));
      }
      if (name == null || !isLegal(sources)) {
        continue;
      }
      if (name.startsWith("LEA")) {
        sources.add(d.sources.get(1)); // the distance, part of the instruction
      }
      if (upper) {
        sources.addAll(op.sources.subList(3, op.sources.size())); // the carry
      }
      if (name.equals(op.name)) {
        sources.addAll(d.sources.subList(3, d.sources.size()));
      }
      return op.replaced(name, pipe, sources);
    }
    return null;
  }

  /**
   * Whether a sum may add both operands of another one, and its carry. A sum without carry stays
   * apart from an upper word that another upper word adds, since {@link #threeWide} may join these.
   */
  private boolean isAddend(SassOp sum, SassOp op) {
    boolean last =
        op.name.equals("IADD3")
            || definitions.readers(op.results.get(0).number()).stream()
                .noneMatch(reader -> reader.name.equals("IADD3.X"));
    return sum.name.equals("IADD3") && isOfTwo(sum) && last
        || sum.name.equals("IADD3.X") && op.name.equals("IADD3.X") && isOfTwo(sum) && isOfTwo(op);
  }

  private static boolean isShift(SassOp d) {
    return d.sources.get(1).kind() == Kind.IMMEDIATE;
  }

  private SassOp logic(SassOp op) {
    for (int k = 0; k < 2; k++) {
      SassOp d = op.sources.get(2).isZero() ? definitions.foldable(op.sources.get(k), op) : null;
      if (d != null && d.name.equals("LOP3.LUT") && d.sources.get(2).isZero()) {
        List<Value> sources = new ArrayList<>(d.sources.subList(0, 2));
        sources.add(op.sources.get(1 - k));
        sources.removeIf(Value::isZero);
        while (sources.size() < 3) {
          sources.add(Value.ZERO);
        }
        if (isLegal(sources)) {
          return op.replaced(op.name, op.pipe, sources);
        }
      }
    }
    return null;
  }

  /** A comparison combines its result with another predicate. */
  private SassOp conditions(SassOp op) {
    if (op.sources.size() != 2) {
      return null;
    }
    for (int k = 0; k < 2; k++) {
      SassOp d = definitions.foldable(op.sources.get(k), op);
      Value other = op.sources.get(1 - k);
      if (d != null
          && (d.is("ISETP") || d.is("FSETP"))
          && other.kind() == Kind.PREDICATE
          && d.sources.stream().noneMatch(s -> s.kind() == Kind.PREDICATE)) {
        List<Value> sources = new ArrayList<>(d.sources.subList(0, 2));
        sources.add(other);
        return op.replaced(d.name, d.pipe, sources);
      }
    }
    return null;
  }

  private static boolean isLegal(List<Value> sources) {
    if (sources.get(0).isFixed() && !sources.get(1).isFixed()) {
      sources.add(0, sources.remove(1));
    }
    return !sources.get(0).isFixed() && sources.stream().filter(Value::isFixed).count() <= 1;
  }
}
