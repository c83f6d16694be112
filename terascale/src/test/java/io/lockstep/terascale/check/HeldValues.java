package io.lockstep.terascale.check;

import io.lockstep.kernel.ir.Block;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows which value each place of a kernel's code holds, along all paths: first until no block's
 * entry changes, then once more to report. Subclasses say what a place is and what is a problem.
 * Not thread-safe.
 */
abstract class HeldValues {
  final TeraScaleKernel code;
  final List<String> problems = new ArrayList<>();
  boolean reporting;
  private final List<Map<Integer, Integer>> entry = new ArrayList<>();

  HeldValues(TeraScaleKernel code) {
    this.code = code;
  }

  /** Follows a block's operations from what its entry holds. */
  abstract void walk(int block, Map<Integer, Integer> held);

  /** Changes what a block's entry holds by what comes from another way; false if it stays. */
  abstract boolean meet(Map<Integer, Integer> entry, Map<Integer, Integer> in);

  final void follow() {
    code.kernel().blocks().forEach(b -> entry.add(null));
    entry.set(0, new HashMap<>());
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : code.kernel().blocks()) {
        if (entry.get(block.id()) != null) {
          Map<Integer, Integer> out = walked(block.id());
          for (int s : block.successors()) {
            changed |= reached(s, out);
          }
        }
      }
    }
    reporting = true;
    for (Block block : code.kernel().blocks()) {
      if (entry.get(block.id()) != null) {
        walked(block.id());
      }
    }
  }

  private Map<Integer, Integer> walked(int block) {
    Map<Integer, Integer> held = new HashMap<>(entry.get(block));
    walk(block, held);
    return held;
  }

  private boolean reached(int block, Map<Integer, Integer> in) {
    Map<Integer, Integer> old = entry.get(block);
    if (old == null) {
      entry.set(block, new HashMap<>(in));
      return true;
    }
    return meet(old, in);
  }
}
