// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.memory.SharedMemoryBanks;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.ConflictFree;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.parts.counters.LocalMemoryCounts;
import io.lockstep.sm.memory.DataBanks;
import io.lockstep.spi.spec.Ideal;

/**
 * Computes how long an access to shared memory occupies the SPs, whose operand path it uses.
 *
 * <p>An atomic is a loop of a locked load, the operation, an unlocking store and a branch. Lanes
 * that access the same word take one iteration each (envytools, hw/graph/tesla/cuda: lockable
 * shared memory of G200).
 */
final class SharedMemory {
  private final LocalMemoryRule banks;
  private final boolean oneTrip; // ideal: no conflicts
  private final int lock;
  private final int lockLatency;
  private int clocks;
  private int delay;
  private int request; // conflict-free clocks of one request
  private int requests;

  private final LocalMemoryCounts counts = new LocalMemoryCounts();

  SharedMemory(MultiprocessorConfig config) {
    banks =
        ConflictFree.unlessReal(
            new SharedMemoryBanks(config.banks, config.pass, config.lanes), config.ideals);
    oneTrip = config.ideals.has(Ideal.CONFLICTS);
    lock = config.lock;
    lockLatency = config.lockLatency;
  }

  /** Computes the cost of a warp's access, which {@link #clocks} and {@link #delay} return. */
  void access(Access access, LocalMemoryRule.Operation operation) {
    clocks = banks.clocks(access, operation);
    int free = banks.conflictFree(access);
    delay = clocks - free;
    requests = Math.max(1, access.elementBytes() / 4);
    request = free / requests;
    counts.served(clocks, free);
    if (operation == LocalMemoryRule.Operation.ATOMIC) {
      int trips = oneTrip ? 1 : DataBanks.trips(access);
      clocks = Math.max(clocks, trips * lock);
      delay += trips * lockLatency;
    }
  }

  /**
   * Returns the clocks for which the access occupies the SPs.
   *
   * @param made number of requests that the instruction makes itself; the remaining requests are
   *     operands of other instructions
   */
  int clocks(int made) {
    return clocks - Math.max(0, requests - made) * request;
  }

  /** Returns the clocks by which conflicts delay the result. */
  int delay() {
    return delay;
  }

  LocalMemoryCounts counts() {
    return counts;
  }
}
