// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import io.lockstep.core.engine.Simulation;
import io.lockstep.device.g80.multiprocessor.Multiprocessor;
import io.lockstep.device.g80.multiprocessor.MultiprocessorConfig;
import io.lockstep.device.g80.multiprocessor.TextureUnit;
import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.WriteEvict;
import io.lockstep.parts.dispatch.BreadthFirst;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.dram.mapping.RowInterleaved;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.map.DeviceMap;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.Machine;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Optional;

/**
 * Assembles a board: multiprocessors in texture clusters (TPCs), a crossbar, and memory partitions
 * that cache textures but not global memory. A tick is a shader clock.
 */
final class TeslaAssembly {
  private final DeviceSpec spec;
  private final MultiprocessorConfig multiprocessor;
  private final AddressMap map;
  private final GpuConfig config;

  TeslaAssembly(DeviceSpec spec) {
    this.spec = spec;
    multiprocessor = new MultiprocessorConfig(spec);
    map = map(spec);
    config =
        new GpuConfig(
            spec.integer("unit.count"),
            partitions(spec),
            spec.value("memory.base_address"),
            DispatcherConfig.of( // blocks in order of their ids
                spec, 1, spec.integer("unit.groups"), DispatcherConfig.Domain.NONE),
            new MemorySideConfig(
                NetworkConfig.of(spec),
                partition(),
                Optional.empty(),
                DramConfig.of(spec, tick()),
                CopyConfig.of(spec)));
  }

  /**
   * Creates the address map. Block b of 256 bytes is in memory partition b modulo the number of
   * partitions, so that strides of {@code partitions * 256} bytes stay in one partition (partition
   * camping). The remaining address bits are, from high to low: row, bank, column. Source:
   * envytools, hw/memory/g80-vram (block of 256 bytes, modulo); row of 2 KiB as in GPGPU-Sim's and
   * MacSim's files.
   */
  static AddressMap map(DeviceSpec spec) {
    int block = spec.integer("dram.interleave");
    DramGeometry geometry =
        new DramGeometry(
            spec.integer("dram.channels"),
            block,
            spec.integer("dram.banks"),
            spec.integer("dram.row"));
    return new DeviceMap(
        MappingSpec.of(spec, "dram.", new RowInterleaved(), geometry), geometry, block);
  }

  Machine assemble(Simulation simulation) {
    int clusters = spec.integer("unit.count") / spec.integer("unit.per_cluster");
    int sharing = spec.integer("texture.sharing");
    TextureUnit[] shared = {null};
    return new GpuMachine(
        simulation,
        config,
        map,
        GroupPlacement.of(
            spec,
            new BreadthFirst(),
            new int[][] {GroupPlacement.acrossParts(clusters, spec.integer("unit.per_cluster"))}),
        (cluster, index, memory) -> {
          if (index % sharing == 0) {
            shared[0] = new TextureUnit(cluster, index, memory, multiprocessor);
          }
          return new Multiprocessor(cluster, index, memory, multiprocessor, shared[0]);
        });
  }

  /** Returns the number of simulation partitions that splits no texture unit's users. */
  private static int partitions(DeviceSpec spec) {
    int units = spec.integer("unit.count");
    int sharing = spec.integer("texture.sharing");
    int wanted = spec.integer("simulation.clusters");
    while (wanted > 1 && (units % wanted != 0 || units / wanted % sharing != 0)) {
      wanted--;
    }
    return wanted;
  }

  private long tick() {
    return spec.value(ClockSpec.COMPUTE);
  }

  /**
   * Configures the slices, each of which is a memory partition with its texture cache. Writes pass
   * through the partition's raster operators (ROPs), which process four pixels of 32 bits per core
   * clock; reads do not.
   */
  private L2Config partition() {
    String p = "texture.l2_";
    int partitions = spec.integer("dram.channels");
    CacheConfig cache =
        CacheConfig.ofSlice(
            spec.given(p + "size", partitions * spec.value(p + "size")),
            p,
            new WriteEvict(),
            spec.integer("dram.interleave"),
            partitions);
    // All sectors of a request must fit; otherwise the request could never be accepted.
    long misses = Math.max(spec.value(p + "misses"), map.blockBytes() / cache.sectorBytes());
    long rate = spec.value("network.partition_rate");
    long core = Math.min(spec.value("clock.texture"), tick());
    return L2Config.emptiedAtStart(
        spec.given(p + "misses", misses)
            .given(p + "read", rate)
            .given(p + "write", Math.min(rate, spec.value("memory.partition_write")))
            .given(p + "hit", Math.max(0, spec.value(p + "latency") - TeslaSchema.ways(spec)))
            .given(p + "direct", 0), // included in the network's latencies
        p,
        cache,
        Rate.perCycle(1, core, tick()));
  }
}
