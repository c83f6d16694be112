package io.lockstep.parts.unit;

import io.lockstep.parts.cache.FirstLevel;

/**
 * Instructions of a memory unit that have become complete during one event, in the order they did;
 * their listener hears of them at its end, when the unit's own state is consistent. Holds nothing
 * between events. Not thread-safe.
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

  /** One part of an instruction has its data at a tick; with the last one it is complete. */
  void part(int of, long at) {
    table.notBefore(of, at);
    probe.part(of);
    if (table.close(of)) {
      owner[size] = table.owner(of);
      token[size] = of;
      tick[size++] = remove(of);
    }
  }

  /** Sectors have come for a cache: a part of each instruction that waited has its data. */
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

  /** An instruction is complete, its token free: when the last of its data is there. */
  long remove(int of) {
    long latest = table.latest(of);
    probe.ends(of, table.owner(of), latest);
    table.remove(of);
    return latest;
  }

  /** Tells the listener of all. */
  void tell(CompletionListener listener, long now) {
    int n = size;
    size = 0;
    for (int i = 0; i < n; i++) {
      listener.completed(owner[i], token[i], Math.max(now, tick[i]));
    }
  }

  /** Forgets what was not told. */
  void clear() {
    size = 0;
  }
}
