// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.cache.policy.ReadOnly;
import io.lockstep.parts.cache.policy.WriteEvict;
import io.lockstep.parts.dispatch.BreadthFirst;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.dram.mapping.BlockInterleaved;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.memory.map.DeviceMap;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.MemorySpec;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.region.RegionConfig;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import io.lockstep.terascale.code.ShaderMode;
import io.lockstep.terascale.code.VliwArchitecture;
import io.lockstep.terascale.issue.TeraScaleComputeUnit;
import io.lockstep.terascale.issue.UnitTimings;
import java.util.Optional;

/**
 * Builds a machine from a specification. Ticks are core cycles.
 *
 * <p>The specification gives the end-to-end latency of the second level; the hit latency of a slice
 * is the remainder after both directions of the path. {@code lockstep check} verifies the sum.
 */
final class Assembler {
  private final DeviceSpec spec;
  private final VliwArchitecture architecture;
  private final int wavefronts;

  Assembler(DeviceSpec spec, VliwArchitecture architecture) {
    this.spec = spec;
    this.architecture = architecture;
    // A unit may hold more wavefronts than average while others of its engine hold fewer.
    wavefronts = (integer("unit.in_flight") + integer("unit.count") - 1) / integer("unit.count");
  }

  private int integer(String path) {
    return spec.integer(path);
  }

  GpuMachine assemble(Simulation simulation) {
    int engines = integer("unit.engines");
    int units = integer("unit.count");
    int perEngine = units / engines;
    DispatcherConfig dispatcher =
        DispatcherConfig.of(
                spec,
                1,
                ShaderMode.groups(spec, wavefronts),
                new DispatcherConfig.Domain(perEngine, integer("unit.in_flight") / engines))
            .with((int) spec.optional("dispatch.engines").orElse(1));
    GpuConfig config =
        new GpuConfig(units, engines, spec.value("memory.base_address"), dispatcher, memory());
    ComputeUnitConfig unit =
        new ComputeUnitConfig(
            ShaderMode.groups(spec, wavefronts),
            wavefronts,
            integer("unit.wavefront"),
            true,
            TeraScaleComputeUnit.PORTS,
            TeraScaleComputeUnit.ISSUE);
    long scratch = Math.max(spec.value("memory.base_address"), spec.value("dram.capacity"));
    UnitTimings timings = new UnitTimings(spec, architecture.width(), wavefronts, scratch);
    MemoryUnitConfig memoryUnit = memoryUnit();
    Optional<InstructionCacheConfig> code = InstructionCacheConfig.of(spec);
    return new GpuMachine(
        simulation,
        config,
        map(),
        GroupPlacement.of(
            spec, new BreadthFirst(), new int[][] {GroupPlacement.acrossParts(engines, perEngine)}),
        (cluster, index, side) ->
            new TeraScaleComputeUnit(cluster, index, unit, timings, memoryUnit, side, spec)
                .fetching(code.map(InstructionCache::new).orElse(null)));
  }

  /**
   * Channels are interleaved every 256 bytes; the bits above the channel select the bank, then the
   * row. On Cypress the channel is bits 10:8 and the bank bits 14:11, so that a stride of 2 KiB
   * stays on one channel, and a stride of 32 KiB in one bank, where each access opens a row.
   * Sources: AMD's OpenCL guide; Linux radeon driver (tiling_group_size 256 bytes, 8 pipes).
   */
  DeviceMap map() {
    DramGeometry geometry =
        new DramGeometry(
            integer("dram.channels"),
            integer("dram.interleave"),
            integer("dram.banks"),
            integer("dram.row"));
    return new DeviceMap(
        MappingSpec.of(spec, "dram.", new BlockInterleaved(), geometry), geometry, blockBytes());
  }

  private MemoryUnitConfig memoryUnit() {
    return MemoryUnitConfig.of(spec, "memory.")
        .cached("l1.", new ReadOnly(), 0)
        .throttled()
        .combining(blockBytes())
        .build();
  }

  /** Returns the maximum request size, limited by the miss entries of a channel's slice. */
  private int blockBytes() {
    return MemorySpec.block(
        spec.value("l2.misses") * spec.value("l2.line"),
        spec.value("memory.request_size"),
        spec.value("dram.interleave"));
  }

  private MemorySideConfig memory() {
    long onTheWay =
        spec.value("l1.miss_latency")
            + spec.value("network.request_latency")
            + spec.value("network.response_latency")
            + spec.value("l1.return_latency");
    CacheConfig slice =
        CacheConfig.ofSlice(
            spec, "l2.", new WriteEvict(), integer("dram.interleave"), integer("dram.channels"));
    Figures l2 = spec.given("l2.hit", spec.value("l2.latency") - onTheWay);
    return new MemorySideConfig(
        NetworkConfig.of(spec),
        L2Config.emptiedAtStart(l2, "l2.", slice, Rate.perTick(1)),
        Optional.empty(),
        DramConfig.of(spec, spec.value(ClockSpec.COMPUTE)),
        CopyConfig.of(spec),
        RegionConfig.of(spec));
  }
}
