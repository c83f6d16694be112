// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.check;

import io.lockstep.kernel.ir.Block;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Tracks the value that each channel of each register holds, along all paths, and reports every
 * read that finds another value: a wrong schedule or allocation.
 */
final class RegisterCheck extends HeldValues {
  private static final int CONFLICT = -2;

  /** Values of R0 and R1: local and group ids. */
  private static final int HARDWARE_INPUTS = 8;

  RegisterCheck(TeraScaleKernel code) {
    super(code);
  }

  List<String> problems() {
    unwritten();
    follow();
    return problems;
  }

  /**
   * Reports values that are read but never written, except registers that the kernel itself never
   * writes and those that the hardware loads before the first clause.
   */
  private void unwritten() {
    int registers = code.kernel().registers().size();
    BitSet written = new BitSet();
    written.set(2 * registers, 2 * registers + HARDWARE_INPUTS);
    BitSet assigned = new BitSet();
    for (Block block : code.kernel().blocks()) {
      block.instructions().forEach(i -> i.writes().forEach(assigned::set));
    }
    for (int r = assigned.nextClearBit(0); r < registers; r = assigned.nextClearBit(r + 1)) {
      written.set(2 * r, 2 * r + 2);
    }
    for (MachineOp op : operations()) {
      for (int result : op.results()) {
        written.set(result);
      }
    }
    for (MachineOp op : operations()) {
      for (Source s : op.sources()) {
        if (s.isValue() && !written.get(s.number())) {
          problems.add(op + " reads v" + s.number() + ", which nothing writes");
        }
      }
    }
  }

  private List<MachineOp> operations() {
    List<MachineOp> all = new ArrayList<>();
    for (List<Clause> block : code.clauses()) {
      for (Clause clause : block) {
        clause.bundles().forEach(bundle -> all.addAll(bundle.ops()));
        all.addAll(clause.ops());
      }
    }
    return all;
  }

  @Override
  boolean meet(Map<Integer, Integer> entry, Map<Integer, Integer> in) {
    boolean changed = false;
    for (Map.Entry<Integer, Integer> e : in.entrySet()) {
      Integer held = entry.get(e.getKey());
      if (held == null) {
        entry.put(e.getKey(), e.getValue()); // undefined along the other path
        changed = true;
      } else if (held != CONFLICT && !held.equals(e.getValue())) {
        entry.put(e.getKey(), CONFLICT);
        changed = true;
      }
    }
    return changed;
  }

  @Override
  void walk(int block, Map<Integer, Integer> held) {
    for (Clause clause : code.clauses(block)) {
      for (Bundle bundle : clause.bundles()) {
        bundle.ops().forEach(op -> reads(block, op, held));
        bundle.ops().forEach(op -> writes(op, held));
      }
      for (MachineOp op : clause.ops()) {
        reads(block, op, held);
        writes(op, held);
      }
    }
  }

  private int place(int value) {
    return 4 * code.values().register(value) + code.values().channel(value);
  }

  private void reads(int block, MachineOp op, Map<Integer, Integer> held) {
    for (Source s : op.sources()) {
      Integer found = s.isValue() ? held.get(place(s.number())) : null;
      if (reporting && found != null && found != s.number()) {
        problems.add("block " + block + ": " + op + " reads v" + s.number() + ", finds v" + found);
      }
    }
  }

  private void writes(MachineOp op, Map<Integer, Integer> held) {
    for (int result : op.results()) {
      held.put(place(result), result);
    }
  }
}
