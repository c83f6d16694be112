// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.program;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.List;

/** A control-flow program of clauses, for listings and counts. Immutable and thread-safe. */
public interface ClauseProgram {
  Kernel kernel();

  /** {@return the blocks in the order of the code, after if-conversion} */
  List<Block> blocks();

  VliwArchitecture architecture();

  List<List<Clause>> clauses();

  ValueTable values();

  /** {@return the number of 128-bit registers per work-item} */
  int registers();

  /** {@return the number of control-flow stack entries per wavefront} */
  int stackEntries();

  /**
   * {@return whether all stores use the cached path (CompletePath)} A single atomic or store of
   * less than 32 bits in the kernel forces all stores onto this path, even if never executed
   * (Elteir, Lin, Feng, CLUSTER 2011). Stores of typed elements have no uncached form (LLVM R600
   * backend, RAT_STORE_TYPED).
   */
  boolean completePath();

  default List<Clause> clauses(int block) {
    return clauses().get(block);
  }

  /** {@return the bundles of a block's ALU clauses, in order} */
  default List<Bundle> bundles(int block) {
    return clauses(block).stream().flatMap(c -> c.bundles().stream()).toList();
  }

  default int bundles() {
    return bundleStream(false);
  }

  /** {@return the number of filled slots; an operation over several slots counts once per slot} */
  default int slots() {
    return bundleStream(true);
  }

  default int operations() {
    int n = 0;
    for (List<Clause> block : clauses()) {
      for (Clause clause : block) {
        for (Bundle bundle : clause.bundles()) {
          n += bundle.ops().size();
        }
      }
    }
    return n;
  }

  private int bundleStream(boolean slots) {
    int n = 0;
    for (List<Clause> block : clauses()) {
      for (Clause clause : block) {
        n += slots ? clause.slots() : clause.bundles().size();
      }
    }
    return n;
  }

  default int fetches() {
    int n = 0;
    for (List<Clause> block : clauses()) {
      for (Clause clause : block) {
        for (MachineOp op : clause.ops()) {
          n += op.kind() == MachineOp.Kind.FETCH ? 1 : 0;
        }
      }
    }
    return n;
  }
}
