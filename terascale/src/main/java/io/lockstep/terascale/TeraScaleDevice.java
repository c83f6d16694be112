// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import io.lockstep.core.engine.Simulation;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
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
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.terascale.code.ShaderMode;
import io.lockstep.terascale.code.VliwArchitecture;
import io.lockstep.terascale.issue.TeraScaleComputeUnit;
import io.lockstep.terascale.lds.OwnerWrites;
import io.lockstep.terascale.lowering.BranchCosts;
import io.lockstep.terascale.lowering.CodeOption;
import io.lockstep.terascale.lowering.CodeTarget;
import io.lockstep.terascale.lowering.KernelLowering;
import io.lockstep.terascale.occupancy.ResidencyLimits;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.trace.record.Geometry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A TeraScale GPU with the parameters of a specification. Immutable and thread-safe. */
public final class TeraScaleDevice extends GpuDevice {
  private static final String SHADER_TEXTS = "amdil";

  private final VliwArchitecture architecture;
  private final ResidencyLimits limits;

  /**
   * @param atomics whether the device supports OpenCL atomics; false for R700
   * @throws InputException if parameters contradict each other
   */
  public TeraScaleDevice(DeviceSpec spec, VliwArchitecture architecture, boolean atomics) {
    super(spec, s -> capabilities(s, architecture, atomics));
    this.architecture = architecture;
    check();
    int wavefronts = spec.integer("unit.in_flight") / spec.integer("unit.count");
    limits =
        new ResidencyLimits(
            spec.given("unit.groups", ShaderMode.groups(spec, wavefronts)),
            capabilities().maximumGroupSize());
  }

  private static Capabilities capabilities(
      DeviceSpec spec, VliwArchitecture architecture, boolean atomics) {
    boolean pixels = ShaderMode.of(spec) == ShaderMode.PIXEL;
    Optional<RegionConfig> region = RegionConfig.of(spec);
    Capabilities.Builder b = Capabilities.of(spec);
    return (pixels ? b.localBytes(0) : b)
        .doublePrecision(spec.flag("unit.double"))
        .fusedMultiplyAdd(spec.flag("unit.fma"))
        .atomics(atomics && !pixels ? atomics(region.isPresent()) : Map.of())
        .regionBytes(region.map(RegionConfig::bytes).orElse(0))
        .launchBarriers(region.isPresent() && !pixels)
        .textures(true)
        // Evergreen introduced FLT16_TO_FLT32 and its inverse.
        .halfThroughFloat(architecture.bitOperations())
        .computeKernels(!pixels)
        .build();
  }

  /** Returns the atomics: 32-bit integers in all shared spaces, and exchange of floats. */
  private static Map<Space, Set<AtomicType>> atomics(boolean region) {
    Set<AtomicType> types = AtomicType.all(AtomicOp.OF_LANES, Type.I32);
    types.add(new AtomicType(AtomicOp.EXCHANGE, Type.F32));
    Map<Space, Set<AtomicType>> map = new HashMap<>();
    map.put(Space.GLOBAL, Set.copyOf(types));
    map.put(Space.LOCAL, Set.copyOf(types));
    if (region) {
      map.put(Space.REGION, AtomicType.all(List.of(AtomicOp.values()), Type.I32));
    }
    return Map.copyOf(map);
  }

  private void check() {
    if (emulatesLocal() && !architecture.ownerWrites()) {
      throw contradiction(
          "lds.emulate", "every work-item writes all of the local memory of " + spec.name());
    }
    boolean pixels = ShaderMode.of(spec) == ShaderMode.PIXEL;
    if (emulatesLocal() && pixels) {
      throw contradiction("lds.emulate", "kernels run as pixel shaders, which have no work-groups");
    }
    if (pixels && spec.has("dispatch.mode") && !spec.choice("dispatch.mode").equals("pixel")) {
      throw contradiction("dispatch.mode", spec.name() + " has no compute shaders");
    }
  }

  private InputException contradiction(String path, String why) {
    return new InputException(
        spec.figure(path).where(),
        spec.id() + ": " + path + " = " + spec.figure(path).text() + " is impossible: " + why);
  }

  public static IssueScheme issueScheme() {
    return TeraScaleComputeUnit.ISSUE;
  }

  /** Returns the GPUPerfAPI counters of both TeraScale families by shared statistic. */
  public static Map<String, String> counters() {
    return Map.of("wavefronts", "Wavefronts");
  }

  public static List<Statistic> statistics() {
    return TeraScaleComputeUnit.STATISTICS;
  }

  @Override
  public TeraScaleKernel lower(Kernel kernel) {
    refuseShader(kernel);
    refuseMemory(kernel);
    CodeTarget target = target(kernel);
    int most = target.registerLimit();
    TeraScaleKernel code = KernelLowering.lower(kernel, target);
    if (code.registers() > most) {
      throw new RefusalException(
          ("kernel '%s': needs %s registers a work-item, of which an instruction of %s can"
                  + " name %s%s")
              .formatted(
                  kernel.name(),
                  code.registers(),
                  spec.name(),
                  most,
                  target.options().contains(CodeOption.SPILLS)
                      ? "; no more values can be spilled"
                      : "; spills to scratch memory are switched off (compiler.without)"));
    }
    refuseScratch(kernel, kernel.privateBytes() + (long) code.spillBytes());
    return code;
  }

  @Override
  public void check(Kernel kernel) {
    refuseShader(kernel);
    refuseMemory(kernel);
    CodeTarget target = target(kernel);
    if (KernelLowering.check(kernel, target) > target.registerLimit()) {
      lower(kernel); // values share registers, so that only finished code shows their number
    }
  }

  private CodeTarget target(Kernel kernel) {
    int temporaries = spec.integer("registers.clause_temporaries");
    boolean pixels = ShaderMode.of(spec) == ShaderMode.PIXEL;
    int largest = pixels ? capabilities().wavefront() : capabilities().maximumGroupSize();
    int most = spec.integer("registers.per_item") - temporaries / 2;
    int group = kernel.requiredGroupSize().stream().reduce(1, (a, b) -> a * b);
    return new CodeTarget(
        architecture,
        spec.integer("registers.indexed"),
        limits.mostRegisters(largest),
        most,
        Math.min(
            most,
            limits.mostRegisters(
                pixels || kernel.requiredGroupSize().isEmpty() ? largest : Math.max(1, group))),
        spec.integer("lds.output_queue"),
        emulatesLocal(),
        CodeOption.of(spec),
        pixels,
        BranchCosts.of(spec));
  }

  private boolean emulatesLocal() {
    return spec.has("lds.emulate") && spec.choice("lds.emulate").equals("global");
  }

  /** Rejects a source that is declared as a compute shader if groups run as pixel shaders. */
  private void refuseShader(Kernel kernel) {
    if (capabilities().computeKernels()
        || kernel.isPixelKernel()
        || !kernel.frontend().equals(SHADER_TEXTS)) {
      return;
    }
    String place =
        kernel.blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .filter(i -> i.op() == Op.SPECIAL)
            .map(Instruction::place)
            .findFirst()
            .orElse("");
    throw new RefusalException(
        "kernel '%s', %s%s: is a compute shader (il_cs): the device runs pixel shaders (il_ps)%s"
            .formatted(
                kernel.name(),
                kernel.source(),
                place,
                ShaderMode.isWithoutCompute(spec) ? "" : " with dispatch.mode=pixel"));
  }

  private void refuseMemory(Kernel kernel) {
    refuseScratch(kernel, kernel.privateBytes());
    if (kernel.localBytes() > 0 && capabilities().localBytesPerGroup() == 0) {
      throw new RefusalException(
          "kernel '%s': local memory (%s bytes a work-group), which %s lacks"
              .formatted(kernel.name(), kernel.localBytes(), spec.name()));
    }
    boolean owners = architecture.ownerWrites() && !emulatesLocal();
    String violation = owners ? OwnerWrites.violation(kernel) : null;
    if (violation != null) {
      throw new RefusalException(
          ("kernel '%s', %s%s, but a work-item of %s writes only the part that it owns (AMD"
                  + " IL: lds_write_vec)")
              .formatted(kernel.name(), kernel.source(), violation, spec.name()));
    }
  }

  private void refuseScratch(Kernel kernel, long bytes) {
    if (bytes > spec.integer("memory.scratch_size")) {
      throw new RefusalException(
          "kernel '%s': %s bytes of private memory a work-item exceed %s, the room in scratch memory"
              .formatted(kernel.name(), bytes, spec.integer("memory.scratch_size")));
    }
  }

  @Override
  public Occupancy occupancy(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes) {
    int size = geometry.groupSize();
    if (size > capabilities().maximumGroupSize()) {
      throw new RefusalException(
          "work-group size " + size + " exceeds " + capabilities().maximumGroupSize());
    }
    if (!capabilities().computeKernels() && !kernel.kernel().isPixelKernel()) {
      String beyond = ShaderMode.beyondTarget(spec, geometry);
      if (!beyond.isEmpty()) {
        throw new RefusalException("kernel '" + kernel.kernel().name() + "': " + beyond);
      }
    }
    int local = kernel.kernel().localBytes() + dynamicLocalBytes;
    if (local > capabilities().localBytesPerGroup()) {
      throw new RefusalException(
          local
              + " bytes of local memory a work-group exceed "
              + capabilities().localBytesPerGroup());
    }
    return limits.of(needs(kernel, geometry, dynamicLocalBytes));
  }

  @Override
  public UnitLimits limits() {
    return limits.limits();
  }

  @Override
  public Needs needs(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes) {
    TeraScaleKernel code = (TeraScaleKernel) kernel;
    int local = kernel.kernel().localBytes() + dynamicLocalBytes;
    return ResidencyLimits.needs(
        code.registers(),
        code.resources().stackEntries(),
        code.resources().emulatesLocal() ? 0 : local,
        geometry.groupSize());
  }

  @Override
  public Machine assemble(Simulation simulation) {
    return new Assembler(spec, architecture).assemble(simulation);
  }

  @Override
  public long operationsPerCycle() {
    return 2 * spec.value("unit.count") * spec.value("unit.stream_cores") * architecture.width();
  }

  @Override
  public Optional<ChannelMap> channels() {
    return Optional.of(new Assembler(spec, architecture).map());
  }
}
