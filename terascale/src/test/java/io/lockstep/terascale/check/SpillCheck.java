// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.check;

import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.SpillSlot;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.List;
import java.util.Map;

/**
 * Tracks the value that each spill slot holds, along all paths, and reports every fetch that may
 * find another value or none, and every fetch that does not wait for preceding writes.
 */
final class SpillCheck extends HeldValues {
  SpillCheck(TeraScaleKernel code) {
    super(code);
  }

  List<String> problems() {
    if (code.spillBytes() > 0) {
      follow();
    }
    return problems;
  }

  /** Keeps only the slots that hold the same value on all incoming paths. */
  @Override
  boolean meet(Map<Integer, Integer> entry, Map<Integer, Integer> in) {
    return entry.entrySet().removeIf(e -> !e.getValue().equals(in.get(e.getKey())));
  }

  @Override
  void walk(int block, Map<Integer, Integer> held) {
    boolean waited = false;
    for (Clause clause : code.clauses(block)) {
      waited |= clause.kind() == MachineOp.Kind.WAIT;
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
  }

  /** Checks that a write stores the named values from one register. */
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
