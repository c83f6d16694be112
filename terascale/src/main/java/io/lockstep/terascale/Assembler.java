package io.lockstep.terascale;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.SetMapping;
import io.lockstep.parts.cache.WritePolicy;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.Placement;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.memory.MemorySideConfig;
import io.lockstep.parts.memory.NetworkConfig;
import io.lockstep.parts.memory.SliceConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.terascale.code.VliwArchitecture;
import io.lockstep.terascale.issue.TeraScaleComputeUnit;
import io.lockstep.terascale.issue.UnitTimings;
import io.lockstep.terascale.memory.ChannelMap;
import java.util.Optional;

/**
 * Puts a machine together from a specification. Ticks are core cycles.
 *
 * <p>A latency that the specification gives from end to end is shared out: a quarter of the first
 * level's on each side of the network, half of what the second level adds in the network, the rest
 * in its slice. What the sum shows is what {@code lockstep check} compares. Not thread-safe.
 */
final class Assembler {
  private static final int HEADER_BYTES = 8;

  /** Most bytes of a request: beyond what a wavefront's access covers in one piece. */
  private static final int MOST_OF_REQUEST = 4096;

  private static final long BASE_ADDRESS = 1 << 20;

  private final DeviceSpec spec;
  private final VliwArchitecture architecture;
  private final int wavefronts;

  Assembler(DeviceSpec spec, VliwArchitecture architecture) {
    this.spec = spec;
    this.architecture = architecture;
    // One unit may hold more than its share while others of its engine hold less.
    wavefronts = (integer("unit.in_flight") + integer("unit.count") - 1) / integer("unit.count");
  }

  private int integer(String path) {
    return spec.integer(path);
  }

  private Rate bytesPerTick(String path) {
    return new Rate(spec.value(path), 1000);
  }

  GpuMachine assemble(Simulation simulation) {
    int engines = integer("unit.engines");
    int units = integer("unit.count");
    int perEngine = units / engines;
    DispatcherConfig dispatcher =
        DispatcherConfig.of(
            spec,
            1,
            integer("unit.groups"),
            new DispatcherConfig.Domain(perEngine, integer("unit.in_flight") / engines));
    GpuConfig config = new GpuConfig(units, engines, BASE_ADDRESS, dispatcher, memory());
    ChannelMap map =
        new ChannelMap(
            integer("dram.interleave"),
            integer("dram.channels"),
            integer("dram.banks"),
            integer("dram.row"),
            blockBytes());
    ComputeUnitConfig unit =
        new ComputeUnitConfig(
            integer("unit.groups"),
            wavefronts,
            integer("unit.wavefront"),
            true,
            TeraScaleComputeUnit.PORTS,
            TeraScaleComputeUnit.ISSUE);
    long scratch = Math.max(BASE_ADDRESS, spec.value("dram.capacity"));
    UnitTimings timings = new UnitTimings(spec, architecture.width(), wavefronts, scratch);
    MemoryUnitConfig memoryUnit = memoryUnit();
    return new GpuMachine(
        simulation,
        config,
        map,
        Placement.breadthFirst(Placement.acrossParts(engines, perEngine)),
        (cluster, index, side) ->
            new TeraScaleComputeUnit(cluster, index, unit, timings, memoryUnit, side));
  }

  private MemoryUnitConfig memoryUnit() {
    int line = integer("l1.line");
    int misses = integer("l1.misses");
    long quarter = spec.value("l1.latency") / 4;
    return new MemoryUnitConfig(
        Optional.of(
            CacheConfig.ofSize(
                spec.value("l1.size"), line, line, integer("l1.ways"), WritePolicy.READ_ONLY)),
        16 * wavefronts + integer("stores.outstanding"),
        misses,
        4 * misses,
        misses + integer("stores.outstanding"),
        integer("stores.outstanding"),
        integer("stores.outstanding"),
        new Rate(spec.value("l1.bandwidth"), 1000L * line),
        spec.value("l1.latency"),
        quarter,
        quarter,
        Optional.of(bytesPerTick("stores.bandwidth")),
        HEADER_BYTES,
        blockBytes(),
        0);
  }

  /** One request's lines share a channel, and a slice has a miss entry for each. */
  private int blockBytes() {
    long outstanding = spec.value("l2.misses") * spec.value("l2.line");
    long most = Math.min(Math.min(outstanding, MOST_OF_REQUEST), spec.value("dram.interleave"));
    return (int) Long.highestOneBit(most);
  }

  private MemorySideConfig memory() {
    long beyond = spec.value("l2.latency") - spec.value("l1.latency") / 2;
    long network = Math.max(1, (spec.value("l2.latency") - spec.value("l1.latency")) / 4);
    NetworkConfig links =
        new NetworkConfig(network, network, bytesPerTick("l1.bandwidth"), HEADER_BYTES);
    int line = integer("l2.line");
    int channels = integer("dram.channels");
    int misses = integer("l2.misses");
    SliceConfig slice =
        new SliceConfig(
            Optional.of(
                CacheConfig.ofSize(
                    spec.value("l2.size") / channels,
                    line,
                    line,
                    integer("l2.ways"),
                    WritePolicy.WRITE_INVALIDATE,
                    SetMapping.interleaved(line, integer("dram.interleave"), channels))),
            bytesPerTick("l2.bandwidth"),
            bytesPerTick("l2.bandwidth"),
            Math.max(0, beyond - 2 * network),
            spec.value("dram.request_latency"),
            Math.max(1, spec.value("l1.latency")),
            misses,
            4 * misses,
            new Rate(1, spec.value("complete_path.interval")),
            spec.value("atomics.same_address"),
            true);
    return new MemorySideConfig(
        links, slice, Optional.empty(), DramConfig.of(spec, spec.value(ClockSpec.COMPUTE)));
  }
}
