// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

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
import io.lockstep.lower.pass.Replacements;
import io.lockstep.lower.pass.RewrittenKernel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Keeps small private arrays in registers, as LLVM's AMDGPUPromoteAlloca does: an element whose
 * index is a constant is a register, another one is selected by comparing the index with that of
 * each element. A kernel's private memory is promoted as a whole, if it has at most sixteen words
 * and all its accesses are of words.
 *
 * <p>LLVM reads an element of more than eight at a uniform index by an indexed move, which is not
 * modelled: such arrays stay in scratch memory.
 */
final class PromotedArrays {
  private static final int WORD = 4;
  private static final int MOST_WORDS = 16;
  private static final int LEAST_WORDS = 4; // between the beginnings of two arrays
  private static final int MOST_UNIFORM = 8; // words that are compared with a uniform index

  private final Kernel kernel;
  private final RegisterFacts facts;
  private final Replacements replacements;
  private final int[] elements; // their registers
  private final BitSet begins = new BitSet(); // first elements of arrays
  private final Map<List<Object>, Integer> equal = new HashMap<>(); // predicates of the block

  /**
   * An index in elements, if that is known, or in bytes.
   *
   * @param first the element that is accessed if the register is zero
   */
  private record Index(Operand register, int first, boolean inBytes) {}

  private PromotedArrays(Kernel kernel) {
    this.kernel = kernel;
    facts = new RegisterFacts(kernel);
    replacements = new Replacements(kernel);
    elements = new int[kernel.privateBytes() / WORD];
  }

  static RewrittenKernel of(Kernel kernel) {
    int bytes = kernel.privateBytes();
    boolean small = bytes > 0 && bytes <= WORD * MOST_WORDS && bytes % WORD == 0;
    if (!small) {
      return RewrittenKernel.unchanged(kernel);
    }
    PromotedArrays arrays = new PromotedArrays(kernel);
    return arrays.applies() ? arrays.promoted() : RewrittenKernel.unchanged(kernel);
  }

  private boolean applies() {
    RegisterPlacement placement = new RegisterPlacement(facts);
    begins.set(0);
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.memory() != null && i.memory().space() == Space.GENERIC) {
          return false; // may be an access to the array
        }
        if (isPrivate(i) && !isPromoted(i, placement)) {
          return false;
        }
      }
    }
    return true;
  }

  static boolean isPrivate(Instruction i) {
    return i.memory() != null && i.memory().space() == Space.PRIVATE;
  }

  private boolean isPromoted(Instruction i, RegisterPlacement placement) {
    boolean access = i.op() == Op.LOAD || i.op() == Op.STORE;
    boolean word = i.memory().bytes() == WORD && i.type().bits() == Integer.SIZE;
    if (!access || !word || i.guard() >= 0 || i.memory().isVolatile()) {
      return false;
    }
    Index index = index(i);
    if (!index.register.isRegister()) {
      return index.first >= 0 && index.first < elements.length;
    }
    int first = Math.max(0, index.first);
    if (first - begins.previousSetBit(first) >= LEAST_WORDS) {
      begins.set(first);
    }
    return elements.length <= MOST_UNIFORM || placement.isVector(index.register);
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
    return replacements.rewritten();
  }

  private void replace(Instruction access, List<Instruction> code) {
    Index index = index(access);
    boolean loads = access.op() == Op.LOAD;
    Type type = access.type();
    Operand value = loads ? null : access.sources().get(1);
    if (!index.register.isRegister()) {
      int element = elements[index.first];
      add(
          InstructionBuilder.of(Op.MOVE, loads ? type : Type.I32)
              .to(loads ? access.destinations().get(0) : element)
              .from(loads ? Operand.register(element) : value),
          access,
          code);
      return;
    }
    int[] candidates = candidates(index);
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
              .from(loads ? element : value, other, same),
          access,
          code);
      found = to;
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
    int same = replacements.register(Type.I1, "%is");
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

  private void add(InstructionBuilder builder, Instruction access, List<Instruction> code) {
    code.add(replacements.make(builder, access, List.of(access)));
  }
}
