// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;

/** Times of a compute unit in core cycles, and sizes. Immutable and thread-safe. */
public final class UnitTimings {
  private static final int LANE_BYTES = 16; // maximum bytes that a lane writes

  final int wavefront;

  /** Number of lanes whose memory addresses are processed together. */
  final int memoryLanes;

  /** Bytes of a texel that the filter processes in one pass. */
  final int texelBytes;

  final int width;

  /** Cycles between consecutive bundles of a wavefront: twice the issue time of a bundle. */
  final int bundleCycles;

  /** Cycles from the end of a clause to the start of the wavefront's next clause. */
  final int clauseSwitch;

  /** Cycles of a jump, loop end or pop. */
  final int controlFlow;

  /** Cycles from the last arrival at a barrier to its release. */
  final int barrier;

  final int start;

  /** Cycles for which the addresses of a wavefront occupy the fetch port. */
  final int fetchCycles;

  /** Rate of the first-level cache, in thousandths of a byte per cycle. */
  final long hitRate;

  /** Rate of the write path, in bytes per cycle. */
  final int storeBytes;

  /** Cycles of the export bus for a 16-byte vector of a wavefront; 0 without export bus. */
  final int exportCycles;

  /** Cycles of the write path for a quarter wavefront's contiguous words; 0 if unknown. */
  final int storeWhole;

  /** Cycles of the write path for a quarter wavefront's scattered words; 0 if unknown. */
  final int storeScattered;

  /** Cycles of a local operation that are hidden by issuing its bundle. */
  final int ldsBaseline;

  final int banks;

  /** Line size of the first-level cache, in bytes. */
  final int line;

  /** Bytes per request of an uncached read; 0 if caches serve all reads. */
  final int uncachedPiece;

  /** Hit latency of the first-level cache, in cycles. */
  final int hit;

  final Ideals ideals;

  final long scratchBase;

  /** Scratch memory of one wavefront slot, in bytes. */
  final long scratchBytes;

  /** Device address of emulated local memory. */
  final long localBase;

  /** Emulated local memory of one group, in bytes. */
  final long localBytes;

  private final long returnBase;

  /**
   * @param width number of slots of a bundle
   * @param wavefronts maximum number of resident wavefronts of a compute unit
   * @param scratchBase device address of scratch memory
   */
  public UnitTimings(Figures f, int width, int wavefronts, long scratchBase) {
    ideals = f.ideals();
    wavefront = f.integer("unit.wavefront");
    memoryLanes = f.integer("memory.lanes");
    texelBytes = f.integer("texture.texel_size");
    this.width = width;
    bundleCycles = f.integer("issue.latency");
    clauseSwitch = unless(Ideal.DEPENDENCY, f.integer("issue.clause_switch"));
    controlFlow = unless(Ideal.DEPENDENCY, f.integer("issue.branch_latency"));
    barrier = unless(Ideal.DEPENDENCY, f.integer("issue.barrier_latency"));
    start = unless(Ideal.RESIDENCY, f.integer("dispatch.wave_start"));
    fetchCycles = Math.max(1, wavefront / f.integer("fetch.addresses"));
    hitRate = f.value("l1.bandwidth");
    int path = Math.max(1, f.integer("network.request_rate") / 1000);
    storeBytes = ideals.has(Ideal.CACHES) ? Math.max(path, LANE_BYTES * wavefront) : path;
    boolean bus = f.has("export.interval") && !ideals.has(Ideal.CACHES);
    exportCycles = bus ? f.integer("export.interval") : 0;
    boolean quarters = f.has("memory.store_whole") && !ideals.has(Ideal.CACHES);
    storeWhole = quarters ? f.integer("memory.store_whole") : 0;
    storeScattered = (int) f.optional("memory.store_scattered").orElse(storeWhole);
    ldsBaseline = f.integer("lds.baseline");
    banks = f.integer("lds.banks");
    line = f.integer("l1.line");
    uncachedPiece = f.has("memory.uncached_reads") ? f.integer("memory.uncached_reads") : 0;
    hit = unless(Ideal.MEMORY_LATENCY, f.integer("l1.latency"));
    this.scratchBase = scratchBase;
    scratchBytes = f.value("memory.scratch_size") * wavefront;
    localBase = scratchBase + f.integer("unit.count") * wavefronts * scratchBytes;
    localBytes = Math.max(f.value("lds.size"), f.value("dram.interleave"));
    returnBase = localBase + f.value("unit.count") * f.value("unit.groups") * localBytes;
  }

  /**
   * Returns the cycles of the fetch port: addresses enter at a fixed rate, and data returns at the
   * rate of the first-level cache.
   *
   * @param bytes bytes fetched per lane
   */
  int fetchCycles(int bytes) {
    return Math.max(fetchCycles, (int) ((1000L * wavefront * bytes + hitRate - 1) / hitRate));
  }

  /** Returns the address of the buffer for the old values of a wavefront slot's atomics. */
  long returnBuffer(long slot) {
    return returnBase + slot * wavefront * LANE_BYTES;
  }

  private int unless(Ideal ideal, int cycles) {
    return ideals.has(ideal) ? 0 : cycles;
  }
}
