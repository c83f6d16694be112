package io.lockstep.parts.device;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.parts.host.HostCosts;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;

/** A device model for one specification: immutable, thread-safe; simulations are its children. */
public interface Device {
  /** The specification, overrides applied. */
  DeviceSpec spec();

  /** What the device can do at all; launches beyond it are refused before they are simulated. */
  Capabilities capabilities();

  /** The clock that the vendor's tools count, in hertz; {@code cycles} of a result. */
  long clockHertz();

  /**
   * Lowers a portable kernel to this device's machine code.
   *
   * @throws RefusalException where the device lacks something the kernel needs
   */
  MachineKernel lower(Kernel kernel);

  /**
   * Refuses what {@link #lower} would refuse, and makes no code where the model can tell without.
   *
   * @throws RefusalException where the device lacks something the kernel needs
   */
  default void check(Kernel kernel) {
    lower(kernel);
  }

  /**
   * How many groups and wavefronts of a launch fit a compute unit, and what limits them.
   *
   * @param dynamicLocalBytes local memory beyond the kernel's static one
   * @throws RefusalException where not even one group fits
   */
  Occupancy occupancy(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes);

  /** Builds the machine's components in a fresh simulation whose tick is {@link #tickHertz()}. */
  Machine assemble(Simulation simulation);

  /** Rate of the fastest clock of the model: one tick. */
  long tickHertz();

  /** What host operations cost. */
  HostCosts hostCosts();
}
