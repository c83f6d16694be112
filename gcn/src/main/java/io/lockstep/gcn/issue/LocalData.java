// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.lds.LdsBanks;
import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.ConflictFree;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.counters.LocalMemoryCounts;
import io.lockstep.parts.unit.ShapeMemo;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.spec.DeviceSpec;

/**
 * The LDS of a compute unit. Each of two pairs of SIMDs has a port, with 64 bytes per clock in each
 * direction, to 32 shared banks.
 *
 * <p>Since a port has half of the banks' rate, the pairs alternate at the banks: each pair has
 * every {@code lds.turns}-th clock, even if the other pair is idle. A pass of 32 lanes therefore
 * takes two clocks, and each additional pass due to a bank conflict takes two more; the pairs do
 * not delay each other. With a single turn, all pairs share one queue.
 *
 * <p>A request occupies the port for 4 clocks of addresses plus 4 for each written dword; a
 * response occupies it for 4 clocks per dword read. {@link LdsBanks} computes the clocks of the
 * banks. Sources: ROCm Compute Profiler documentation (pairs, ports; 8 and 20 clocks for 32-bit and
 * 128-bit stores), CLRX GCN timings.
 */
final class LocalData extends CountingPart {
  /** Path of the number of pairs that alternate; if absent, all pairs share one queue. */
  static final String TURNS = "lds.turns";

  private final LdsBanks banks;
  private final LocalMemoryRule rule; // the banks' rule, or an ideal rule
  private final int
      word; // bytes of a bank's word; moving addresses by whole words only permutes the banks
  private final Access access = new Access();
  private final int queue; // clocks of bank work that may be queued
  private final int portSharing; // SIMDs that share a port
  private final int
      dword; // clocks of the port for a wavefront's addresses, or for one dword of data
  private final int latency;
  private final boolean atOnce; // ideal dependences: data is available when the banks are done
  private final long[] pairFree;
  private final int turns; // clocks between two passes of a pair through the banks
  private final long[] banksFree; // by turn
  private long banksUsed; // tick until which passes are accounted, at one per clock
  private GcnKernel memoOf;
  private final ShapeMemo memo;

  private final LocalMemoryCounts counts = own.include(new LocalMemoryCounts());

  LocalData(DeviceSpec spec, IssueTiming timing) {
    word = spec.integer("lds.bank_width");
    banks = LdsBanks.of(spec);
    rule = ConflictFree.unlessReal(banks, timing.ideals);
    memo = new ShapeMemo(word);
    queue = spec.integer("lds.queue");
    portSharing = spec.integer("lds.port_sharing");
    dword = 4_000 * spec.integer("unit.wavefront") / spec.integer("lds.port_rate");
    turns = spec.has(TURNS) ? spec.integer(TURNS) : 1;
    // The published latency of a 32-bit load includes its passes through the banks and the port.
    latency = timing.ldsLatency - banks.conflictFree(4) * turns - dword;
    atOnce = timing.inOneVisit;
    pairFree = new long[(spec.integer("unit.simds") + portSharing - 1) / portSharing];
    banksFree = new long[turns];
  }

  /** Returns the tick at which a SIMD's request can be sent. */
  long freeAt(int simd) {
    int pair = simd / portSharing;
    return Math.max(pairFree[pair], banksFree[pair % turns] - queue);
  }

  void issue(PathOwner unit, int simd, int w, int i, long t) {
    GcnKernel code = unit.code();
    int c = code.cls[i];
    boolean permutes = c == GcnClass.LDS_PERMUTE.ordinal();
    boolean write = c == GcnClass.LDS_WRITE.ordinal();
    boolean atomic =
        c == GcnClass.LDS_ATOMIC.ordinal() || c == GcnClass.LDS_ATOMIC_RETURN.ordinal();
    Operation operation = atomic ? Operation.ATOMIC : write ? Operation.STORE : Operation.LOAD;
    boolean answers = !write && c != GcnClass.LDS_ATOMIC.ordinal();
    int clocks = permutes ? banks.conflictFree(4) : 0;
    int free = clocks;
    int dwords = permutes ? 1 : 0;
    for (int k = code.slotStart[i]; k < code.slotStart[i + 1]; k++) {
      int slot = code.slots[k];
      int bytes = unit.wavefronts().elementBytes(slot);
      int known = unit.wavefronts().again(w, slot);
      if (known < 0) {
        unit.wavefronts().access(w, slot, access);
        // Each group of lanes has its pass, also if it is empty.
        known = code.elects[i] ? banks.conflictFree(bytes) : clocks(code, slot, operation);
        unit.wavefronts().remember(w, slot, word, known);
      }
      clocks += known;
      free += banks.conflictFree(bytes);
      dwords += Math.max(1, bytes / 4);
    }
    int request = dword + (write || atomic || permutes ? dword * dwords : 0);
    int answer = answers ? dword * dwords : 0;
    long done = book(unit, simd, i, t, clocks, free, request, answer);
    Path path = unit.path(w);
    unit.add(w, c, done, path == null ? null : path.to(done, PathResource.LOCAL_MEMORY));
  }

  private int clocks(GcnKernel code, int slot, Operation operation) {
    if (!access.isRows()) {
      return rule.clocks(access, operation);
    }
    if (memoOf != code) {
      memoOf = code;
      memo.begin(code.kernel().memorySlots());
    }
    int known = memo.find(slot, access);
    if (known == ShapeMemo.NONE) {
      known = rule.clocks(access, operation);
      memo.put(slot, access, known);
    }
    return known;
  }

  /** Books an LDS access of a flat instruction; returns the completion tick. */
  long flat(PathOwner unit, int simd, int i, Access a, Operation operation, long t) {
    int clocks = rule.clocks(a, operation);
    int free = banks.conflictFree(a);
    int dwords = Math.max(1, a.elementBytes() / 4);
    return book(
        unit,
        simd,
        i,
        t,
        clocks,
        free,
        dword + (operation != Operation.LOAD ? dword * dwords : 0),
        operation == Operation.STORE ? 0 : dword * dwords);
  }

  private long book(
      PathOwner unit, int simd, int i, long t, int clocks, int free, int request, int answer) {
    int pair = simd / portSharing;
    long start = Math.max(t, banksFree[pair % turns]);
    long end = start + (long) clocks * turns;
    banksFree[pair % turns] = end;
    pairFree[pair] = t + Math.max(request, answer);
    counts.served(clocks, free);
    long used = Math.max(start, banksUsed);
    banksUsed = used + clocks;
    unit.ports.issues(simd, t, i);
    unit.ports.use(unit.ports.localData(), used, banksUsed, GcnIssueCause.ISSUED_LDS, i);
    return atOnce ? end : end + Math.max(answer, dword) + latency;
  }

  LocalMemoryCounts counts() {
    return counts;
  }
}
