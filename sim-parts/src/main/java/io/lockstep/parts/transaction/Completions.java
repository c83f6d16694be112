// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.parts.cache.FirstLevel;

/**
 * Collects the instructions of a memory unit that complete during one event. The listener is
 * notified at the end of the event, when the unit's state is consistent.
 */
final class Completions {
  private final MemoryInstructions table;
  private final int[] owner;
  private final int[] token;
  private final long[] tick;
  private int size;
  private InstructionProbe probe = InstructionProbe.NONE;

  Completions(MemoryInstructions table) {
    this.table = table;
    int most = table.capacity();
    owner = new int[most];
    token = new int[most];
    tick = new long[most];
  }

  void observe(InstructionProbe by) {
    probe = by;
  }

  void part(int of, long at) {
    table.notBefore(of, at);
    probe.part(of);
    if (table.close(of)) {
      owner[size] = table.owner(of);
      token[size] = of;
      tick[size++] = remove(of);
    }
  }

  /** Fills sectors of a cache and completes a part of each waiting instruction. */
  void filled(FirstLevel level, long address, int bytes, long data) {
    int step = level.sectorBytes();
    for (long sector = address; sector < address + bytes; sector += step) {
      int waiter = level.fill(sector);
      while (waiter >= 0) {
        int of = level.token(waiter);
        waiter = level.following(waiter);
        part(of, data);
      }
    }
  }

  /** Frees a completed instruction's token; returns the tick of its last data. */
  long remove(int of) {
    long latest = table.latest(of);
    probe.ends(of, table.owner(of), latest);
    table.remove(of);
    return latest;
  }

  void tell(CompletionListener listener, long now) {
    int n = size;
    size = 0;
    for (int i = 0; i < n; i++) {
      listener.completed(owner[i], token[i], Math.max(now, tick[i]));
    }
  }
}
