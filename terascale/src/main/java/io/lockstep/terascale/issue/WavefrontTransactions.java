package io.lockstep.terascale.issue;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.unit.MemoryAccessCounts;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.spi.stats.Totals;
import io.lockstep.terascale.memory.QuarterWavefrontCoalescing;
import io.lockstep.terascale.memory.UncachedPieces;

/**
 * Makes transactions: fetches by quarter wavefronts or, uncached, by pieces sent to the channels;
 * writes by FastPath, merged like fetches, or by CompletePath, dword by dword; atomics by address.
 */
final class WavefrontTransactions extends SavedPart {
  private static final int DWORD = 4;
  private static final int QUAD = 4;
  private static final int VECTOR = 16;

  private final MemoryUnit unit;
  private final QuarterWavefrontCoalescing rule;
  private final UncachedPieces uncached; // null: caches serve all reads
  private final QuarterWavefrontCoalescing whole;
  private final UnitTimings timings;
  private final long[] place = new long[64];
  private final int[] lanes = new int[64];
  private final TransactionSink reads = this::read;
  private final TransactionSink writes = this::write;

  private long tick;
  private int token;
  private int flags;
  private int lines; // of the current quarter wavefront's write
  private final MemoryAccessCounts counts;
  private final TextureCounts textureCounts = state.keep(new TextureCounts());

  WavefrontTransactions(MemoryUnit unit, UnitTimings timings) {
    this.unit = unit;
    this.timings = timings;
    counts = state.keep(new MemoryAccessCounts(unit));
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

  /** Fetches from the return buffer, uncached; its bytes were counted with the atomics. */
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

  /** Fetches texels, four lanes at a time. */
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

  /** Writes by FastPath: words merged into bursts. Returns store port cycles; 0: unknown. */
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
   * Exports of a pixel shader; an 8 KB cache combines a wavefront's writes (AnandTech, R600, page
   * 8).
   */
  void export(long now, int ofToken, Access access) {
    begin(now, ofToken, access);
    whole.coalesce(access, writes);
  }

  private void write(long address, int bytes) {
    lines++;
    unit.write(tick, token, address, bytes);
  }

  /** Writes by CompletePath: a transaction for each dword of each lane. */
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

  /** Reads by CompletePath: a transaction for each distinct dword. */
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

  /** An atomic: a transaction for each distinct address, which serialises its lanes. */
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
   * Addresses scratch: a dword of a work-item adjoins those of its neighbours, so equal offsets
   * form a burst.
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
   * Accesses spilled values: 16-byte vectors of neighbouring lanes adjoin, behind private memory.
   */
  void placeSpill(Access access, long mask, int slot, int privateBytes, int offset, int bytes) {
    int width = timings.wavefront;
    long behind = (privateBytes + VECTOR - 1) / VECTOR * VECTOR + offset / VECTOR * VECTOR;
    long base = timings.scratchBase + slot * timings.scratchBytes + behind * width;
    access.setAffine(mask, width, bytes, base + offset % VECTOR, VECTOR);
  }

  /** Addresses emulated local memory, with a region per group. */
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
