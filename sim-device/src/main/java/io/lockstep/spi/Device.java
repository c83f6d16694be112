// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.Optional;

/** The model of one device. Immutable and thread-safe; each simulation has its {@link Machine}. */
public interface Device {
  /** {@return the specification, with overrides applied} */
  DeviceSpec spec();

  /** {@return the device's capabilities; launches beyond them are refused before simulation} */
  Capabilities capabilities();

  /**
   * {@return the frequency in hertz of the clock whose {@code cycles} the vendor's tools count; by
   * default the compute clock}
   */
  default long clockHertz() {
    return spec().value(ClockSpec.COMPUTE);
  }

  /**
   * {@return this device as it runs a kernel} A device with several widths of wavefronts ({@link
   * Capabilities#wavefronts()}) chooses one for the kernel and returns a model with the same
   * specification but for that width, whose {@link #capabilities}, {@link #lower}, {@link #fitted}
   * and {@link #occupancy} hold for the kernel; machines are always assembled by the device itself.
   * By default, and with one width, the device itself.
   *
   * @param kernel a verified kernel
   */
  default Device forKernel(Kernel kernel) {
    return this;
  }

  /**
   * Lowers a portable kernel to this device's machine code.
   *
   * @param kernel a verified kernel
   * @return the code
   * @throws RefusalException if the device lacks a capability that the kernel needs
   */
  MachineKernel lower(Kernel kernel);

  /**
   * {@return the code for launches of a group size: a version with fewer registers if a group with
   * the given code does not fit a compute unit and the compiler can save some}
   *
   * @param code result of this device's {@link #lower}
   * @param geometry work-items of a group; the number of groups is ignored
   */
  default MachineKernel fitted(MachineKernel code, Geometry geometry) {
    return code;
  }

  /**
   * Throws the refusal that {@link #lower} would throw, if possible without generating code.
   *
   * @param kernel a verified kernel
   * @throws RefusalException if the device lacks a capability that the kernel needs
   */
  default void check(Kernel kernel) {
    lower(kernel);
  }

  /**
   * {@return the groups and wavefronts of a launch that fit a compute unit, and the limiting
   * resource; by default computed from {@link #occupancyRules()}}
   *
   * @param kernel result of this device's {@link #lower}
   * @param geometry work-items of a group; the number of groups is ignored
   * @param dynamicLocalBytes local memory beyond the kernel's static one
   * @throws RefusalException if not even one group fits
   */
  default Occupancy occupancy(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes) {
    OccupancyRules rules =
        occupancyRules()
            .orElseThrow(
                () ->
                    new UnsupportedOperationException(
                        "a device overrides occupancy or occupancyRules"));
    return Occupancy.of(rules.limits(), rules.needs(kernel, geometry, dynamicLocalBytes));
  }

  /**
   * {@return the rules behind {@link #occupancy} as data, from which next steps and curves are
   * computed; by default the device itself if it implements {@link OccupancyRules}, else empty}
   */
  default Optional<OccupancyRules> occupancyRules() {
    return this instanceof OccupancyRules rules ? Optional.of(rules) : Optional.empty();
  }

  /**
   * Builds the machine's components in a simulation whose tick is {@link #tickHertz()}.
   *
   * @param simulation a new one, without components
   * @return the machine, idle
   */
  Machine assemble(Simulation simulation);

  /**
   * {@return ticks a second: the rate of the model's fastest clock; by default the compute clock}
   */
  default long tickHertz() {
    return spec().value(ClockSpec.COMPUTE);
  }

  /** {@return the mapping of addresses to DRAM channels in its machines; empty if unknown} */
  default Optional<ChannelMap> channels() {
    return Optional.empty();
  }

  /**
   * {@return peak operations of all lanes per {@link #clockHertz} cycle, FMA as two; 0 if unknown}
   */
  default long operationsPerCycle() {
    return 0;
  }

  /** {@return the costs of host operations; by default those of the specification} */
  default HostCosts hostCosts() {
    return HostCosts.of(spec());
  }
}
