// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.memory;

import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.ReadOnly;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.cache.policy.WriteThrough;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.HashedChannels;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.map.DeviceMap;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.MemorySpec;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.stats.Resource;
import java.util.Optional;

/**
 * Configures the memory system from a specification; a tick is a clock of the multiprocessors.
 *
 * <p>Published latencies are end to end for each level, from a load to a dependent instruction.
 * Their division among the parts is an assumption.
 */
public final class MemoryHierarchy {
  private static final long SECOND = 1_000_000_000_000L; // in picoseconds

  /** Ticks of each latency beyond the first level that transfers take. */
  public static final long TRANSFERS = 3;

  private static final int MOST_LOOKUPS = 16;

  private MemoryHierarchy() {}

  /** Returns the configuration of the device without its multiprocessors. */
  public static GpuConfig gpu(DeviceSpec spec) {
    return new GpuConfig(
            spec.integer("unit.count"),
            Math.min(spec.integer("simulation.clusters"), spec.integer("unit.count")),
            spec.value("memory.base_address"),
            DispatcherConfig.of(spec, 1, spec.integer("unit.groups"), DispatcherConfig.Domain.NONE),
            side(spec))
        .with(HostCosts.of(spec).queues());
  }

  /** Returns the mapping of addresses to slices and to channels, banks and rows of DRAM. */
  public static AddressMap map(DeviceSpec spec) {
    int partitions = spec.integer("l2.partitions");
    int interleave = spec.integer("l2.interleave");
    DramGeometry l2 =
        new DramGeometry(spec.integer("l2.channels") / partitions, interleave, 1, interleave);
    DramGeometry dram =
        new DramGeometry(
            spec.integer("dram.channels"),
            spec.integer("dram.interleave"),
            spec.integer("dram.banks"),
            spec.integer("dram.row"));
    int block =
        MemorySpec.block(
            interleave,
            spec.value("dram.interleave"),
            spec.value("dram.row"),
            spec.value("memory.request_size"),
            spec.value("l2.sector") * spec.value("l2.misses"));
    return new DeviceMap(MappingSpec.of(spec, "dram.", new HashedChannels(), dram), dram, block)
        .sliced(
            MappingSpec.of(spec, "l2.", new HashedChannels(), l2),
            l2,
            1,
            spec.integer("unit.count"),
            false)
        .partitioned(
            partitions,
            spec.integer("l2.chunk"),
            spec.integer("unit.per_cluster"),
            spec.integer("unit.engines"));
  }

  /** Returns the configuration of a multiprocessor's first level. */
  public static MemoryUnitConfig firstLevel(DeviceSpec spec) {
    // Tags are a limit of the unit that all sub-partitions share: see WarpLines.
    Figures f = spec.given("l1.lookups", MOST_LOOKUPS);
    return MemoryUnitConfig.of(f, "memory.")
        .cached("l1.", new WriteThrough(), 0)
        .translated()
        .throttled()
        .combining(spec.integer("l1.line"))
        .build();
  }

  /** Returns the configuration of a multiprocessor's constant cache. */
  public static MemoryUnitConfig constants(DeviceSpec spec) {
    return MemoryUnitConfig.of(spec, "constant.")
        .cached("constant.", new ReadOnly(), 0)
        .behind("constant.l2_")
        .serving(Resource.CONSTANTS)
        .build();
  }

  private static MemorySideConfig side(DeviceSpec spec) {
    long hertz = spec.value(ClockSpec.COMPUTE);
    int partitions = spec.integer("l2.partitions");
    CacheConfig slice =
        CacheConfig.ofSlice(
            spec.given("l2.size", spec.value("l2.size") / partitions),
            "l2.",
            new WriteBack(),
            spec.integer("l2.interleave"),
            spec.integer("l2.channels") / partitions);
    long far = spec.optional("l2.far_latency").orElse(spec.value("l2.latency"));
    long between = far - spec.value("l2.latency");
    long onTheWay =
        spec.value("l1.miss_latency")
            + spec.value("network.request_latency")
            + spec.value("network.response_latency")
            + spec.value("l1.return_latency")
            + TRANSFERS;
    long behind = spec.value("l2.latency") + spec.value("dram.request_latency");
    long core = spec.value("dram.trcd") + spec.value("dram.tcl") + spec.value("dram.trp");
    // Published chases of memory have half of their loads in the far partition.
    long near = spec.value("dram.load_to_use") - between * (partitions - 1) / partitions;
    long total = (near - behind) * SECOND / hertz;
    return new MemorySideConfig(
        NetworkConfig.of(spec),
        L2Config.of(
            spec.given("l2.hit", spec.value("l2.latency") - onTheWay).given("l2.far", between),
            "l2.",
            Optional.of(slice),
            Rate.perTick(1)),
        Optional.empty(),
        DramConfig.of(spec.given("dram.response_latency", Math.max(0, total - core)), hertz),
        CopyConfig.of(spec));
  }
}
