package io.lockstep.terascale.issue;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;

/** Sizes, and times in core cycles. */
public final class UnitTimings {
  private static final int LANE_BYTES = 16; // maximum per lane

  final int wavefront;

  /** Lanes whose addresses are processed together. */
  final int memoryLanes;

  /** Bytes of a texel that the filter processes in one pass. */
  final int texelBytes;

  final int width;

  /** From a bundle to the wavefront's next one: twice a bundle's issue time. */
  final int bundleCycles;

  /** From the end of a clause to the wavefront's next one. */
  final int clauseSwitch;

  /** Of a jump, loop end or pop. */
  final int controlFlow;

  /** From the last arrival to the release. */
  final int barrier;

  final int start;

  /** In which a wavefront's addresses enter the fetch port. */
  final int fetchCycles;

  /** Of the first-level cache, thousandths of a byte per cycle. */
  final long hitRate;

  /** Write path, bytes per cycle. */
  final int storeBytes;

  /** Export of a 16-byte vector of a pixel wavefront; 0: no export bus. */
  final int exportCycles;

  /** Writing a quarter wavefront's contiguous words; 0: unknown. */
  final int storeWhole;

  /** Writing a quarter wavefront's scattered words; 0: unknown. */
  final int storeScattered;

  /** Clocks of a local operation that its bundle hides. */
  final int ldsBaseline;

  final int banks;

  /** First-level cache, bytes. */
  final int line;

  /** Bytes per uncached request; 0: caches serve all reads. */
  final int uncachedPiece;

  /** First-level hit latency. */
  final int hit;

  final Ideals ideals;

  final long scratchBase;

  /** Per wavefront slot. */
  final long scratchBytes;

  /** Emulated local memory. */
  final long localBase;

  /** Emulated local memory of a group. */
  final long localBytes;

  private final long returnBase;

  /**
   * @param width slots of a bundle
   * @param wavefronts maximum of a compute unit
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
   * Cycles of the fetch port for a number of bytes per lane: rate of addresses, rate of the
   * first-level cache.
   */
  int fetchCycles(int bytes) {
    return Math.max(fetchCycles, (int) ((1000L * wavefront * bytes + hitRate - 1) / hitRate));
  }

  /** Where atomics of a wavefront slot of the device return values. */
  long returnBuffer(long slot) {
    return returnBase + slot * wavefront * LANE_BYTES;
  }

  private int unless(Ideal ideal, int cycles) {
    return ideals.has(ideal) ? 0 : cycles;
  }
}
