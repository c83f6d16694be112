// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.Replacements;
import io.lockstep.lower.pass.RewrittenKernel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Joins equal operations on the two 16-bit halves of words into one packed operation on the words
 * ({@code v_pk_fma_f16}, {@code v_pk_add_u16} …). The portable kernel takes such words apart and
 * puts the results together again; LLVM keeps them in one register.
 *
 * <p>The search starts where two halves become a word and follows the operands upwards. A packed
 * operation selects either half of each source for each lane (op_sel), so both operands may be any
 * halves of one register. Other operands are first put together in a register of their own, as long
 * as that takes fewer instructions than the packed ones save. Halves that have other readers are
 * extracted from the word.
 */
final class PackedWords {
  private static final int HALF = 16;
  private static final int MASK = 0xffff;
  private static final int WORD = 32;
  private static final int MANY = 1 << 20;
  private static final int DEEPEST = 64; // operations above the one that is put together

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final Chip chip;
  private final Replacements replacements;
  private final Map<Integer, Half> halves = new HashMap<>(); // results of packed operations

  // Of the current block.
  private final Map<Instruction, Integer> places = new IdentityHashMap<>();
  private final Map<List<Integer>, Pair> pairs = new HashMap<>(); // of one root; null for none
  private Block block;

  /** The lower or upper 16 bits of a 32-bit register. */
  private record Half(int register, boolean upper) {}

  /**
   * Two operations that become one, with its operands.
   *
   * @param operations the number of packed operations, those of its operands included
   * @param packs the number of operands that are put together
   */
  private record Pair(
      Instruction low, Instruction high, List<Word> operands, int operations, int packs) {
    static Pair of(Instruction low, Instruction high, List<Word> operands) {
      int operations = 1;
      int packs = 0;
      for (Word w : operands) {
        operations += w.pair == null ? 0 : w.pair.operations;
        packs += w.pair != null ? w.pair.packs : w.whole == null ? 1 : 0;
      }
      // Pairs that several others read count several times.
      return new Pair(low, high, operands, Math.min(operations, MANY), Math.min(packs, MANY));
    }
  }

  /** An operand of a pair: a register or constant, the result of a pair, or two halves. */
  private record Word(Operand whole, Pair pair, Operand low, Operand high) {}

  private PackedWords(Kernel kernel, Chip chip) {
    this.chip = chip;
    facts = new RegisterFacts(kernel);
    placement = new RegisterPlacement(facts);
    replacements = new Replacements(kernel);
  }

  static RewrittenKernel of(Kernel kernel, Chip chip) {
    if (chip.has(Feature.PACKED_WORDS)
        && kernel.blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .anyMatch(PackedWords::joinsHalves)) {
      return new PackedWords(kernel, chip).packed(kernel);
    }
    return RewrittenKernel.unchanged(kernel);
  }

  /** Whether an operation computes both halves of its result. */
  static boolean isPacked(Instruction i, Kernel kernel) {
    boolean kind =
        switch (i.op()) {
          case ADD, SUB, MUL, MAD, FMA, MIN, MAX, SHL, SHR, NEG -> i.type().bits() == HALF;
          default -> false;
        };
    return kind && result(i) >= 0 && kernel.registers().get(result(i)) == Type.I32;
  }

  /** Whether an instruction puts two 16-bit values together. */
  static boolean joinsHalves(Instruction i) {
    return i.op() == Op.BIT_FIELD_INSERT
        && i.type() == Type.I32
        && isConstant(i.sources().get(2), HALF)
        && isConstant(i.sources().get(3), HALF);
  }

  private static boolean isConstant(Operand o, int value) {
    return !o.isRegister() && o.bits() == value;
  }

  private RewrittenKernel packed(Kernel kernel) {
    for (Block b : kernel.blocks()) {
      block = b;
      places.clear();
      for (Instruction i : b.instructions()) {
        places.put(i, places.size());
      }
      b.instructions().forEach(this::join);
    }
    if (replacements.isEmpty()) {
      return RewrittenKernel.unchanged(kernel);
    }
    List<List<Instruction>> code = replacements.code();
    removeUnused(code);
    int[] uses = uses(code);
    code.forEach(all -> writeDirectly(all, uses));
    return replacements.rewritten(code);
  }

  /** Replaces the operations whose results an instruction puts together. */
  private void join(Instruction i) {
    if (!joinsHalves(i) || i.guard() >= 0 || !placement.isVector(i.destinations().get(0))) {
      return;
    }
    Operand low = widened(i.sources().get(1));
    Operand high = widened(i.sources().get(0));
    if (low == null || high == null) {
      return;
    }
    pairs.clear();
    Word word = word(low, high, places.get(i), List.of(i));
    Operand whole = word.whole;
    if (word.pair != null && word.pair.packs <= word.pair.operations) {
      whole = write(word.pair);
    }
    if (whole != null && whole.isRegister() && isInOrder(low, high, whole)) {
      InstructionBuilder copy = InstructionBuilder.of(Op.MOVE, Type.I32).to(result(i)).from(whole);
      replacements.put(i, List.of(replacements.make(copy, i, List.of(i))));
    }
  }

  /** Whether a word's register, if it was there before, has the halves where they are put. */
  private boolean isInOrder(Operand low, Operand high, Operand whole) {
    int word = whole.register();
    return new Half(word, false).equals(half(low)) && new Half(word, true).equals(half(high));
  }

  /** The 16-bit value that an operand of 32 bits extends; null if it may have more bits. */
  private Operand widened(Operand o) {
    if (!o.isRegister()) {
      return o;
    }
    Instruction d = facts.definition(o.register());
    return d != null && d.op() == Op.CONVERT && d.sourceType() == Type.I16 && d.type() == Type.I32
        ? d.sources().get(0)
        : null;
  }

  /** Finds the cheapest form of a word with two halves, for instructions at a place. */
  private Word word(Operand low, Operand high, int at, List<Instruction> readers) {
    Long a = facts.constant(low);
    Long b = facts.constant(high);
    if (a != null && b != null) {
      int bits = (int) (b << HALF | a & MASK);
      return new Word(Operand.immediate(bits), null, low, high);
    }
    Operand whole = null;
    Pair pair = null;
    if (a == null && b == null) {
      Half one = half(low);
      Half other = half(high);
      boolean same = one != null && other != null && one.register == other.register;
      if (same && holds(low, one, at) && holds(high, other, at)) {
        whole = Operand.register(one.register);
      } else if (low.equals(high)) {
        whole = low; // both lanes read the low half
      } else {
        List<Integer> key = List.of(low.register(), high.register());
        if (!pairs.containsKey(key) && readers.size() < 2 * DEEPEST) {
          pairs.put(key, pair(low, high, readers));
        }
        pair = pairs.get(key);
      }
    }
    return new Word(whole, pair, low, high);
  }

  /** The register half that a 16-bit value is a copy of; null if it is computed. */
  private Half half(Operand value) {
    if (!value.isRegister()) {
      return null;
    }
    Half written = halves.get(value.register());
    Instruction d = facts.definition(value.register());
    if (written != null || d == null || !extends32(d)) {
      return written;
    }
    int from = d.sources().get(0).register();
    Instruction shift = facts.definition(from);
    boolean upper =
        shift != null
            && shift.op() == Op.SHR
            && shift.type() == Type.I32
            && shift.sources().get(0).isRegister()
            && isConstant(shift.sources().get(1), HALF);
    return packedHalf(upper ? shift.sources().get(0).register() : from, upper);
  }

  /** Half of a register, or of the one from which it was put together if that never changes. */
  private Half packedHalf(int register, boolean upper) {
    Instruction d = facts.definition(register);
    Operand part = d != null && joinsHalves(d) ? widened(d.sources().get(upper ? 0 : 1)) : null;
    boolean written = part == null || part.isRegister() && halves.containsKey(part.register());
    Half from = written ? null : half(part);
    return from != null && facts.definition(from.register) != null
        ? from
        : new Half(register, upper);
  }

  private static boolean extends32(Instruction d) {
    return d.op() == Op.CONVERT
        && d.type() == Type.I16
        && d.sourceType() == Type.I32
        && d.sources().get(0).isRegister();
  }

  /** Whether the register that a value was extracted from still has it at a place of the block. */
  private boolean holds(Operand value, Half from, int at) {
    if (halves.containsKey(value.register())) {
      return true;
    }
    if (facts.definition(from.register) != null) {
      return true;
    }
    Instruction d = facts.definition(value.register());
    Instruction shift = from.upper ? facts.definition(d.sources().get(0).register()) : d;
    Integer since = places.get(shift);
    return since != null && holds(from.register, since, at);
  }

  /** Whether a register is not written between two places of the block. */
  private boolean holds(int register, int since, int at) {
    if (facts.definition(register) != null) {
      return true;
    }
    return block.instructions().subList(since, at).stream()
        .noneMatch(i -> i.writes().contains(register));
  }

  /** Two operations of the block that can become one, or null. */
  private Pair pair(Operand low, Operand high, List<Instruction> readers) {
    Instruction x = facts.definition(low.register());
    Instruction y = facts.definition(high.register());
    if (x == null
        || y == null
        || x == y
        || !places.containsKey(x)
        || !places.containsKey(y)
        || replacements.has(x)
        || replacements.has(y)
        || !isPackable(x)
        || !isSame(x, y)) {
      return null;
    }
    int at = Math.max(places.get(x), places.get(y));
    List<Instruction> known = new ArrayList<>(readers);
    known.add(x);
    known.add(y);
    if (isReadBefore(low, at, known) || isReadBefore(high, at, known)) {
      return null;
    }
    List<Word> operands = new ArrayList<>();
    for (int k = 0; k < x.sources().size(); k++) {
      Operand a = part(x, k);
      Operand b = part(y, k);
      if (!isWritten(a, x, at) && !isWritten(b, y, at)) {
        operands.add(word(a, b, at, known));
      } else {
        return null;
      }
    }
    return Pair.of(x, y, operands);
  }

  /** Whether instructions that are not replaced read a value up to a place of the block. */
  private boolean isReadBefore(Operand value, int at, List<Instruction> replaced) {
    return facts.readers(value.register()).stream()
        .anyMatch(r -> places.getOrDefault(r, at + 1) <= at && !replaced.contains(r));
  }

  /** Whether an operand changes between its reader and a place of the block. */
  private boolean isWritten(Operand o, Instruction reader, int at) {
    return o.isRegister() && !holds(o.register(), places.get(reader), at);
  }

  private boolean isPackable(Instruction i) {
    if (i.guard() >= 0 || i.saturate() || i.destinations().size() != 1 || i.memory() != null) {
      return false;
    }
    boolean kind =
        i.type() == Type.F16
            ? chip.packsHalves
                && switch (i.op()) {
                  case ADD, SUB, MUL, FMA, NEG -> true;
                  case MIN, MAX -> i.is(Variant.NanRule.NUMBER_WINS);
                  default -> false;
                }
            : i.type() == Type.I16
                && switch (i.op()) {
                  case ADD, SUB, MUL, MAD, MIN, MAX, AND, OR, XOR, NOT -> true;
                  case SHL, SHR -> isAmount(i.sources().get(1));
                  default -> false;
                };
    return kind && placement.isVector(result(i));
  }

  /** An operand of 16 bits; amounts of shifts have 32. */
  private Operand part(Instruction i, int source) {
    Operand o = i.sources().get(source);
    return i.op().isAmount(source) && facts.constant(o) == null ? widened(o) : o;
  }

  /** Whether a shift moves by less than 16, the bits that packed shifts read. */
  private boolean isAmount(Operand o) {
    Long k = facts.constant(o);
    if (k != null) {
      return k >= 0 && k < HALF;
    }
    Operand value = widened(o);
    Half half = value == null ? null : half(value);
    Instruction mask = half == null ? null : facts.definition(half.register);
    k = mask == null || mask.op() != Op.AND ? null : facts.constant(mask.sources().get(1));
    return k != null && (k >> (half.upper ? HALF : 0) & MASK) < HALF;
  }

  private static boolean isSame(Instruction x, Instruction y) {
    return x.op() == y.op()
        && x.type() == y.type()
        && x.signed() == y.signed()
        && x.rounding() == y.rounding()
        && x.fusion() == y.fusion()
        && x.flush() == y.flush()
        && y.guard() < 0
        && !y.saturate()
        && Objects.equals(x.variant(), y.variant());
  }

  private static int result(Instruction i) {
    return i.destinations().get(0);
  }

  /** Writes a pair and those of its operands where the later operation stands; its register. */
  private Operand write(Pair pair) {
    Half written = halves.get(result(pair.low));
    if (written != null) {
      return Operand.register(written.register);
    }
    List<Operand> sources = new ArrayList<>();
    List<Instruction> from = List.of(pair.low, pair.high);
    boolean behind = places.get(pair.low) > places.get(pair.high);
    Instruction at = behind ? pair.low : pair.high;
    replacements.put(behind ? pair.high : pair.low, List.of());
    List<Instruction> code = new ArrayList<>();
    for (Word word : pair.operands) {
      if (word.whole == null && word.pair == null) {
        int packed = replacements.register(Type.I32, "");
        Operand half = Operand.immediate(HALF);
        InstructionBuilder join =
            InstructionBuilder.of(Op.BIT_FIELD_INSERT, Type.I32)
                .to(packed)
                .from(word.high, word.low, half, half);
        code.add(replacements.make(join, at, from));
        sources.add(Operand.register(packed));
      } else {
        sources.add(word.pair == null ? word.whole : write(word.pair));
      }
    }
    int word = replacements.register(Type.I32, "");
    boolean bitwise = pair.low.opClass() == OpClass.INT_LOGIC;
    Instruction packed =
        InstructionBuilder.from(at)
            .type(bitwise ? Type.I32 : at.type())
            .sourceType(bitwise ? Type.I32 : at.sourceType())
            .to(word)
            .from(sources)
            .build();
    code.add(replacements.made(packed, from));
    extract(pair.low, word, false, code);
    extract(pair.high, word, true, code);
    replacements.put(at, code);
    return Operand.register(word);
  }

  /** Gives readers of one half, which may turn out to have none, its value. */
  private void extract(Instruction of, int word, boolean upper, List<Instruction> code) {
    Operand from = Operand.register(word);
    halves.put(result(of), new Half(word, upper));
    if (upper) {
      int shifted = replacements.register(Type.I32, "");
      InstructionBuilder shift = InstructionBuilder.of(Op.SHR, Type.I32).to(shifted);
      code.add(replacements.make(shift.from(from, Operand.immediate(HALF)), of, List.of(of)));
      from = Operand.register(shifted);
    }
    InstructionBuilder half = InstructionBuilder.of(Op.CONVERT, Type.I16).sourceType(Type.I32);
    code.add(replacements.make(half.to(result(of)).from(from), of, List.of(of)));
  }

  private int[] uses(List<List<Instruction>> code) {
    int[] uses = new int[replacements.registers()];
    code.forEach(all -> all.forEach(i -> i.reads().forEach(r -> uses[r]++)));
    return uses;
  }

  /** Removes extractions and extensions of halves that nothing reads any more. */
  private void removeUnused(List<List<Instruction>> code) {
    for (boolean changed = true; changed; ) {
      int[] uses = uses(code);
      changed = false;
      for (List<Instruction> all : code) {
        changed |= all.removeIf(i -> isTransfer(i) && uses[result(i)] == 0);
      }
    }
  }

  private static boolean isTransfer(Instruction i) {
    return i.destinations().size() == 1
        && (i.op() == Op.CONVERT && i.type().bits() <= WORD && !i.type().isFloat()
            || i.op() == Op.SHR && isConstant(i.sources().get(1), HALF));
  }

  /** Has a packed operation write the register that its result was copied to. */
  private void writeDirectly(List<Instruction> code, int[] uses) {
    for (int k = 0; k < code.size(); k++) {
      Instruction copy = code.get(k);
      int word = copy.op() == Op.MOVE && replacements.origins(copy) != null ? source(copy) : -1;
      int at = word >= 0 && uses[word] == 1 ? writer(code, word, k) : -1;
      if (at >= 0 && code.subList(at + 1, k).stream().noneMatch(i -> accesses(i, result(copy)))) {
        Instruction packed = code.get(at);
        Instruction direct = InstructionBuilder.from(packed).to(result(copy)).build();
        List<Instruction> from = new ArrayList<>(replacements.origins(packed));
        from.addAll(replacements.origins(copy));
        code.set(at, replacements.made(direct, from));
        code.remove(k--);
      }
    }
  }

  private static int source(Instruction copy) {
    return copy.sources().get(0).register();
  }

  private int writer(List<Instruction> code, int word, int before) {
    for (int k = before - 1; k >= 0; k--) {
      if (code.get(k).writes().contains(word)) {
        return replacements.origins(code.get(k)) != null ? k : -1;
      }
    }
    return -1;
  }

  private static boolean accesses(Instruction i, int register) {
    return i.reads().contains(register) || i.writes().contains(register);
  }
}
