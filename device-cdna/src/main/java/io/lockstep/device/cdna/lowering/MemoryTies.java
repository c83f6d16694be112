// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Orders the memory operations of a block: two operations on one address space keep their order if
 * one of them writes; a generic address may refer to any space. An operation depends on the last
 * write before it, which in turn depends on earlier ones, so the number of edges is linear.
 */
final class MemoryTies {
  interface Tie {
    void add(int from, int to);
  }

  private final List<Instruction> in;
  private final Tie tie;
  private final Map<Space, Integer> write = new EnumMap<>(Space.class); // last write by space
  private final Map<Space, List<Integer>> reads =
      new EnumMap<>(Space.class); // reads since the last write
  private final Map<Space, Integer> generic =
      new EnumMap<>(Space.class); // generic reads already ordered before a write
  private final List<Integer> fixed =
      new ArrayList<>(); // reads of memory that only generic writes can change
  private final List<Integer> fixedWrites = new ArrayList<>(); // volatile accesses of that memory

  MemoryTies(List<Instruction> in, Tie tie) {
    this.in = in;
    this.tie = tie;
    for (Space s : Space.values()) {
      reads.put(s, new ArrayList<>());
    }
  }

  void add(int k) {
    Instruction i = in.get(k);
    Space space = i.memory().space();
    boolean writes = i.op() != Op.LOAD || i.memory().isVolatile();
    boolean all = space == Space.GENERIC;
    boolean isFixed =
        !all && (space == Space.CONSTANT || i.op() == Op.LOAD && i.memory().readOnly());
    for (Map.Entry<Space, Integer> last : write.entrySet()) {
      boolean meets = last.getKey() == Space.GENERIC || last.getKey() == space && !isFixed;
      if (all || meets) {
        tie.add(last.getValue(), k);
      }
    }
    if (all) {
      fixedWrites.forEach(w -> tie.add(w, k));
    }
    if (!writes) {
      (isFixed ? fixed : reads.get(space)).add(k);
      return;
    }
    after(k, space, isFixed);
    if (isFixed) {
      fixedWrites.add(k);
    } else {
      write.put(space, k);
    }
  }

  private void after(int k, Space space, boolean isFixed) {
    if (space == Space.GENERIC) {
      for (List<Integer> some : reads.values()) {
        some.forEach(r -> tie.add(r, k));
        some.clear();
      }
      fixed.forEach(r -> tie.add(r, k));
      fixed.clear();
      fixedWrites.clear();
      generic.clear();
      return;
    }
    List<Integer> anywhere = reads.get(Space.GENERIC);
    int from = isFixed ? 0 : generic.getOrDefault(space, 0);
    anywhere.subList(from, anywhere.size()).forEach(r -> tie.add(r, k));
    if (!isFixed) {
      generic.put(space, anywhere.size());
      reads.get(space).forEach(r -> tie.add(r, k));
      reads.get(space).clear();
    }
  }
}
