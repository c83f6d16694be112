package io.lockstep.parts.device;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.parts.host.HostCosts;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.Optional;

/** A device model for one specification: immutable, thread-safe; simulations are its children. */
public interface Device {
  /** {@return the specification, overrides applied} */
  DeviceSpec spec();

  /**
   * {@return what the device can do at all; launches beyond it are refused before they are
   * simulated}
   */
  Capabilities capabilities();

  /** {@return the clock that the vendor's tools count, in hertz; {@code cycles} of a result} */
  long clockHertz();

  /**
   * Lowers a portable kernel to this device's machine code.
   *
   * @param kernel a verified kernel
   * @return the code
   * @throws RefusalException where the device lacks something the kernel needs
   */
  MachineKernel lower(Kernel kernel);

  /**
   * Refuses what {@link #lower} would refuse, and makes no code where the model can tell without.
   *
   * @param kernel a verified kernel
   * @throws RefusalException where the device lacks something the kernel needs
   */
  default void check(Kernel kernel) {
    lower(kernel);
  }

  /**
   * {@return how many groups and wavefronts of a launch fit a compute unit, and what limits them;
   * by default as {@link #occupancyRules()} have it}
   *
   * @param kernel code of this device's own {@link #lower}
   * @param geometry work-items of a group; how many groups there are changes nothing
   * @param dynamicLocalBytes local memory beyond the kernel's static one
   * @throws RefusalException where not even one group fits
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
   * computed; empty where the device does not state them}
   */
  default Optional<OccupancyRules> occupancyRules() {
    return Optional.empty();
  }

  /**
   * Builds the machine's components in a fresh simulation whose tick is {@link #tickHertz()}.
   *
   * @param simulation a new one, without components
   * @return the machine, idle
   */
  Machine assemble(Simulation simulation);

  /**
   * Rate of the fastest clock of the model: one tick.
   *
   * @return ticks a second
   */
  long tickHertz();

  /**
   * {@return how addresses are dealt out over DRAM channels, as the machines of {@link #assemble}
   * do; empty where the device does not say}
   */
  default Optional<ChannelMap> channels() {
    return Optional.empty();
  }

  /**
   * {@return operations of arithmetic that all lanes do in a cycle of {@link #clockHertz} at most;
   * a multiply-add counts two; 0 where the device does not say}
   */
  default long operationsPerCycle() {
    return 0;
  }

  /** {@return what host operations cost} */
  HostCosts hostCosts();
}
