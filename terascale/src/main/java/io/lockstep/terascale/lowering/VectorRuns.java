// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds four-component vector operations in a block: those numbered by the front-end, and runs of
 * four, eight or sixteen equal operations of one source line on different registers, to which
 * compilers expand an operation on a vector.
 */
final class VectorRuns {
  private static final int COMPONENTS = 4;
  private static final int MOST = 16;

  /** First number of runs, above all numbers given by front-ends. */
  private static final int FIRST = 1 << 24;

  private final Map<Instruction, Integer> groups = new IdentityHashMap<>();

  VectorRuns(Block block) {
    List<Instruction> all = block.instructions();
    Map<Integer, Integer> members = new HashMap<>();
    for (Instruction i : all) {
      if (i.vectorGroup() >= 0 && i.memory() == null) {
        members.merge(i.vectorGroup(), 1, Integer::sum);
      }
    }
    for (Instruction i : all) {
      if (i.memory() == null && members.getOrDefault(i.vectorGroup(), 0) == COMPONENTS) {
        groups.put(i, i.vectorGroup());
      }
    }
    for (int from = 0; from < all.size(); ) {
      int to = end(all, from);
      int length = to - from;
      if (length % COMPONENTS == 0 && length <= MOST && lanes(all.subList(from, to))) {
        for (int k = from; k < to; k++) {
          groups.putIfAbsent(all.get(k), FIRST + from + (k - from) / COMPONENTS);
        }
      }
      from = to;
    }
  }

  /** Number shared by the components of an instruction's vector operation, or -1. */
  int group(Instruction i) {
    return groups.getOrDefault(i, -1);
  }

  /** The end of the run of equal, independent operations that starts at an instruction. */
  private static int end(List<Instruction> all, int from) {
    Instruction first = all.get(from);
    int to = from + 1;
    if (!isArithmetic(first)) {
      return to;
    }
    Set<Integer> written = new HashSet<>(first.writes());
    while (to < all.size() && isLike(first, all.get(to))) {
      Instruction next = all.get(to);
      if (next.reads().stream().anyMatch(written::contains)
          || !written.add(next.destinations().get(0))) {
        break;
      }
      to++;
    }
    return to;
  }

  private static boolean isArithmetic(Instruction i) {
    if (i.memory() != null || i.guard() >= 0 || i.destinations().size() != 1) {
      return false;
    }
    return switch (i.op()) {
      case ADD, SUB, MUL, FMA, MAD, MAD_UNFUSED, MIN, MAX, AND, OR, XOR, SHL, SHR -> true;
      default -> false;
    };
  }

  private static boolean isLike(Instruction a, Instruction b) {
    return isArithmetic(b)
        && a.op() == b.op()
        && a.type() == b.type()
        && a.line() == b.line()
        && a.signed() == b.signed()
        && a.fusion() == b.fusion();
  }

  /** Whether each operand differs for all operations, as components do, or is equal for all. */
  private static boolean lanes(List<Instruction> run) {
    for (int n = 0; n < run.get(0).sources().size(); n++) {
      Set<Operand> different = new HashSet<>();
      boolean registers = true;
      for (Instruction i : run) {
        different.add(i.sources().get(n));
        registers &= i.sources().get(n).isRegister();
      }
      if (different.size() != 1 && !(registers && different.size() == run.size())) {
        return false;
      }
    }
    return true;
  }
}
