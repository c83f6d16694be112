// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.ConflictFree;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.counters.LocalMemoryCounts;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.lds.BankConflicts;
import io.lockstep.terascale.lds.ConflictMemo;
import io.lockstep.terascale.program.TeraScaleKernel;

/** Computes bank cycles in excess of the issue time of ALU clauses and R700's fetches. */
final class LocalDataShare extends CountingPart {
  private final UnitTimings timings;
  private final Wavefronts wavefronts;
  private final LocalMemoryCounts counts = own.include(new LocalMemoryCounts());
  private final BankConflicts conflicts;
  private final ConflictMemo memo;
  private final Access access = new Access();
  private ClauseTable table;
  private long free; // tick at which the banks have served all clauses

  LocalDataShare(UnitTimings timings, Wavefronts wavefronts) {
    this.timings = timings;
    this.wavefronts = wavefronts;
    conflicts = new BankConflicts(timings.banks, timings.wavefront);
    memo = new ConflictMemo(ConflictFree.unlessReal(conflicts, timings.ideals), timings.wavefront);
  }

  void begin(TeraScaleKernel code) {
    table = code.table();
    memo.begin(code.kernel().memorySlots());
  }

  /** Serves an ALU clause whose bundles have issued; returns the stall in cycles. */
  long clause(int w, int c, long start, long issued) {
    long stall = 0;
    long clocks = 0;
    for (int k = table.firstOp[c]; k < table.firstOp[c + 1]; k++) {
      int slot = table.memorySlot[k];
      if (slot < 0) {
        continue;
      }
      int taken = served(w, k, slot);
      if (table.second[k] >= 0) {
        taken += served(w, k, table.second[k]);
      }
      clocks += taken;
      stall += BankConflicts.stall(taken, table.parts[k], timings.ldsBaseline);
    }
    if (clocks == 0) {
      return 0;
    }
    // The banks serve both ALU slots, so that pending work of the other slot delays this clause.
    free = Math.max(free, start) + clocks;
    return Math.max(stall, free - issued);
  }

  private Operation simple(int k) {
    return table.writes[k] ? Operation.STORE : Operation.LOAD;
  }

  private int served(int w, int k, int slot) {
    wavefronts.access(w, slot, access);
    int taken = memo.clocks(slot, access, table.atomic[k] ? Operation.ATOMIC : simple(k));
    counts.served(taken, conflicts.conflictFree(access));
    return taken;
  }

  /** Serves an R700 fetch from local memory; returns the bank cycles. */
  int fetch(int w, int op) {
    int slot = table.memorySlot[op];
    wavefronts.access(w, slot, access);
    int words = table.owned[op];
    int each = Math.max(1, access.elementBytes() / 4); // words of the recorded access
    int clocks = memo.clocks(slot, access, simple(op)) * words / each;
    counts.served(clocks, conflicts.conflictFree(access) * words / each);
    return clocks;
  }

  LocalMemoryCounts counts() {
    return counts;
  }
}
