// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.RegisterDemand;
import io.lockstep.kernel.ir.Space;
import java.util.BitSet;
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
  static final int ADDRESS_REGISTERS = 4;
  static final int THREAD_INDEX = 1;

  private RegisterCount() {}

  /**
   * The registers of a thread.
   *
   * @param kernel as the register allocator sees it
   * @param folded whether a value needs no register
   * @param fewest minimum that the compiler allocates
   */
  static int of(Kernel kernel, IntPredicate folded, int fewest) {
    RegisterDemand demand = new RegisterDemand(kernel);
    BitSet addresses = sharedAddresses(kernel);
    BitSet before = beforeThreadIndex(kernel);
    int values = 0;
    for (Block b : kernel.blocks()) {
      int live = demand.most(b.id(), r -> !folded.test(r) && !addresses.get(r));
      values = Math.max(values, live + (before.get(b.id()) ? THREAD_INDEX : 0));
    }
    int inAddressRegisters = demand.most(addresses::get);
    int count = values + Math.max(0, inAddressRegisters - ADDRESS_REGISTERS);
    return Math.max(fewest, count);
  }

  /** Registers that are only read as addresses of shared memory. */
  static BitSet sharedAddresses(Kernel kernel) {
    BitSet addresses = new BitSet();
    BitSet others = new BitSet();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean shared = i.memory() != null && i.memory().space() == Space.LOCAL;
        for (int k = 0; k < i.sources().size(); k++) {
          Operand o = i.sources().get(k);
          if (o.isRegister()) {
            (shared && k == 0 ? addresses : others).set(o.register());
          }
        }
      }
    }
    addresses.andNot(others);
    return addresses;
  }

  /** Blocks from which a reader of the thread's index is reachable. */
  static BitSet beforeThreadIndex(Kernel kernel) {
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
