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

/** A control-flow program of clauses, for listings and counts. Immutable, thread-safe. */
public interface ClauseProgram {
  Kernel kernel();

  /** {@return the blocks as coded, after if-conversion} */
  List<Block> blocks();

  VliwArchitecture architecture();

  List<List<Clause>> clauses();

  ValueTable values();

  /** {@return 128-bit registers a work-item} */
  int registers();

  /** {@return control-flow stack entries a wavefront} */
  int stackEntries();

  /**
   * {@return whether all stores take the cached path (CompletePath)} One atomic or one store below
   * 32 bits in the kernel decides for all, even if it never runs (Elteir, Lin, Feng, CLUSTER 2011).
   * Typed elements have no cacheless store (LLVM R600 backend, RAT_STORE_TYPED).
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

  /** {@return number of filled slots; an operation over several slots counts each} */
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
