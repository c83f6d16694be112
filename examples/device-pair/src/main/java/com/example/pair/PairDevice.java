package com.example.pair;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.board.GpuDevice;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.dram.mapping.BlockInterleaved;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.memory.map.DeviceMap;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Capabilities.AtomicType;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pair for one specification. */
final class PairDevice extends GpuDevice {
  private final int wavefront;
  private final int wavefronts;

  PairDevice(DeviceSpec spec) {
    super(spec, PairDevice::capabilities);
    wavefront = spec.integer("unit.wavefront");
    wavefronts = spec.integer("unit.wavefronts");
  }

  private static Capabilities capabilities(DeviceSpec spec) {
    Set<AtomicType> atomics = AtomicType.all(AtomicOp.OF_LANES, Type.I32);
    int most = spec.integer("unit.wavefront") * spec.integer("unit.wavefronts");
    int group = Math.min(spec.integer("unit.group_size"), most);
    return Capabilities.of(spec)
        .groupSize(group)
        .fusedMultiplyAdd(true)
        .atomics(Map.of(Space.GLOBAL, atomics, Space.LOCAL, atomics))
        .addressBits(64)
        .build();
  }

  @Override
  public MachineKernel lower(Kernel kernel) {
    return new PairCode(kernel);
  }

  @Override
  public UnitLimits limits() {
    return new UnitLimits(
        wavefront,
        wavefronts,
        capabilities().maximumGroupSize(),
        List.of(
            Resource.forWavefronts("wavefronts", Need.SLOT, wavefronts),
            Resource.forGroups("local memory", Need.LOCAL_MEMORY, spec.integer("lds.size"))));
  }

  @Override
  public Needs needs(MachineKernel code, Geometry geometry, int dynamicLocalBytes) {
    return Needs.of(geometry.groupSize())
        .with(Need.LOCAL_MEMORY, code.kernel().localBytes() + dynamicLocalBytes);
  }

  @Override
  public Machine assemble(Simulation simulation) {
    int units = spec.integer("unit.count");
    long clock = spec.value(ClockSpec.COMPUTE);
    int block = spec.integer("dram.interleave");
    int channels = spec.integer("dram.channels");
    DramGeometry geometry =
        new DramGeometry(channels, block, spec.integer("dram.banks"), spec.integer("dram.row"));
    CacheConfig cache = CacheConfig.ofSlice(spec, "l2.", new WriteBack(), block, channels);
    L2Config slice =
        L2Config.of(spec.given("l2.hit", hit()), "l2.", Optional.of(cache), Rate.perTick(1));
    GpuConfig config =
        new GpuConfig(
            units,
            1,
            spec.value("memory.base_address"),
            DispatcherConfig.of(spec, 1, wavefronts, DispatcherConfig.Domain.NONE),
            new MemorySideConfig(
                NetworkConfig.of(spec), slice, Optional.empty(), DramConfig.of(spec, clock)));
    return new GpuMachine(
        simulation,
        config,
        new DeviceMap(
            MappingSpec.of(spec, "dram.", new BlockInterleaved(), geometry), geometry, block),
        GroupPlacement.breadthFirst(GroupPlacement.inOrder(units)),
        (cluster, index, memory) -> new PairUnit(cluster, index, memory, spec));
  }

  /** Returns the declared latency of the second level without what passes before and after it. */
  private long hit() {
    long line = spec.value("l2.line");
    long link = spec.value("network.response_rate");
    long way =
        spec.value("l1.miss_latency")
            + spec.value("network.request_latency")
            + 1000 * line / spec.value("l2.read")
            + spec.value("network.response_latency")
            + 1000 * (line + spec.value("network.header")) / link
            + spec.value("l1.return_latency");
    return Math.max(0, spec.value("l2.latency") - way);
  }
}
