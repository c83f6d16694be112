// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import io.lockstep.core.engine.Simulation;
import io.lockstep.device.g80.code.LoweringOptions;
import io.lockstep.device.g80.code.RegisterLimit;
import io.lockstep.device.g80.code.Timings;
import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.device.g80.code.WarpLowering;
import io.lockstep.device.g80.code.WarpOption;
import io.lockstep.device.g80.occupancy.TeslaOccupancy;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.LaunchHints;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.board.GpuDevice;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Capabilities.AtomicType;
import io.lockstep.spi.ChannelMap;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A board of the Tesla generation. Immutable and thread-safe. */
final class TeslaDevice extends GpuDevice {
  private final Timings timings;
  private final LoweringOptions options;
  private final TeslaOccupancy occupancy;
  private final TeslaAssembly assembly;

  TeslaDevice(DeviceSpec spec) {
    super(spec, TeslaDevice::capabilities);
    consistent(spec);
    timings = new Timings(spec);
    options = new LoweringOptions(spec);
    occupancy = new TeslaOccupancy(spec);
    assembly = new TeslaAssembly(spec);
  }

  private static void consistent(DeviceSpec s) {
    if (s.flag("unit.double")
        && !(s.has("issue.double")
            && s.has("issue.double_latency")
            && s.has("issue.divide_double")
            && s.has("issue.divide_double_latency"))) {
      throw contradiction(
          s, "unit.double", "issue.double, divide_double and their latencies beside it");
    }
  }

  private static InputException contradiction(DeviceSpec s, String path, String expected) {
    return new InputException(
        s.figure(path).where(),
        "'" + path + "' is " + s.figure(path).readable() + "; expected " + expected);
  }

  private static Capabilities capabilities(DeviceSpec s) {
    int block = s.integer("unit.group_size");
    return Capabilities.of(s)
        .group(block, block, Math.min(s.integer("unit.group_z"), block))
        .localBytes(Math.max(0, s.integer("lds.size") - s.integer("lds.header")))
        .doublePrecision(s.flag("unit.double"))
        .halfThroughFloat(true) // conversions only, no half arithmetic (PTX ISA, cvt)
        .atomics(
            atomics(s)) // no fused multiply-add: the single-precision MAD truncates its product
        .textures(true)
        .build();
  }

  /**
   * Returns the supported atomics: global from 1.1, shared and 64-bit from 1.2 (CUDA Programming
   * Guide 2.0, appendix C).
   */
  private static Map<Space, Set<AtomicType>> atomics(DeviceSpec s) {
    Map<Space, Set<AtomicType>> map = new EnumMap<>(Space.class);
    Set<AtomicType> words = AtomicType.all(AtomicOp.OF_LANES, Type.I32);
    words.add(new AtomicType(AtomicOp.EXCHANGE, Type.F32));
    if (s.flag("atomics.global")) {
      Set<AtomicType> global = new HashSet<>(words);
      if (s.flag("lds.atomics")) {
        global.addAll(
            AtomicType.all(
                List.of(AtomicOp.ADD, AtomicOp.EXCHANGE, AtomicOp.COMPARE_EXCHANGE), Type.I64));
      }
      map.put(Space.GLOBAL, Set.copyOf(global));
    }
    if (s.flag("lds.atomics")) {
      map.put(Space.LOCAL, Set.copyOf(words));
    }
    return Map.copyOf(map);
  }

  @Override
  public MachineKernel lower(Kernel kernel) {
    requireArguments(kernel);
    WarpCode code = WarpLowering.lower(kernel, timings, options, votes());
    return kernel.bounds().withHints(LaunchHints.NONE).equals(LaunchBounds.NONE)
        ? code
        : fitted(code, Math.min(kernel.bounds().largestGroup(), capabilities().maximumGroupSize()));
  }

  @Override
  public MachineKernel fitted(MachineKernel code, Geometry geometry) {
    return fitted(code, geometry.groupSize());
  }

  private MachineKernel fitted(MachineKernel code, int threads) {
    RegisterLimit limit = RegisterLimit.of(code.kernel().bounds(), threads, options);
    int registers = Math.min(code.registers(), spec.integer("registers.per_item"));
    if (!options.applies(WarpOption.SPILLS) || registers <= limit.registers()) {
      return code;
    }
    // If no code satisfies the limit, the code with the smallest excess is accepted.
    int most = Math.min(registers - 1, options.limit(Math.max(1, threads), 1));
    for (int r = limit.registers(); r <= most; r++) {
      RegisterLimit next = new RegisterLimit(r, limit.reason());
      Optional<WarpCode> found =
          WarpLowering.limited(code.kernel(), timings, options, votes(), next);
      if (found.isPresent()) {
        return found.get();
      }
    }
    return code;
  }

  @Override
  public void check(Kernel kernel) {
    requireArguments(kernel);
    WarpLowering.check(kernel, timings, options, votes());
  }

  private void requireArguments(Kernel kernel) {
    int most = spec.integer("lds.parameters");
    if (kernel.parameterBytes() > most) {
      throw new RefusalException(
          ("kernel '%s': %s bytes of arguments exceed %s, which compute capability 1.x"
                  + " passes through shared memory")
              .formatted(kernel.name(), kernel.parameterBytes(), most));
    }
  }

  /** Whether the device has vote instructions, which G200 introduced (envytools). */
  private boolean votes() {
    String capability = spec.choice("unit.capability");
    return capability.equals("1.2") || capability.equals("1.3");
  }

  @Override
  public Occupancy occupancy(MachineKernel code, Geometry geometry, int dynamicLocalBytes) {
    Needs block = needs(code, geometry, dynamicLocalBytes);
    Occupancy fit = Occupancy.of(limits(), block);
    if (fit.groups() == 0) {
      throw new RefusalException(
          "kernel '"
              + code.kernel().name()
              + "': no block of "
              + geometry.groupSize()
              + " threads fits a multiprocessor; it takes "
              + occupancy.registersPerBlock(block)
              + " of "
              + occupancy.registers()
              + " registers, "
              + block.amount(Need.LOCAL_MEMORY)
              + " of "
              + occupancy.sharedBytes()
              + " bytes of shared memory, "
              + fit.wavefrontsPerGroup()
              + " of "
              + fit.maximum()
              + " warps");
    }
    return fit;
  }

  @Override
  public UnitLimits limits() {
    return occupancy.limits();
  }

  @Override
  public Needs needs(MachineKernel code, Geometry geometry, int dynamicLocalBytes) {
    Kernel kernel = code.kernel();
    // The compiler spills values in excess of the maximum registers per thread.
    int registers = Math.min(code.registers(), spec.integer("registers.per_item"));
    int shared =
        kernel.localBytes()
            + dynamicLocalBytes
            + spec.integer("lds.header")
            + kernel.parameterBytes();
    return Needs.of(geometry.groupSize(), registers, shared);
  }

  @Override
  public Machine assemble(Simulation simulation) {
    return assembly.assemble(simulation);
  }

  @Override
  public long operationsPerCycle() {
    return 2
        * spec.value("unit.count")
        * spec.value("unit.wavefront")
        / spec.value("issue.interval");
  }

  @Override
  public Optional<ChannelMap> channels() {
    return Optional.of(TeslaAssembly.map(spec));
  }
}
