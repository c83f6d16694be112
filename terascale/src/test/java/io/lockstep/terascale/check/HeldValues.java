// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.check;

import io.lockstep.kernel.ir.Block;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Dataflow analysis of the value that each location of a kernel's code holds, along all paths:
 * iterates to a fixed point, then once more to report. Subclasses define locations and problems.
 */
abstract class HeldValues {
  final TeraScaleKernel code;
  final List<String> problems = new ArrayList<>();
  boolean reporting;
  private final List<Map<Integer, Integer>> entry = new ArrayList<>();

  HeldValues(TeraScaleKernel code) {
    this.code = code;
  }

  /** Applies a block's operations to the values held at its entry. */
  abstract void walk(int block, Map<Integer, Integer> held);

  /** Merges another path's values into a block's entry; returns whether the entry changed. */
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
