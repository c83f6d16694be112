package com.example.toy;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.board.GpuConfig;
import io.lockstep.parts.board.GpuDevice;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.memory.map.AddressMap;
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

/** The toy for one specification. */
final class ToyDevice extends GpuDevice {
  private final int wavefront;
  private final int wavefronts;

  ToyDevice(DeviceSpec spec) {
    super(spec, ToyDevice::capabilities);
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
    return new ToyCode(kernel);
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
    L2Config slice = L2Config.of(spec.given("l2.hit", 1), "l2.", Optional.empty(), Rate.perTick(1));
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
        new OneChannel(spec.integer("dram.banks"), spec.integer("dram.row")),
        GroupPlacement.breadthFirst(GroupPlacement.inOrder(units)),
        (cluster, index, memory) -> new ToyUnit(cluster, index, memory, spec));
  }

  /** All memory behind one channel: a row of each bank in turn. */
  private record OneChannel(int banks, int rowBytes) implements AddressMap {
    @Override
    public int slices() {
      return 1;
    }

    @Override
    public int slice(int computeUnit, long address) {
      return 0;
    }

    @Override
    public int channels() {
      return 1;
    }

    @Override
    public int channel(long address) {
      return 0;
    }

    @Override
    public int bank(long address) {
      return (int) (address / rowBytes % banks);
    }

    @Override
    public long row(long address) {
      return address / rowBytes / banks;
    }

    @Override
    public int blockBytes() {
      return 256;
    }
  }
}
