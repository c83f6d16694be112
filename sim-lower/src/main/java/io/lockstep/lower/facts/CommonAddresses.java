// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds addresses that differ by a constant from an earlier one of their block: one addition then
 * computes the address, and instructions that only led to it are removed.
 *
 * <p>An address is a sum of registers, each times a power of two, and a constant, all modulo 2^32.
 * Immutable and thread-safe.
 */
public final class CommonAddresses {
  private static final long WORD = 0xFFFFFFFFL;
  private static final int DEEPEST = 16;

  /** The key of a sum's constant among its registers. */
  private static final int CONSTANT = -1;

  private final RegisterFacts facts;
  private final Predicate<Operand> isUpperIndex;
  private final Map<Instruction, Integer> near = new IdentityHashMap<>();
  private final BitSet folded = new BitSet();

  /**
   * Analyses a kernel.
   *
   * @param facts facts of the kernel
   * @param candidates whether an addition may be the earlier or the later address
   * @param isUpperIndex whether an operand is an index in the upper half of 64 bits, as for a sign
   *     extension by two shifts, whose lower half is zero
   */
  public CommonAddresses(
      RegisterFacts facts, Predicate<Instruction> candidates, Predicate<Operand> isUpperIndex) {
    this.facts = facts;
    this.isUpperIndex = isUpperIndex;
    facts.kernel().blocks().forEach(block -> near(block, candidates));
    BitSet bases = new BitSet();
    near.values().forEach(bases::set);
    for (int k = facts.code().size() - 1; k >= 0; k--) {
      Instruction i = facts.code().get(k);
      int result = isAddress(i) && !near.containsKey(i) ? facts.result(i) : -1;
      if (result >= 0
          && !bases.get(result)
          && facts.uses(result) > 0
          && facts.readers(result).stream()
              .allMatch(r -> near.containsKey(r) || facts.defines(r, folded))) {
        folded.set(result);
      }
    }
  }

  /**
   * {@return the register from which an instruction's result differs by a constant; -1 if there is
   * none}
   *
   * @param i an instruction of the kernel
   */
  public int near(Instruction i) {
    return near.getOrDefault(i, -1);
  }

  /**
   * {@return registers whose values only lead to such addresses, so that nothing reads them; a
   * copy}
   */
  public BitSet folded() {
    return (BitSet) folded.clone();
  }

  private boolean isAddress(Instruction i) {
    return i != null && i.opClass() == OpClass.ADDRESS && facts.result(i) >= 0;
  }

  private void near(Block block, Predicate<Instruction> candidates) {
    Map<Map<Integer, Long>, Integer> sums = new HashMap<>();
    for (Instruction i : block.instructions()) {
      if (i.op() == Op.ADD && isAddress(i) && candidates.test(i)) {
        Map<Integer, Long> terms = sum(Operand.register(facts.result(i)), 0);
        terms.remove(CONSTANT); // a copy: the sum of an addition
        Integer earlier = sums.putIfAbsent(terms, facts.result(i));
        if (earlier != null && isShorter(i)) {
          near.put(i, earlier);
        }
      }
    }
  }

  /** Whether the sum is the only reader of one of its operands. */
  private boolean isShorter(Instruction i) {
    return i.reads().stream().anyMatch(r -> isAddress(facts.definition(r)) && facts.uses(r) == 1);
  }

  /** Factors by register of an address. */
  private Map<Integer, Long> sum(Operand o, int depth) {
    if (!o.isRegister()) {
      return plus(Map.of(CONSTANT, o.bits() & WORD), Map.of());
    }
    Instruction i = facts.definition(o.register());
    Op op = isAddress(i) && depth <= DEEPEST ? i.op() : null;
    if (op == Op.ADD) {
      return plus(sum(i.sources().get(0), depth + 1), sum(i.sources().get(1), depth + 1));
    }
    Operand by = op == Op.SHL || op == Op.SHR ? i.sources().get(1) : o;
    if (op == Op.SHL && !by.isRegister() && by.bits() <= 31) {
      return times(sum(i.sources().get(0), depth + 1), by.bits());
    }
    // a scaled index that was sign-extended from the upper half
    if (op == Op.SHR
        && !by.isRegister()
        && by.bits() <= 32
        && isUpperIndex.test(i.sources().get(0))) {
      return times(index(i.sources().get(0), depth), 32 - by.bits());
    }
    return Map.of(o.register(), 1L);
  }

  /** The lower 32 bits of an index in the upper half. */
  private Map<Integer, Long> index(Operand o, int depth) {
    if (!o.isRegister()) {
      return Map.of(CONSTANT, o.bits() >>> 32);
    }
    Instruction i = facts.definition(o.register());
    return i.op() == Op.ADD
        ? plus(index(i.sources().get(0), depth), index(i.sources().get(1), depth))
        : times(sum(i.sources().get(0), depth + 1), i.sources().get(1).bits() - 32);
  }

  private static Map<Integer, Long> plus(Map<Integer, Long> a, Map<Integer, Long> b) {
    Map<Integer, Long> sum = new HashMap<>(a);
    b.forEach((r, f) -> sum.merge(r, f, (x, y) -> x + y & WORD));
    sum.values().removeIf(f -> f == 0);
    return sum;
  }

  private static Map<Integer, Long> times(Map<Integer, Long> sum, long shift) {
    Map<Integer, Long> product = new HashMap<>();
    sum.forEach((r, f) -> product.put(r, f << shift & WORD));
    product.values().removeIf(f -> f == 0);
    return product;
  }
}
