// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds sums and differences of several words whose carry goes from word to word. In the portable
 * kernel a carry is a comparison of the sum with an addend, copied to the register of the carry
 * flag, and the next word adds one if the flag holds; the machine has predicates that an addition
 * sets and the next one reads. A comparison whose result is used without the copy is the program's
 * own, which ptxas does not take for a carry either. Chains are found within a block.
 */
final class CarryChains {
  /**
   * An addition or subtraction of a chain.
   *
   * @param sources the two words
   * @param before the one whose carry it adds; null for none
   */
  record Link(List<Operand> sources, Instruction before) {}

  private final Map<Instruction, Link> links = new IdentityHashMap<>();

  CarryChains(Kernel kernel) {
    for (Block block : kernel.blocks()) {
      new Chains().find(block);
    }
  }

  /** The operands and carry-in of an instruction of a chain; null for other instructions. */
  Link of(Instruction i) {
    return links.get(i);
  }

  private static boolean isSum(Instruction i) {
    boolean integer = i.type() == Type.I32 || i.type() == Type.I64;
    boolean sum = i.op() == Op.ADD || i.op() == Op.SUB;
    return sum && integer && i.guard() < 0 && !i.saturate() && i.destinations().size() == 1;
  }

  /** The chains of a block. */
  private final class Chains {
    private final Map<Integer, Instruction> last = new HashMap<>(); // definition by register
    private final Map<Integer, Instruction> flags = new HashMap<>(); // carry of a sum, by register
    private final Map<Instruction, Integer> places = new IdentityHashMap<>();
    private final Map<Integer, Integer> written = new HashMap<>(); // last place by register
    private final Map<List<Operand>, Instruction> differences = new HashMap<>();

    void find(Block block) {
      for (Instruction i : block.instructions()) {
        Instruction sum = i.guard() < 0 && i.op() == Op.MOVE ? copied(i) : null;
        Link link = isSum(i) ? link(i) : null;
        if (link != null) {
          links.put(i, link);
          links.putIfAbsent(link.before, new Link(link.before.sources(), null));
        }
        places.put(i, places.size());
        for (int d : i.writes()) {
          written.put(d, places.size());
          last.put(d, i.guard() < 0 ? i : null);
          flags.put(d, sum);
        }
        if (isSum(i) && i.op() == Op.SUB) {
          differences.put(i.sources(), i);
        }
      }
    }

    private boolean addsCarry(Instruction sum) {
      return links.containsKey(sum) && links.get(sum).before != null;
    }

    private Instruction definition(Operand o) {
      return o.isRegister() ? last.get(o.register()) : null;
    }

    /** Whether the words of a sum still have the values that it added. */
    private boolean isStable(Instruction sum) {
      Set<Integer> changed = new HashSet<>(sum.writes());
      changed.retainAll(sum.reads());
      return changed.isEmpty()
          && sum.reads().stream().allMatch(r -> written.getOrDefault(r, 0) <= places.get(sum));
    }

    /** The word that an instruction adds a carry to, if it does. */
    private Link link(Instruction i) {
      Instruction first = definition(i.sources().get(0));
      Instruction addend = definition(i.sources().get(1));
      if (first == null || first.op() != i.op() || first.type() != i.type() || !isSum(first)) {
        return null;
      }
      Instruction before = addend == null ? null : selected(addend);
      return before != null && isStable(first) ? new Link(first.sources(), before) : null;
    }

    /** The sum whose carry a selection makes a number of; null for another instruction. */
    private Instruction selected(Instruction i) {
      if (i.op() != Op.SELECT) {
        return null;
      }
      Operand one = i.sources().get(0);
      Operand zero = i.sources().get(1);
      boolean number = !one.isRegister() && one.bits() == 1 && !zero.isRegister();
      return number && zero.bits() == 0 && i.sources().get(2).isRegister()
          ? flags.get(i.sources().get(2).register())
          : null;
    }

    /** The sum whose carry an instruction copies; null if it copies none. */
    private Instruction copied(Instruction move) {
      Instruction carry = move.type() == Type.I1 ? definition(move.sources().get(0)) : null;
      if (carry == null || carry.op() != Op.OR) {
        Instruction sum = compared(carry);
        return addsCarry(sum) ? null : sum;
      }
      Instruction one = compared(definition(carry.sources().get(0)));
      Instruction two = compared(definition(carry.sources().get(1)));
      boolean both = addsCarry(two) && definition(two.sources().get(0)) == one;
      return both ? two : null;
    }

    /** The addition or subtraction of two words whose carry a comparison finds. */
    private Instruction compared(Instruction i) {
      if (i == null || i.op() != Op.COMPARE || i.comparison() != Comparison.LT || i.signed()) {
        return null;
      }
      Instruction sum = definition(i.sources().get(0));
      boolean adds = sum != null && isSum(sum) && sum.op() == Op.ADD;
      if (adds && sum.sources().contains(i.sources().get(1)) && isStable(sum)) {
        return sum;
      }
      Instruction difference = differences.get(i.sources());
      return difference != null && isStable(difference) ? difference : null;
    }
  }
}
