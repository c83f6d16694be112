// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.BitSet;

/**
 * Finds the registers whose values of inactive work-items matter: those that a block may read
 * without having written them, and those that work-items read of each other.
 */
final class SharedRegisters {
  private SharedRegisters() {}

  static BitSet of(Kernel kernel) {
    BitSet shared = new BitSet();
    for (Block block : kernel.blocks()) {
      BitSet written = new BitSet();
      for (Instruction in : block.instructions()) {
        for (int register : in.reads()) {
          if (!written.get(register) || readsOthers(in)) {
            shared.set(register);
          }
        }
        if (in.guard() < 0 && !isPacking(in)) {
          in.writes().forEach(written::set);
        }
      }
    }
    return shared;
  }

  private static boolean readsOthers(Instruction in) {
    return switch (in.op()) {
      case LOAD, STORE, BRANCH, SWITCH -> false;
      default -> !in.op().isComputation();
    };
  }

  /** Returns whether an instruction packs or unpacks, which may write registers in parts. */
  private static boolean isPacking(Instruction in) {
    return in.op() == Op.MOVE && (in.sources().size() > 1 || in.destinations().size() > 1);
  }
}
