// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia;

import io.lockstep.core.engine.Simulation;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassLowering;
import io.lockstep.device.nvidia.code.TensorUnit;
import io.lockstep.device.nvidia.cubin.PtxasLowering;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import io.lockstep.sm.SmConfig;
import io.lockstep.sm.SmMachine;
import io.lockstep.sm.code.SassCode;
import io.lockstep.sm.memory.MemoryHierarchy;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Capabilities.AtomicType;
import io.lockstep.spi.ChannelMap;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.OccupancyRules;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A board of compute capability 7.0 to 12.0. Immutable and thread-safe. */
final class NvidiaDevice implements Device, OccupancyRules {
  /** Static shared memory of a block at most; more must be dynamic (Programming Guide). */
  private static final int STATIC_SHARED = 48 * 1024;

  private final DeviceSpec spec;
  private final Capabilities capabilities;
  private final SassLowering lowering;
  private final Optional<PtxasLowering> assembler;
  private final SmOccupancy occupancy;

  NvidiaDevice(DeviceSpec spec) {
    this.spec = spec;
    CrossCheck.ofParts(spec);
    capabilities = capabilities(spec);
    lowering = new SassLowering(spec);
    assembler =
        spec.choice("code.source").equals("ptxas")
            ? Optional.of(
                new PtxasLowering(
                    spec.choice("unit.capability"),
                    spec.flag("issue.double_converts"),
                    System.getenv()))
            : Optional.empty();
    occupancy = Capability.occupancy(spec);
  }

  private static Capabilities capabilities(DeviceSpec s) {
    int block = s.integer("unit.group_size");
    TensorUnit tensor = new TensorUnit(s);
    Capability capability = Capability.of(s.choice("unit.capability"));
    boolean anyOrder = !capability.isAtLeast(Capability.BLACKWELL_GRAPHICS);
    return Capabilities.of(s)
        .matrices(tensor.shapes())
        .matrixPatterns(anyOrder ? tensor.shapes() : Set.of())
        .matrixNumerics(tensor.numerics())
        .group(block, block, Math.min(s.integer("unit.group_z"), block))
        .localBytes(s.integer("lds.group_size"))
        .doublePrecision(true)
        .fusedMultiplyAdd(true)
        .halfPrecision(true)
        .atomics(atomics(Capability.of(s.choice("unit.capability"))))
        .textures(true)
        .partialBarriers(true)
        .asynchronousCopies(capability.isAtLeast(Capability.AMPERE))
        .addressBits(64)
        .instructionSet(Integer.parseInt(s.choice("unit.capability").replace(".", "")))
        .build();
  }

  /** Returns the supported atomics by memory space (PTX ISA, atom and red, sm_60 and later). */
  private static Map<Space, Set<AtomicType>> atomics(Capability capability) {
    Set<AtomicType> types = new HashSet<>();
    for (AtomicOp op : AtomicOp.OF_LANES) {
      types.add(new AtomicType(op, Type.I32));
      types.add(new AtomicType(op, Type.I64));
    }
    for (Type type : new Type[] {Type.F16, Type.F32, Type.F64}) {
      types.add(new AtomicType(AtomicOp.ADD, type));
      types.add(new AtomicType(AtomicOp.EXCHANGE, type));
    }
    Set<AtomicType> all = Set.copyOf(types);
    Set<AtomicType> local = new HashSet<>(types);
    if (capability.isAtLeast(Capability.AMPERE)) {
      AtomicOp.OF_BARRIERS.forEach(op -> local.add(new AtomicType(op, Type.I64)));
    }
    return Map.of(Space.GLOBAL, all, Space.LOCAL, Set.copyOf(local), Space.GENERIC, all);
  }

  /** Returns the lanes of a multiprocessor that begin an instruction in a clock. */
  static double lanes(DeviceSpec spec, String interval) {
    return (double) spec.value("unit.simds") * spec.value("unit.wavefront") / spec.value(interval);
  }

  @Override
  public DeviceSpec spec() {
    return spec;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public MachineKernel lower(Kernel kernel) {
    checkText(kernel);
    return code(kernel);
  }

  private SassCode code(Kernel kernel) {
    return assembler.map(ptxas -> ptxas.lower(kernel)).orElseGet(() -> lowering.lower(kernel));
  }

  @Override
  public void check(Kernel kernel) {
    checkText(kernel);
    code(kernel);
  }

  private void checkText(Kernel kernel) {
    if (kernel.target() > capabilities.instructionSet()) {
      throw new RefusalException(
          "kernel '%s': needs compute capability %s.%s, the device has %s"
              .formatted(
                  kernel.name(),
                  kernel.target() / 10,
                  kernel.target() % 10,
                  spec.choice("unit.capability")));
    }
    if (kernel.localBytes() > STATIC_SHARED) {
      throw new RefusalException(
          "kernel '%s': %s bytes of static shared memory exceed %s; more must be dynamic"
              .formatted(kernel.name(), kernel.localBytes(), STATIC_SHARED));
    }
  }

  @Override
  public MachineKernel fitted(MachineKernel code, Geometry geometry) {
    return lowering.fitted(code, occupancy.mostRegisters(geometry.groupSize(), 1));
  }

  @Override
  public Occupancy occupancy(MachineKernel code, Geometry geometry, int dynamicLocalBytes) {
    Needs block = needs(code, geometry, dynamicLocalBytes);
    Occupancy fit = occupancy.fit(block);
    if (fit.groups() == 0) {
      throw new RefusalException(
          ("kernel '%s': no block of %s threads fits a multiprocessor; a thread takes %s registers"
                  + " (at most %s), the block %s of %s bytes of shared memory, %s of %s warps")
              .formatted(
                  code.kernel().name(),
                  geometry.groupSize(),
                  block.amount(Need.REGISTERS),
                  occupancy.mostRegisters(geometry.groupSize(), 1),
                  block.amount(Need.LOCAL_MEMORY),
                  occupancy.sharedBytes(),
                  fit.wavefrontsPerGroup(),
                  fit.maximum()));
    }
    return fit;
  }

  @Override
  public Optional<OccupancyRules> occupancyRules() {
    return Optional.of(this);
  }

  @Override
  public UnitLimits limits() {
    return occupancy.limits();
  }

  @Override
  public Needs needs(MachineKernel code, Geometry geometry, int dynamicLocalBytes) {
    // The compiler spills values in excess of the maximum registers per thread.
    int registers = Math.min(code.registers(), spec.integer("registers.per_item"));
    int shared = code.kernel().localBytes() + dynamicLocalBytes;
    return occupancy.needs(geometry.groupSize(), registers, shared);
  }

  @Override
  public Machine assemble(Simulation simulation) {
    return SmMachine.assemble(
        simulation, new SmConfig(spec, occupancy, new TensorUnit(spec).latency()));
  }

  @Override
  public long operationsPerCycle() {
    return Math.round(2 * spec.value("unit.count") * lanes(spec, "issue.interval"));
  }

  @Override
  public Optional<ChannelMap> channels() {
    return Optional.of(MemoryHierarchy.map(spec));
  }
}
