// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.transaction.MemoryAccessCounts;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.spi.stats.Totals;
import io.lockstep.terascale.memory.QuarterWavefrontCoalescing;
import io.lockstep.terascale.memory.UncachedPieces;

/**
 * Converts the accesses of a wavefront to transactions of its memory unit. Fetches are merged per
 * quarter wavefront; uncached fetches are sent in pieces directly to the channels. Writes use
 * either FastPath, merged like fetches, or CompletePath, the cached write path, dword by dword.
 * Atomics are sent one address at a time.
 */
final class WavefrontTransactions extends CountingPart {
  private static final int DWORD = 4;
  private static final int QUAD = 4;
  private static final int VECTOR = 16;

  private final MemoryUnit unit;
  private final QuarterWavefrontCoalescing rule;
  private final UncachedPieces uncached; // null if caches serve all reads
  private final QuarterWavefrontCoalescing whole;
  private final UnitTimings timings;
  private final long[] place = new long[64];
  private final int[] lanes = new int[64];
  private final TransactionSink reads = this::read;
  private final TransactionSink writes = this::write;

  private long tick;
  private int token;
  private int flags;
  private int lines; // lines written by the current quarter wavefront
  private final MemoryAccessCounts counts;
  private final TextureCounts textureCounts = own.include(new TextureCounts());

  WavefrontTransactions(MemoryUnit unit, UnitTimings timings) {
    this.unit = unit;
    this.timings = timings;
    counts = own.include(new MemoryAccessCounts(unit));
    rule = new QuarterWavefrontCoalescing(timings.memoryLanes, timings.line);
    int piece = timings.uncachedPiece;
    uncached = piece == 0 ? null : new UncachedPieces(timings.wavefront, piece);
    whole = new QuarterWavefrontCoalescing(timings.wavefront, timings.line);
  }

  void fetch(long now, int ofToken, Access access, boolean polled) {
    flags = unit.config().flags() | (polled ? MemoryUnit.BYPASS : 0);
    begin(now, ofToken, access);
    for (int from = 0; from < timings.wavefront; from += rule.lanesPerRequest()) {
      access.window(from, rule.lanesPerRequest());
      rule.coalesce(access, reads);
    }
    access.widen(timings.wavefront);
  }

  void fetchUncached(long now, int ofToken, Access access, boolean polled) {
    if (uncached == null) {
      fetch(now, ofToken, access, polled);
      return;
    }
    flags = unit.config().flags() | MemoryUnit.BYPASS | MemoryUnit.UNCACHED;
    begin(now, ofToken, access);
    uncached.coalesce(access, reads);
  }

  /** Fetches uncached from the return buffer of atomics, which have counted the bytes. */
  void fetchReturned(long now, int ofToken, Access access) {
    flags = unit.config().flags() | MemoryUnit.BYPASS | MemoryUnit.UNCACHED;
    tick = now;
    token = ofToken;
    for (int from = 0; from < timings.wavefront; from += rule.lanesPerRequest()) {
      access.window(from, rule.lanesPerRequest());
      rule.coalesce(access, reads);
    }
    access.widen(timings.wavefront);
  }

  /** Issues a fetch of texels, four lanes at a time. */
  void sample(long now, int ofToken, TextureFetch textures) {
    tick = now;
    token = ofToken;
    flags = unit.config().flags();
    counts.request((long) textures.active() * textures.texelBytes());
    for (int from = 0; from < timings.wavefront; from += QUAD) {
      textures.lines(from, QUAD, reads);
    }
    textureCounts.fetched(textures);
  }

  private void read(long address, int bytes) {
    unit.read(tick, token, address, bytes, flags);
  }

  /**
   * Issues a write of 32-bit words on FastPath, merged into bursts.
   *
   * @return cycles of the store port; 0 if the cost of a quarter wavefront is unknown
   */
  int store(long now, int ofToken, Access access) {
    begin(now, ofToken, access);
    int bytes = access.elementBytes();
    int cycles = 0;
    for (int from = 0; from < timings.wavefront; from += rule.lanesPerRequest()) {
      access.window(from, rule.lanesPerRequest());
      lines = 0;
      rule.coalesce(access, writes);
      boolean whole = lines * timings.line <= rule.lanesPerRequest() * bytes;
      cycles += whole || access.isAffine(bytes) ? timings.storeWhole : timings.storeScattered;
    }
    access.widen(timings.wavefront);
    return cycles * Math.max(1, bytes / DWORD);
  }

  /**
   * Issues a memory export of a pixel shader. The cache at the end of the export path combines the
   * writes of a wavefront (AnandTech, R600, page 8: a read and write cache of 8 KB for exports).
   */
  void export(long now, int ofToken, Access access) {
    begin(now, ofToken, access);
    whole.coalesce(access, writes);
  }

  private void write(long address, int bytes) {
    lines++;
    unit.write(tick, token, address, bytes);
  }

  /** Issues a write on CompletePath: one transaction for each dword of each lane. */
  void completeStore(long now, int ofToken, Access access) {
    begin(now, ofToken, access);
    int bytes = access.elementBytes();
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long at = access.address(lane) & -DWORD;
      for (int done = 0; done < bytes; done += DWORD) {
        unit.atomicStore(now, ofToken, at + done, DWORD);
      }
    }
  }

  /** Issues a read on CompletePath: one transaction for each distinct dword. */
  void readDwords(long now, int ofToken, Access access) {
    begin(now, ofToken, access);
    int bytes = access.elementBytes();
    for (int done = 0; done < bytes; done += DWORD) {
      int places = 0;
      for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
        long at = (access.address(lane) & -DWORD) + done;
        int k = places - 1;
        while (k >= 0 && place[k] != at) {
          k--;
        }
        if (k < 0) {
          place[places++] = at;
          unit.atomicRead(now, ofToken, at, DWORD);
        }
      }
    }
  }

  /** Issues an atomic: one transaction per distinct address, which serialises its lanes. */
  void atomic(long now, int ofToken, Access access) {
    begin(now, ofToken, access);
    int places = 0;
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long at = access.address(lane);
      int k = 0;
      while (k < places && place[k] != at) {
        k++;
      }
      if (k == places) {
        place[k] = at;
        lanes[k] = 0;
        places++;
      }
      lanes[k]++;
    }
    for (int k = 0; k < places; k++) {
      unit.atomic(now, ofToken, place[k], Math.max(DWORD, access.elementBytes()), lanes[k]);
    }
  }

  private void begin(long now, int ofToken, Access access) {
    tick = now;
    token = ofToken;
    counts.request((long) access.active() * access.elementBytes());
  }

  /**
   * Sets the device addresses of a scratch access. Equal dwords of neighbouring work-items are
   * adjacent, so that equal offsets form one burst.
   */
  void placeScratch(Access access, int wavefront) {
    long mask = access.mask();
    int width = timings.wavefront;
    int bytes = access.elementBytes();
    long base = timings.scratchBase + wavefront * timings.scratchBytes;
    long[] out = access.addresses();
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long offset = access.address(lane);
      place[lane] = base + (offset / DWORD) * DWORD * width + (long) lane * DWORD;
    }
    System.arraycopy(place, 0, out, 0, width);
    access.setScattered(mask, width, bytes);
  }

  /**
   * Initializes the access to spilled values of a wavefront's lanes. The 16-byte vectors of
   * neighbouring lanes are adjacent and follow the wavefront's private memory.
   */
  void placeSpill(Access access, long mask, int slot, int privateBytes, int offset, int bytes) {
    int width = timings.wavefront;
    long behind = (privateBytes + VECTOR - 1) / VECTOR * VECTOR + offset / VECTOR * VECTOR;
    long base = timings.scratchBase + slot * timings.scratchBytes + behind * width;
    access.setAffine(mask, width, bytes, base + offset % VECTOR, VECTOR);
  }

  /** Sets the addresses of an access to emulated local memory, with a region per group. */
  void placeLocal(Access access, int group) {
    long mask = access.mask();
    int width = timings.wavefront;
    int bytes = access.elementBytes();
    long base = timings.localBase + group * timings.localBytes;
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      place[lane] = base + access.address(lane);
    }
    System.arraycopy(place, 0, access.addresses(), 0, width);
    access.setScattered(mask, width, bytes);
  }

  void statistics(Totals out) {
    counts.addTo(out);
    textureCounts.addTo(out);
    CacheStatistics.L1.write(unit.cache(), out);
  }
}
