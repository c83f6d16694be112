// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import io.lockstep.core.engine.Simulation;
import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.issue.GcnMachine;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.gcn.lowering.GcnLowering;
import io.lockstep.gcn.memory.GcnAddressMap;
import io.lockstep.gcn.occupancy.GcnOccupancy;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.board.GpuDevice;
import io.lockstep.parts.region.RegionConfig;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Capabilities.AtomicType;
import io.lockstep.spi.ChannelMap;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

final class GcnDevice extends GpuDevice {
  private final Chip chip;
  private final GcnLowering lowering;
  private final GcnOccupancy occupancy;

  GcnDevice(DeviceSpec spec, Chip chip) {
    super(spec, s -> capabilities(s, chip));
    this.chip = chip;
    new CrossCheck(spec)
        .allOrNone(
            "a memory-side cache before stacks", "mall.size", "dram.page", "dram.stack_channels");
    lowering = new GcnLowering(chip);
    occupancy = new GcnOccupancy(spec);
  }

  private static Capabilities capabilities(DeviceSpec spec, Chip chip) {
    InstructionSet isa = chip.isa;
    Optional<RegionConfig> region = RegionConfig.of(spec);
    return Capabilities.of(spec)
        .doublePrecision(true)
        .fusedMultiplyAdd(true)
        .halfPrecision(isa.has(Feature.SHORT_ARITHMETIC))
        .partialGroups(true)
        .matrices(chip.matrix.shapes())
        .matrixPatterns(chip.matrix.patterns())
        .atomics(atomics(isa, region.isPresent()))
        .regionBytes(region.map(RegionConfig::bytes).orElse(0))
        .launchBarriers(region.isPresent())
        .addressBits(64)
        .build();
  }

  /**
   * Returns the supported atomics by memory space: integers everywhere; floats in global memory, if
   * the instruction set has them; 32-bit integers in region memory. Source: LLVM AMDGPU usage
   * guide.
   */
  private static Map<Space, Set<AtomicType>> atomics(InstructionSet isa, boolean region) {
    Map<Space, Set<AtomicType>> map = new EnumMap<>(Space.class);
    for (Space space : new Space[] {Space.GLOBAL, Space.LOCAL, Space.GENERIC}) {
      Set<AtomicType> types = AtomicType.all(AtomicOp.OF_LANES, Type.I32, Type.I64);
      for (AtomicOp op : new AtomicOp[] {AtomicOp.ADD, AtomicOp.MIN, AtomicOp.MAX}) {
        if (op == AtomicOp.ADD ? isa.has(Feature.FLOAT_ATOMICS) : space == Space.LOCAL) {
          types.add(new AtomicType(op, Type.F32));
        }
        if (isa.has(Feature.DOUBLE_ATOMICS)) {
          types.add(new AtomicType(op, Type.F64));
        }
      }
      types.add(new AtomicType(AtomicOp.EXCHANGE, Type.F32));
      map.put(space, types);
    }
    if (region) {
      map.put(Space.REGION, AtomicType.all(List.of(AtomicOp.values()), Type.I32));
    }
    return map;
  }

  @Override
  public MachineKernel lower(Kernel kernel) {
    return lowering.lower(kernel);
  }

  @Override
  public void check(Kernel kernel) {
    lowering.refuse(kernel);
  }

  @Override
  public Occupancy occupancy(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes) {
    int most = capabilities().maximumGroupSize();
    if (geometry.groupSize() > most) {
      throw new RefusalException(
          "a group of %s work-items; %s takes at most %s"
              .formatted(geometry.groupSize(), spec.id(), most));
    }
    return occupancy.of(needs(kernel, geometry, dynamicLocalBytes));
  }

  @Override
  public UnitLimits limits() {
    return occupancy.limits();
  }

  @Override
  public Needs needs(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes) {
    GcnKernel code = (GcnKernel) kernel;
    return GcnOccupancy.needs(
        code.registers(),
        code.scalarRegisters(),
        geometry.groupSize(),
        kernel.kernel().localBytes() + dynamicLocalBytes);
  }

  @Override
  public Machine assemble(Simulation simulation) {
    return GcnMachine.assemble(simulation, spec, chip);
  }

  @Override
  public long operationsPerCycle() {
    long lanes = spec.value("unit.simds") * spec.value("unit.wavefront");
    long packed = spec.optional(Chip.PACKED_SINGLES).orElse(1);
    return 2 * packed * spec.value("unit.count") * lanes / spec.value("issue.interval");
  }

  @Override
  public Optional<ChannelMap> channels() {
    return Optional.of(GcnAddressMap.of(spec));
  }
}
