package io.lockstep.device.g80;

import io.lockstep.core.engine.Simulation;
import io.lockstep.device.g80.memory.PartitionMap;
import io.lockstep.device.g80.multiprocessor.Multiprocessor;
import io.lockstep.device.g80.multiprocessor.MultiprocessorConfig;
import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.SetMapping;
import io.lockstep.parts.cache.WritePolicy;
import io.lockstep.parts.device.Machine;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.Placement;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.memory.AddressMap;
import io.lockstep.parts.memory.MemorySideConfig;
import io.lockstep.parts.memory.NetworkConfig;
import io.lockstep.parts.memory.SliceConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.DeviceSpec;
import java.util.Optional;

/**
 * Puts a board together: multiprocessors in texture clusters (TPCs), a crossbar, memory partitions
 * with a cache for textures and none for global memory. A tick is a shader clock. Immutable and
 * thread-safe.
 */
final class TeslaAssembly {
  /** Misses of textures fetch so much: a partition's burst. */
  private static final int SECTOR = 32;

  private final DeviceSpec spec;
  private final MultiprocessorConfig multiprocessor;
  private final AddressMap map;
  private final GpuConfig config;

  TeslaAssembly(DeviceSpec spec) {
    this.spec = spec;
    multiprocessor = new MultiprocessorConfig(spec);
    map =
        new PartitionMap(
            spec.integer("dram.channels"),
            spec.integer("dram.interleave"),
            spec.integer("dram.row"),
            spec.integer("dram.banks"));
    config =
        new GpuConfig(
            spec.integer("unit.count"),
            spec.integer("simulation.clusters"),
            0,
            DispatcherConfig.of( // blocks in order of their ids, one after the other
                spec, 1, spec.integer("unit.groups"), DispatcherConfig.Domain.NONE),
            new MemorySideConfig(
                network(), partition(), Optional.empty(), DramConfig.of(spec, tick())));
  }

  Machine assemble(Simulation simulation) {
    int clusters = spec.integer("unit.count") / spec.integer("unit.per_cluster");
    return new GpuMachine(
        simulation,
        config,
        map,
        Placement.breadthFirst(Placement.acrossParts(clusters, spec.integer("unit.per_cluster"))),
        (cluster, index, memory) -> new Multiprocessor(cluster, index, memory, multiprocessor));
  }

  private long tick() {
    return spec.value(ClockSpec.COMPUTE);
  }

  private NetworkConfig network() {
    return new NetworkConfig(
        spec.value("memory.request_latency"),
        spec.value("memory.response_latency"),
        new Rate(spec.value("memory.response_rate"), 1000),
        0);
  }

  private SliceConfig partition() {
    long core = Math.min(spec.value("clock.texture"), tick());
    Rate clock = Rate.perCycle(1, core, tick());
    Rate bytes = new Rate(spec.value("memory.partition_rate"), 1000);
    Rate rate = Rate.near(clock.amount() * bytes.amount(), clock.ticks() * bytes.ticks());
    int line = spec.integer("texture.l2_line");
    // One request's sectors fit, or it would wait for ever.
    int misses =
        Math.max(spec.integer("texture.misses"), map.blockBytes() / Math.min(line, SECTOR));
    return new SliceConfig(
        Optional.of(
            CacheConfig.ofSize(
                spec.value("texture.l2_size"),
                line,
                Math.min(line, SECTOR),
                spec.integer("texture.l2_ways"),
                WritePolicy.WRITE_INVALIDATE,
                SetMapping.interleaved(
                    line, spec.integer("dram.interleave"), spec.integer("dram.channels")))),
        rate,
        rate,
        0,
        spec.value("dram.request_latency"),
        rate.duration(32L * spec.value("memory.queue")),
        misses,
        4 * misses,
        clock,
        spec.value("memory.atomic"),
        true);
  }
}
