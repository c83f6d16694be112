// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.launch.CapabilityCheck;
import io.lockstep.run.launch.LaunchOccupancy;
import io.lockstep.run.sample.SampledRun;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.PixelWavefronts;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Prepares a program's launches for one device: checks them against its capabilities, lowers each
 * kernel once and divides pixel domains into wavefronts.
 */
public final class LaunchPlans implements SampledRun.Plans {
  private final Device device;
  private final Program program;
  private final long[] addresses;
  private final Device[] running; // by kernel: the device as it runs the kernel
  private final MachineKernel[] lowered;
  private final MachineKernel[] launched; // code of each kernel, fitted to its last group size
  private final int[] groupSizes; // group size of each kernel's last launch
  private Occupancy occupancy;
  private String note = "";

  /**
   * @param addresses addresses of the program's buffers in device memory
   */
  public LaunchPlans(Device device, Program program, long[] addresses) {
    this.device = device;
    this.program = program;
    this.addresses = addresses;
    running = new Device[program.kernels().size()];
    lowered = new MachineKernel[program.kernels().size()];
    launched = new MachineKernel[program.kernels().size()];
    groupSizes = new int[program.kernels().size()];
  }

  Device device() {
    return device;
  }

  private Device running(int kernel) {
    if (running[kernel] == null) {
      running[kernel] = device.forKernel(program.kernels().get(kernel));
    }
    return running[kernel];
  }

  @Override
  public Program program() {
    return program;
  }

  /** Returns the address of a buffer in device memory. */
  long address(int buffer) {
    return addresses[buffer];
  }

  /** Refuses a launch that has turned out to need wider wavefronts than the device has. */
  void executed(int kernel, LaunchEnd end) {
    CapabilityCheck.executed(program.kernels().get(kernel), end, running(kernel).capabilities());
  }

  /**
   * Checks and lowers a launch.
   *
   * @throws RefusalException if the device cannot run it
   */
  @Override
  public LaunchPlan plan(HostStep.Launch launch) {
    Kernel kernel = program.kernels().get(launch.kernel());
    Device own = running(launch.kernel());
    Capabilities can = own.capabilities();
    Optional<PixelDomain> pixels = PixelDomain.of(launch, can);
    Geometry geometry = pixels.map(PixelDomain::geometry).orElse(launch.geometry());
    CapabilityCheck.launch(kernel, launch, geometry, can);
    MachineKernel code = lowered[launch.kernel()];
    if (code == null) {
      code = own.lower(kernel);
      lowered[launch.kernel()] = code;
    }
    if (launched[launch.kernel()] == null || groupSizes[launch.kernel()] != geometry.groupSize()) {
      launched[launch.kernel()] = own.fitted(code, geometry);
      groupSizes[launch.kernel()] = geometry.groupSize();
    }
    code = launched[launch.kernel()];
    if (note.isEmpty()) {
      String width = widthNote(kernel, can.wavefront());
      note = width.isEmpty() ? halfNote(kernel) : width;
      note = note.isEmpty() ? code.remark() : note;
    }
    occupancy = LaunchOccupancy.of(own, kernel, code, geometry, launch.dynamicLocalBytes());
    return new LaunchPlan(
        code,
        geometry,
        occupancy,
        kernel.localBytes() + launch.dynamicLocalBytes(),
        addresses,
        launch.textures(),
        pixels,
        launch.isCooperative(),
        can.wavefront());
  }

  private static String widthNote(Kernel kernel, int wavefront) {
    if (kernel.fixedWidth() == 0 || kernel.fixedWidth() >= wavefront) {
      return "";
    }
    return "kernel '%s' fixes the width at %s: wavefronts of %s run it as %s"
        .formatted(
            kernel.name(),
            kernel.fixedWidth(),
            wavefront,
            wavefront == 2 * kernel.fixedWidth() ? "two halves" : "several parts");
  }

  /** Returns a remark if halves are computed in single precision, otherwise an empty string. */
  private String halfNote(Kernel kernel) {
    boolean through =
        !device.capabilities().halfPrecision()
            && kernel.blocks().stream()
                .flatMap(b -> b.instructions().stream())
                .anyMatch(CapabilityCheck::isHalfArithmetic);
    return through
        ? "kernel '"
            + kernel.name()
            + "' computes with halves, which the device lacks: in single precision, each result"
            + " rounded"
        : "";
  }

  /** Returns a launch's work-groups; a pixel domain is divided into wavefronts. */
  @Override
  public WorkGroupSource groups(HostStep.Launch launch, WorkGroupSource recorded) {
    WorkGroupSource own = launched[launch.kernel()].groups(recorded);
    return PixelDomain.of(launch, running(launch.kernel()).capabilities())
        .<WorkGroupSource>map(p -> new PixelWavefronts(own, p, launch.geometry()))
        .orElse(own);
  }

  /** Returns the occupancy of the last launch; null before the first. */
  Occupancy occupancy() {
    return occupancy;
  }

  /** Returns remarks on the kernels and on how this device runs them, or an empty string. */
  String note() {
    List<String> notes = new ArrayList<>();
    String compilers =
        program.kernels().stream()
            .map(Kernel::compiler)
            .filter(compiler -> !compiler.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    if (!compilers.isEmpty()) {
      notes.add("compiled by " + compilers);
    }
    String demoted =
        program.kernels().stream()
            .filter(Kernel::demoted)
            .map(k -> "'" + k.name() + "'")
            .collect(Collectors.joining(", "));
    if (!demoted.isEmpty()) {
      notes.add("doubles demoted to floats: " + demoted);
    }
    if (!note.isEmpty()) {
      notes.add(note);
    }
    return String.join("; ", notes);
  }
}
