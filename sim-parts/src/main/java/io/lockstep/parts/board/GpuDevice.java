// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.OccupancyRules;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.function.Function;

/**
 * A device of this module's parts, but for its compiler, its rules of occupancy and its machine.
 * Immutable and thread-safe if the subclass is.
 */
public abstract class GpuDevice implements Device, OccupancyRules {
  /** The specification, whose figures have been checked together. */
  protected final DeviceSpec spec;

  private final Capabilities capabilities;

  /**
   * Checks the specification, then computes the capabilities.
   *
   * @param spec a specification whose figures lie within their own bounds
   * @param capabilities computes the device's capabilities from the checked specification
   * @throws io.lockstep.io.InputException if figures contradict each other
   */
  protected GpuDevice(DeviceSpec spec, Function<DeviceSpec, Capabilities> capabilities) {
    CrossCheck.ofParts(spec);
    this.spec = spec;
    this.capabilities = capabilities.apply(spec);
  }

  @Override
  public DeviceSpec spec() {
    return spec;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }
}
