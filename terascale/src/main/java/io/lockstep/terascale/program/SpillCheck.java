package io.lockstep.terascale.program;

import io.lockstep.kernel.ir.Block;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.SpillSlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows which value each spill slot holds, along all paths, and reports every fetch that may find
 * another one or none, and every fetch for which no write is waited. Not thread-safe.
 */
final class SpillCheck {
  private final TeraScaleKernel code;
  private final List<Map<Integer, Integer>> entry = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private boolean reporting;

  SpillCheck(TeraScaleKernel code) {
    this.code = code;
  }

  List<String> problems() {
    if (code.spillBytes() == 0) {
      return problems;
    }
    code.kernel().blocks().forEach(b -> entry.add(null));
    entry.set(0, new HashMap<>());
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : code.kernel().blocks()) {
        if (entry.get(block.id()) != null) {
          Map<Integer, Integer> out = walk(block.id());
          for (int s : block.successors()) {
            changed |= meet(s, out);
          }
        }
      }
    }
    reporting = true;
    for (Block block : code.kernel().blocks()) {
      if (entry.get(block.id()) != null) {
        walk(block.id());
      }
    }
    return problems;
  }

  /** Keeps what slots hold whichever way the block was reached. */
  private boolean meet(int block, Map<Integer, Integer> in) {
    Map<Integer, Integer> old = entry.get(block);
    if (old == null) {
      entry.set(block, new HashMap<>(in));
      return true;
    }
    return old.entrySet().removeIf(e -> !e.getValue().equals(in.get(e.getKey())));
  }

  private Map<Integer, Integer> walk(int block) {
    Map<Integer, Integer> held = new HashMap<>(entry.get(block));
    boolean waited = false;
    for (Clause clause : code.clauses(block)) {
      waited |= clause.kind() == Clause.Kind.WAIT;
      for (MachineOp op : clause.ops()) {
        SpillSlot slot = op.spill();
        if (slot == null) {
          continue;
        }
        String at = "block " + block + ": " + op;
        boolean store = op.kind() == MachineOp.Kind.STORE;
        if (store) {
          waited = false;
          checkVector(at, op);
        } else if (!waited && reporting) {
          problems.add(at + " does not wait for the writes before it");
        }
        for (int k = 0; k < slot.words().length; k++) {
          int word = 4 * slot.vector() + slot.words()[k];
          if (store) {
            held.put(word, slot.values()[k]);
          } else if (reporting && !Integer.valueOf(slot.values()[k]).equals(held.get(word))) {
            String found = held.containsKey(word) ? "finds v" + held.get(word) : "is not written";
            problems.add(at + " wants v" + slot.values()[k] + " of a word that " + found);
          }
        }
      }
    }
    return held;
  }

  /** A write takes the values that it names out of one register. */
  private void checkVector(String at, MachineOp op) {
    Source[] data = op.sources();
    for (int k = 0; reporting && k < data.length; k++) {
      boolean same =
          data[k].number() == op.spill().values()[k]
              && code.values().register(data[k].number())
                  == code.values().register(data[0].number());
      if (!same) {
        problems.add(at + " writes several registers or other values");
      }
    }
  }
}
