package io.lockstep.terascale.program;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.List;

/** A control-flow program of clauses, as it is listed and counted. Immutable, thread-safe. */
public interface ClauseProgram {
  /** {@return the portable kernel it was made from} */
  Kernel kernel();

  /** {@return its blocks as the code has them: some branches are conditional moves} */
  List<Block> blocks();

  /** {@return the instruction set it was made for} */
  VliwArchitecture architecture();

  /** {@return the clauses of each block} */
  List<List<Clause>> clauses();

  /** {@return the locations of values} */
  ValueTable values();

  /** {@return 128-bit registers a work-item} */
  int registers();

  /** {@return entries of the control-flow stack a wavefront} */
  int stackEntries();

  /**
   * {@return whether stores take the cached path (CompletePath): one atomic or one store below 32
   * bits in the kernel decides for all, even if it never runs (Elteir, Lin, Feng, CLUSTER 2011)}
   * Typed elements have no cacheless store (LLVM R600 backend, RAT_STORE_TYPED).
   */
  boolean completePath();

  /**
   * {@return the clauses of a block}
   *
   * @param block its number in the kernel
   */
  default List<Clause> clauses(int block) {
    return clauses().get(block);
  }

  /**
   * {@return the bundles of a block's ALU clauses, in order}
   *
   * @param block its number in the kernel
   */
  default List<Bundle> bundles(int block) {
    return clauses(block).stream().flatMap(c -> c.bundles().stream()).toList();
  }

  /** {@return bundles in the program text} */
  default int bundles() {
    return bundleStream(false);
  }

  /**
   * {@return slots filled in the program text; a VLIW4 transcendental counts each slot it takes}
   */
  default int slots() {
    return bundleStream(true);
  }

  /** {@return operations in bundles, each counted once} */
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

  /** {@return fetches in the program text} */
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
