// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.issue.GcnIssueCause;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.gcn.lowering.MatrixUnit;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.MatrixCounts;
import io.lockstep.spi.Device;
import io.lockstep.spi.ShippedDevices;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The common part of the providers of this line's families. Stateless and thread-safe. */
public abstract class GcnProvider extends ShippedDevices {
  /** The rocprof counter for each shared statistic. */
  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("l1.lookups", "TCP_TOTAL_CACHE_ACCESSES"),
          Map.entry("l2.atomics", "TCC_ATOMIC"),
          Map.entry("l2.fetched_bytes", "FetchSize * 1024"),
          Map.entry("l2.hit_rate", "L2CacheHit"),
          Map.entry("l2.hits", "TCC_HIT"),
          Map.entry("l2.lookups", "TCC_REQ"),
          Map.entry("l2.reads", "TCC_READ"),
          Map.entry("l2.sent_bytes", "WriteSize * 1024"),
          Map.entry("l2.writes", "TCC_WRITE"),
          Map.entry("lds.accesses", "SQ_INSTS_LDS"),
          Map.entry("lds.conflict_cycles", "SQ_LDS_BANK_CONFLICT"),
          Map.entry("machine_instructions", "SQ_INSTS"),
          Map.entry("occupancy.achieved", "MeanOccupancyPerActiveCU / slots"),
          Map.entry("wavefronts", "SQ_WAVES"));

  private final Map<String, InstructionSet> isas;
  private final Optional<MatrixCores> matrices;

  /**
   * Names a family.
   *
   * @param isas its instruction sets by name
   * @param devices ids of the catalogue's devices
   */
  protected GcnProvider(String family, Map<String, InstructionSet> isas, List<String> devices) {
    this(family, isas, devices, Optional.empty());
  }

  /**
   * Names a family with matrix cores.
   *
   * @param isas its instruction sets by name
   * @param devices ids of the catalogue's devices
   * @param matrices its matrix cores
   */
  protected GcnProvider(
      String family, Map<String, InstructionSet> isas, List<String> devices, MatrixCores matrices) {
    this(family, isas, devices, Optional.of(matrices));
  }

  private GcnProvider(
      String family,
      Map<String, InstructionSet> isas,
      List<String> devices,
      Optional<MatrixCores> matrices) {
    super(GcnSchema.of(family, isas, matrices), devices);
    this.isas = isas;
    this.matrices = matrices;
  }

  @Override
  public final Map<String, String> counters() {
    return COUNTERS;
  }

  @Override
  public final Optional<IssueScheme> issue() {
    return Optional.of(GcnIssueCause.SCHEME);
  }

  @Override
  public final List<Statistic> statistics() {
    List<Statistic> all = new ArrayList<>();
    all.addAll(CacheStatistics.TRANSLATION.declared());
    all.addAll(CacheStatistics.INSTRUCTIONS.declared());
    if (matrices.isPresent()) {
      all.addAll(MatrixCounts.STATISTICS.declared());
      all.addAll(MatrixCounts.ROOF.declared());
    }
    return all;
  }

  @Override
  public final Map<String, Double> declares(DeviceSpec spec) {
    Map<String, Double> all = new TreeMap<>();
    // A dependent load costs three issue intervals: computing a 64-bit address takes two vector
    // additions (32 bits and a carry; CDNA ISA documents), and s_waitcnt takes an issue slot before
    // the loaded value is used.
    all.put("latency.step", 3.0 * spec.value("issue.interval"));
    // The vector L1 processes a request for each distinct line of a wavefront, even if several
    // quarters of the wavefront read the line (ROCm Compute Profiler documentation).
    double line = spec.value("l1.line");
    for (int words = 1; words <= 32; words *= 2) {
      double bytes = spec.value("unit.wavefront") * Math.min(4.0 * words, line);
      all.put("coalescing.stride." + words, Math.ceil(bytes / line));
    }
    double lanes = spec.value("unit.simds") * spec.value("unit.wavefront");
    double floats =
        lanes / spec.value("issue.interval") * spec.optional(Chip.PACKED_SINGLES).orElse(1);
    all.put("rate.f32.fma", floats);
    all.put("rate.f32.add", floats);
    return all;
  }

  @Override
  public final Device device(DeviceSpec spec) {
    InstructionSet isa = isas.get(spec.choice("unit.isa"));
    MatrixUnit unit = matrices.map(m -> m.of(isa, spec)).orElse(MatrixUnit.NONE);
    return new GcnDevice(spec, new Chip(isa, spec, unit));
  }
}
