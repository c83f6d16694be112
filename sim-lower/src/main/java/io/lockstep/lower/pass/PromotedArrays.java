// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Keeps small private arrays in registers, as vendors' compilers do: an element whose index is a
 * constant is a register, another one is found by comparing the index with that of each element. A
 * kernel's private memory is promoted as a whole, if all its accesses are of words and the vendor's
 * compiler would promote it ({@link Rule}).
 */
public final class PromotedArrays {
  /**
   * When a vendor's compiler promotes the private memory of a kernel, and how it finds elements.
   */
  public interface Rule {
    /** {@return the most words of private memory that are promoted} */
    int mostWords();

    /**
     * {@return whether private memory is promoted}
     *
     * @param facts of the kernel's registers
     * @param words of private memory
     * @param indexed the accesses whose index is no constant
     */
    boolean promotes(RegisterFacts facts, int words, List<Indexed> indexed);

    /**
     * {@return the number of predicates under which moves find an element; 0 if it is found by
     * selections}
     */
    int predicates();
  }

  /**
   * An access at an index that is no constant.
   *
   * @param block the block of the access
   * @param index the register of the index
   * @param elements of the array that is accessed
   */
  public record Indexed(Block block, Operand index, int elements) {}

  private static final int WORD = 4;
  private static final int LEAST_WORDS = 4; // between the beginnings of two arrays

  private final Kernel kernel;
  private final Rule rule;
  private final RegisterFacts facts;
  private final Replacements replacements;
  private final int[] elements; // their registers
  private final BitSet begins = new BitSet(); // first elements of arrays
  private final Map<List<Object>, Integer> equal = new HashMap<>(); // predicates of the block
  private final List<Integer> predicates = new ArrayList<>();

  /**
   * An index in elements, if that is known, or in bytes.
   *
   * @param first the element that is accessed if the register is zero
   */
  private record Index(Operand register, int first, boolean inBytes) {}

  private PromotedArrays(Kernel kernel, Rule rule) {
    this.kernel = kernel;
    this.rule = rule;
    facts = new RegisterFacts(kernel);
    replacements = new Replacements(kernel);
    elements = new int[kernel.privateBytes() / WORD];
  }

  /**
   * {@return the kernel with its private memory in registers, or unchanged}
   *
   * @param kernel a kernel
   * @param rule the vendor's
   */
  public static RewrittenKernel of(Kernel kernel, Rule rule) {
    int bytes = kernel.privateBytes();
    boolean small = bytes > 0 && bytes <= WORD * rule.mostWords() && bytes % WORD == 0;
    if (!small) {
      return RewrittenKernel.unchanged(kernel);
    }
    PromotedArrays arrays = new PromotedArrays(kernel, rule);
    return arrays.applies() ? arrays.promoted() : RewrittenKernel.unchanged(kernel);
  }

  private boolean applies() {
    begins.set(0);
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.memory() != null && i.memory().space() == Space.GENERIC) {
          return false; // may be an access to the array
        }
        if (isPrivate(i) && !isPromoted(i)) {
          return false;
        }
      }
    }
    List<Indexed> indexed = new ArrayList<>();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (isPrivate(i) && index(i).register.isRegister()) {
          indexed.add(new Indexed(block, index(i).register, candidates(index(i)).length));
        }
      }
    }
    return rule.promotes(facts, elements.length, indexed);
  }

  private static boolean isPrivate(Instruction i) {
    return i.memory() != null && i.memory().space() == Space.PRIVATE;
  }

  private boolean isPromoted(Instruction i) {
    boolean access = i.op() == Op.LOAD || i.op() == Op.STORE;
    boolean words = i.memory().bytes() % WORD == 0 && i.type().bits() == Integer.SIZE;
    if (!access || !words || i.guard() >= 0 || i.memory().isVolatile()) {
      return false;
    }
    int width = i.memory().bytes() / WORD;
    Index index = index(i);
    if (!index.register.isRegister()) {
      return index.first >= 0 && index.first + width <= elements.length;
    }
    if (width > 1) {
      return false;
    }
    int first = Math.max(0, index.first);
    if (first - begins.previousSetBit(first) >= LEAST_WORDS) {
      begins.set(first);
    }
    return true;
  }

  /** The elements that an index may be of, those of one array. */
  private int[] candidates(Index index) {
    int begin = begins.previousSetBit(Math.min(Math.max(0, index.first), elements.length - 1));
    int end = begins.nextSetBit(begin + 1);
    return IntStream.range(begin, end < 0 ? elements.length : end).toArray();
  }

  /** The index of an access's element; a constant has no register. */
  private Index index(Instruction access) {
    long offset = access.memory().offset();
    Operand address = access.sources().get(0);
    for (Instruction d = definition(address); d != null; d = definition(address)) {
      if (d.op() == Op.MOVE) {
        address = d.sources().get(0);
      } else if (d.op() == Op.ADD && constant(d.sources().get(1)) != null) {
        offset += constant(d.sources().get(1));
        address = d.sources().get(0);
      } else if (d.op() == Op.ADD && constant(d.sources().get(0)) != null) {
        offset += constant(d.sources().get(0));
        address = d.sources().get(1);
      } else {
        break;
      }
    }
    Long value = constant(address);
    if (value != null) {
      return new Index(Operand.immediate(0), (int) (value + offset) / WORD, false);
    }
    Instruction d = definition(address);
    boolean scaled =
        d != null
            && d.op() == Op.MUL_WIDE
            && d.sources().get(0).isRegister()
            && Long.valueOf(WORD).equals(constant(d.sources().get(1)));
    Operand register = scaled ? d.sources().get(0) : address;
    return new Index(register, (int) offset / WORD, !scaled);
  }

  private Instruction definition(Operand o) {
    return o.isRegister() ? facts.definition(o.register()) : null;
  }

  private Long constant(Operand o) {
    if (o.isRegister()) {
      Instruction d = definition(o);
      boolean sum = d != null && d.op() == Op.ADD;
      Long a = sum ? constant(d.sources().get(0)) : null;
      Long b = a == null ? null : constant(d.sources().get(1));
      return b == null ? facts.constant(o) : Long.valueOf(a + b);
    }
    return o.bits();
  }

  private RewrittenKernel promoted() {
    for (int e = 0; e < elements.length; e++) {
      elements[e] = replacements.register(Type.I32, "%element" + e);
    }
    for (Block block : kernel.blocks()) {
      equal.clear();
      for (Instruction i : block.instructions()) {
        if (isPrivate(i)) {
          List<Instruction> code = new ArrayList<>();
          replace(i, code);
          replacements.put(i, code);
        }
        equal.keySet().removeIf(key -> i.writes().contains(key.get(0)));
      }
    }
    RewrittenKernel rewritten = replacements.rewritten();
    return new RewrittenKernel(rewritten.kernel().withoutPrivateMemory(), rewritten.origins());
  }

  private void replace(Instruction access, List<Instruction> code) {
    Index index = index(access);
    boolean loads = access.op() == Op.LOAD;
    Type type = access.type();
    if (!index.register.isRegister()) {
      for (int k = 0; k < access.memory().bytes() / WORD; k++) {
        int element = elements[index.first + k];
        add(
            InstructionBuilder.of(Op.MOVE, loads ? type : Type.I32)
                .to(loads ? access.destinations().get(k) : element)
                .from(loads ? Operand.register(element) : access.sources().get(1 + k)),
            access,
            code);
      }
      return;
    }
    int[] candidates = candidates(index);
    if (rule.predicates() > 0) {
      move(access, index, candidates, code);
      return;
    }
    int found = elements[candidates[0]];
    for (int k = loads ? 1 : 0; k < candidates.length; k++) {
      int e = candidates[k];
      Operand element = Operand.register(elements[e]);
      Operand same = Operand.register(equal(index, e, access, code));
      boolean last = k == candidates.length - 1;
      int to =
          !loads
              ? elements[e]
              : last ? access.destinations().get(0) : replacements.register(Type.I32, "%found");
      Operand other = loads ? Operand.register(found) : element;
      add(
          InstructionBuilder.of(Op.SELECT, loads && last ? type : Type.I32)
              .to(to)
              .from(loads ? element : access.sources().get(1), other, same),
          access,
          code);
      found = to;
    }
  }

  /** Moves the element to the result of a load, or the value of a store to the element. */
  private void move(Instruction access, Index index, int[] candidates, List<Instruction> code) {
    boolean loads = access.op() == Op.LOAD;
    for (int k = 0; k < candidates.length; k++) {
      int e = elements[candidates[k]];
      InstructionBuilder move =
          InstructionBuilder.of(Op.MOVE, loads ? access.type() : Type.I32)
              .to(loads ? access.destinations().get(0) : e)
              .from(loads ? Operand.register(e) : access.sources().get(1));
      move.guard(equal(index, candidates[k], access, code), false);
      add(move, access, code);
    }
  }

  /** The predicate that an index is that of an element, computed once in a block. */
  private int equal(Index index, int element, Instruction access, List<Instruction> code) {
    int place = element - index.first;
    int register = index.register.register();
    Integer known = equal.get(List.<Object>of(register, place));
    if (known != null) {
      return known;
    }
    int same = predicate();
    Operand compared = index.register;
    if (index.inBytes && kernel.registers().get(register).bits() > Integer.SIZE) {
      compared = Operand.register(replacements.register(Type.I32, "%index"));
      add(
          InstructionBuilder.of(Op.CONVERT, Type.I32)
              .sourceType(kernel.registers().get(register))
              .to(compared.register())
              .from(index.register),
          access,
          code);
    }
    Operand with = Operand.immediate(index.inBytes ? place * WORD : place);
    add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.EQ)
            .to(same)
            .from(compared, with),
        access,
        code);
    equal.put(List.of(register, place), same);
    return same;
  }

  /** A register for a predicate: of moves, the one that has been in use for longest. */
  private int predicate() {
    if (rule.predicates() == 0 || predicates.size() < rule.predicates()) {
      predicates.add(replacements.register(Type.I1, "%is"));
    } else {
      predicates.add(predicates.remove(0));
    }
    int last = predicates.get(predicates.size() - 1);
    equal.values().removeIf(used -> used == last);
    return last;
  }

  private void add(InstructionBuilder builder, Instruction access, List<Instruction> code) {
    code.add(replacements.make(builder, access, List.of(access)));
  }
}
