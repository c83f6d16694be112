// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The code of several iterations of a loop in one block. */
final class UnrolledRounds {
  private final List<Instruction> code = new ArrayList<>();
  private final List<Map<Integer, Integer>> names =
      new ArrayList<>(); // by iteration; never iterated
  private final Map<Integer, Integer> last = new HashMap<>(); // names in the last iteration

  /**
   * Repeats the code of an iteration. Registers in {@code used} are read later and have a name in
   * each iteration.
   */
  UnrolledRounds(KernelCopy copy, List<Instruction> once, int rounds, BitSet used) {
    BitSet own = new BitSet(); // registers that only this block reads
    for (int round = 0; round < rounds; round++) {
      for (Instruction i : once) {
        InstructionBuilder again =
            InstructionBuilder.from(i)
                .from(i.sources().stream().map(o -> renamed(o, last)).toList())
                .vectorGroup(-1);
        for (int d : i.writes()) {
          boolean isLast = round == rounds - 1;
          int name = isLast ? d : copy.builder.register(copy.builder.typeOf(d), "round");
          own.set(name, !isLast && !used.get(d));
          last.put(d, name);
        }
        again.to(i.destinations().stream().map(d -> d < 0 ? d : last.get(d)).toList());
        code.add(again.build());
        copy.ofRound(code.get(code.size() - 1), round);
      }
      names.add(new HashMap<>(last));
    }
    removeUnused(own);
  }

  /** Removes arithmetic whose results the next iteration recomputes: tests of the loop's end. */
  private void removeUnused(BitSet own) {
    BitSet read = new BitSet();
    for (int n = code.size() - 1; n >= 0; n--) {
      Instruction i = code.get(n);
      boolean isUnused =
          !i.isRecorded()
              && !i.writes().isEmpty()
              && i.writes().stream().allMatch(d -> own.get(d) && !read.get(d));
      if (isUnused) {
        code.remove(n);
      } else {
        i.reads().forEach(read::set);
      }
    }
  }

  List<Instruction> ending(Instruction branch) {
    List<Instruction> all = new ArrayList<>(code);
    all.add(branch);
    return all;
  }

  /** Returns an operand as renamed after an iteration. */
  Operand renamed(Operand operand, int round) {
    return renamed(operand, names.get(round));
  }

  private static Operand renamed(Operand operand, Map<Integer, Integer> names) {
    return operand.isRegister()
        ? Operand.register(names.getOrDefault(operand.register(), operand.register()))
        : operand;
  }
}
