// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.TensorUnit;
import io.lockstep.device.nvidia.cubin.PtxasLowering;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.sm.SmDevice;
import io.lockstep.sm.code.SassCode;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Capabilities.AtomicType;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A board of compute capability 7.0 to 12.0. Immutable and thread-safe. */
final class NvidiaDevice extends SmDevice {
  /** Static shared memory of a block at most; more must be dynamic (Programming Guide). */
  private static final int STATIC_SHARED = 48 * 1024;

  private final SassLowering lowering;
  private final Optional<PtxasLowering> assembler;

  NvidiaDevice(DeviceSpec spec) {
    super(spec, NvidiaDevice::capabilities, new SmOccupancy(spec), new TensorUnit(spec).latency());
    lowering = new SassLowering(spec);
    assembler =
        spec.choice("code.source").equals("ptxas")
            ? Optional.of(
                new PtxasLowering(
                    spec.choice("unit.capability"),
                    spec.flag("issue.double_converts"),
                    System.getenv()))
            : Optional.empty();
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
    Set<AtomicType> types = AtomicType.all(AtomicOp.OF_LANES, Type.I32, Type.I64);
    List<AtomicOp> ofFloats = List.of(AtomicOp.ADD, AtomicOp.EXCHANGE);
    types.addAll(AtomicType.all(ofFloats, Type.F16, Type.F32, Type.F64));
    Set<AtomicType> all = Set.copyOf(types);
    Set<AtomicType> local = new HashSet<>(types);
    if (capability.isAtLeast(Capability.AMPERE)) {
      local.addAll(AtomicType.all(AtomicOp.OF_BARRIERS, Type.I64));
    }
    return Map.of(Space.GLOBAL, all, Space.LOCAL, Set.copyOf(local), Space.GENERIC, all);
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
    if (kernel.target() > capabilities().instructionSet()) {
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
}
