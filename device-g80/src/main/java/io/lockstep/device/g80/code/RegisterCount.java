// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.RegisterDemand;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Estimates the registers of a thread from the values that are live at once.
 *
 * <p>Pointers have 32 bits. Predicates are in condition codes, arguments in shared memory, and up
 * to four shared-memory addresses in separate address registers (envytools,
 * hw/graph/tesla/cuda/isa). One more register holds the thread's index within its block while a
 * reader is still reachable.
 */
final class RegisterCount {
  private static final int ADDRESS_REGISTERS = 4;

  private final Kernel kernel;
  private final RegisterDemand demand;
  private final BitSet others; // values that need no general register
  private final BitSet threadIndex; // blocks from which a reader of it is reachable
  private final int surplus; // live addresses beyond the address registers

  /**
   * @param kernel as the register allocator sees it
   * @param folded whether a value needs no register
   */
  RegisterCount(Kernel kernel, IntPredicate folded) {
    this.kernel = kernel;
    demand = new RegisterDemand(kernel);
    threadIndex = beforeThreadIndex(kernel);
    others = sharedAddresses(kernel);
    surplus = Math.max(0, demand.most(others::get) - ADDRESS_REGISTERS);
    for (int r = 0; r < kernel.registers().size(); r++) {
      if (folded.test(r) || size(r) == 0) {
        others.set(r);
      }
    }
  }

  /** The registers of a thread. */
  int registers() {
    return kernel.blocks().stream()
        .mapToInt(b -> reserved(b.id()) + demand.most(b.id(), r -> !others.get(r)))
        .max()
        .orElse(0);
  }

  int size(int value) {
    return demand.weight(value);
  }

  boolean needsRegister(int value) {
    return !others.get(value);
  }

  /** Registers in use within a block beside those of values. */
  int reserved(int block) {
    return surplus + (threadIndex.get(block) ? 1 : 0);
  }

  /** Registers that are only read as addresses of shared memory. */
  static BitSet sharedAddresses(Kernel kernel) {
    BitSet addresses = new BitSet();
    BitSet others = new BitSet();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        List<Integer> reads = new ArrayList<>(i.reads());
        if (sharedAddress(i) >= 0) {
          addresses.set(reads.remove(0));
        }
        reads.forEach(others::set);
      }
    }
    addresses.andNot(others);
    return addresses;
  }

  /** The register that an instruction reads as its address in shared memory, or -1. */
  static int sharedAddress(Instruction i) {
    boolean shared = i.memory() != null && i.memory().space() == Space.LOCAL;
    return shared ? i.sources().get(0).register() : -1;
  }

  private static BitSet beforeThreadIndex(Kernel kernel) {
    BitSet before = new BitSet();
    for (int known = -1; known != before.cardinality(); ) {
      known = before.cardinality();
      for (Block b : kernel.blocks()) {
        boolean reads =
            b.instructions().stream().anyMatch(i -> i.op() == Op.SPECIAL && i.special().isOfLane());
        if (reads || b.successors().stream().anyMatch(before::get)) {
          before.set(b.id());
        }
      }
    }
    return before;
  }
}
