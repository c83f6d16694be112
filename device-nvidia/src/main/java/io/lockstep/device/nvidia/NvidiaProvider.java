// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia;

import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.MatrixCounts;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.sm.SmDevice;
import io.lockstep.sm.SmIssueCause;
import io.lockstep.sm.memory.DataBanks;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Device;
import io.lockstep.spi.ShippedDevices;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Provides NVIDIA's Volta, Turing, Ampere, Ada, Hopper and consumer Blackwell. Stateless and
 * thread-safe.
 */
@SpiVersion(SpiVersion.CURRENT)
public final class NvidiaProvider extends ShippedDevices {
  /** By generation; the first of each represents it. */
  private static final List<String> IDS =
      List.of(
          "v100",
          "titanv",
          "t4",
          "rtx2080ti",
          "rtx2070",
          "a100",
          "a100_80",
          "rtx3080",
          "rtx3090",
          "a6000",
          "a40",
          "rtx3060",
          "rtx4090",
          "rtx4070ti_super",
          "l4",
          "l40s",
          "rtx2000_ada",
          "h100_sxm",
          "h100_pcie",
          "gh200",
          "h200",
          "rtx5090",
          "rtx5080",
          "rtx5060ti",
          "rtx_pro_6000");

  /** The metric of Nsight Compute for each statistic of shared parts. */
  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("branch.divergent", "smsp__sass_branch_targets_threads_divergent.sum"),
          Map.entry("cycles.kernels", "gpc__cycles_elapsed.max"),
          Map.entry("dram.busy", "dram__throughput.avg.pct_of_peak_sustained_elapsed"),
          Map.entry("dram.bytes", "dram__bytes.sum"),
          Map.entry("l1.hit_rate", "l1tex__t_sector_hit_rate.pct"),
          Map.entry("l2.all_hit_rate", "lts__t_sector_hit_rate.pct"),
          Map.entry("l2.all_hits", "lts__t_sectors_lookup_hit.sum"),
          Map.entry("l2.all_lookups", "lts__t_sectors.sum"),
          Map.entry("l2.all_reads", "lts__t_sectors_op_read.sum"),
          Map.entry("l2.far_lookups", "lts__t_sectors_srcunit_ltcfabric.sum"),
          Map.entry("l2.lookups", "lts__t_sectors_srcnode_gpc.sum"),
          Map.entry("l2.writes", "lts__t_sectors_op_write.sum"),
          Map.entry("lds.conflict_cycles", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"),
          Map.entry("lds.cycles", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"),
          Map.entry("machine_instructions", "smsp__inst_executed.sum"),
          Map.entry("occupancy", "sm__maximum_warps_per_active_cycle_pct"),
          Map.entry("occupancy.achieved", "sm__warps_active.avg.pct_of_peak_sustained_active"),
          Map.entry("time.kernels", "gpu__time_duration.sum"),
          Map.entry("wavefronts", "smsp__warps_launched.sum"),
          Map.entry("work_groups", "sm__ctas_launched.sum"));

  /** Created by ServiceLoader. */
  public NvidiaProvider() {
    super(NvidiaSchema.schema(), IDS);
  }

  @Override
  protected InputStream resource(String name) {
    return NvidiaProvider.class.getResourceAsStream(name);
  }

  @Override
  public String profiler() {
    return "Nsight Compute";
  }

  @Override
  public Map<String, String> counters() {
    return COUNTERS;
  }

  @Override
  public Optional<IssueScheme> issue() {
    return Optional.of(SmIssueCause.SCHEME);
  }

  @Override
  public List<Statistic> statistics() {
    return Stream.concat(
            Stream.of(
                    CacheStatistics.TRANSLATION,
                    CacheStatistics.INSTRUCTIONS,
                    TextureCounts.BUSY,
                    MatrixCounts.STATISTICS)
                .flatMap(set -> set.declared().stream()),
            Stream.of(TextureCounts.ROOF, MatrixCounts.ROOF)
                .flatMap(roof -> roof.declared().stream()))
        .map(s -> COUNTERS.containsKey(s.name()) ? s.withCounter(COUNTERS.get(s.name())) : s)
        .toList();
  }

  @Override
  public Map<String, Double> declares(DeviceSpec spec) {
    Map<String, Double> all = new TreeMap<>();
    // The address of a dependent load takes one multiply-add of 32 bits into 64 (IMAD.WIDE), or an
    // upper half for the sum with a uniform register in the address unit.
    long step = Math.max(spec.value("code.wide_product"), spec.value("code.address"));
    all.put("latency.step", (double) step);
    double lanes = spec.value("unit.wavefront");
    for (int words = 1; words <= 32; words *= 2) {
      // Neighbouring sectors of a line are one transaction.
      double bytes = 4.0 * words;
      all.put(
          "coalescing.stride." + words,
          bytes > spec.value("l1.sector")
              ? lanes
              : Math.ceil(lanes * bytes / spec.value("l1.line")));
    }
    all.put("size.l1", (double) new SmOccupancy(spec).cache(1, 0, spec.integer("unit.groups")));
    // Of what one multiprocessor reads, the near partition keeps all. A hash chooses the slice
    // unless
    // they are a power of two, so that some are full before others.
    double filled = Long.bitCount(spec.value("l2.channels")) == 1 ? 1 : 0.9;
    all.put("size.l2", filled * spec.value("l2.size") / spec.value("l2.partitions"));
    // Random replacement keeps some of what is read in turn, unless that is much more.
    double beyond = 16.0 * Long.highestOneBit(spec.value("l1.size"));
    all.put("bandwidth.l2.unit.span", beyond);
    all.put("latency.l2.span", beyond);
    long message = Math.min(spec.value("memory.request_size"), spec.value("l2.interleave"));
    all.put("network.message", (double) message);
    all.put("bandwidth.dram.kept", (double) spec.value("l2.size")); // a kernel's end writes nothing
    all.put("local.least", (double) spec.value("memory.shared_interval"));
    all.put("local.pass", 1000.0 * DataBanks.ROW / spec.value("l1.bandwidth"));
    all.put("dispatch.group.least", 512.0); // whose dispatch takes longer than to fetch the code
    rates(spec, all);
    return all;
  }

  private static void rates(DeviceSpec spec, Map<String, Double> all) {
    double singles = SmDevice.lanes(spec, "issue.interval");
    all.put("rate.f32.fma", singles);
    all.put("rate.f32.add", singles);
    String logic = spec.optional("issue.shift").isPresent() ? "issue.shift" : "issue.alu";
    all.put("rate.i32.add", 0.0); // on two pipes, between which the order of the code divides them
    all.put("rate.i32.xor", SmDevice.lanes(spec, logic));
    all.put("rate.i32.multiply24", 0.0); // computed as a product of 32 bits
    double doubles = SmDevice.lanes(spec, "issue.double");
    double units = spec.flag("issue.double_shared") ? spec.value("unit.simds") : 1;
    all.put("rate.f64.fma", doubles / units);
    all.put("rate.f64.add", doubles / units);
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new NvidiaDevice(spec);
  }
}
