// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.spi.Machine;
import io.lockstep.trace.record.WorkGroupRecord;

/**
 * Warms a machine's caches with the last work-groups of each gap, as many as fill them. The first
 * groups that are left out show how many bytes a group accesses. Not thread-safe.
 */
final class GapWarmer {
  private static final int FIRST = 16;

  private final Machine machine;
  private final int slot;
  private final long capacity;
  private long groups; // groups so far
  private long bytes; // bytes that they accessed

  GapWarmer(Machine machine, int slot) {
    this.machine = machine;
    this.slot = slot;
    capacity = machine.warmBytes();
  }

  /**
   * Decides whether a group warms the caches.
   *
   * @param before groups that are left out after it in the same gap
   */
  void skips(WorkGroupRecord group, long before) {
    if (groups < FIRST || bytes > 0 && before < (double) capacity * groups / bytes) {
      groups++;
      bytes += machine.warm(slot, group);
    }
  }
}
