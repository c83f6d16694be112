package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which memory operations of a block keep their order: those of one address space of which one
 * writes; a generic address may lie in any. An operation is tied to the last write before it, as
 * that one is to those before: so there are as many ties as operations, not as pairs. Not
 * thread-safe.
 */
final class MemoryTies {
  /** Receives what stays before what. */
  interface Tie {
    void add(int from, int to);
  }

  private final List<Instruction> in;
  private final Tie tie;
  private final Map<Space, Integer> write = new EnumMap<>(Space.class); // last one
  private final Map<Space, List<Integer>> reads = new EnumMap<>(Space.class); // since then
  private final Map<Space, Integer> generic = new EnumMap<>(Space.class); // reads tied already
  private final List<Integer> fixed = new ArrayList<>(); // of what only generic writes change
  private final List<Integer> fixedWrites = new ArrayList<>(); // volatile ones of those

  MemoryTies(List<Instruction> in, Tie tie) {
    this.in = in;
    this.tie = tie;
    for (Space s : Space.values()) {
      reads.put(s, new ArrayList<>());
    }
  }

  /** Adds the next memory operation. */
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

  /** Ties a write to the reads before it. */
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
