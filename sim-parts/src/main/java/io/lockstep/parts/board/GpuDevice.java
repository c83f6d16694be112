// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.parts.unit.UnitSpec;
import io.lockstep.parts.unit.WidthSpec;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.OccupancyRules;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A device of this module's parts, but for its compiler, its rules of occupancy and its machine.
 * Immutable and thread-safe if the subclass is.
 *
 * <p>A device with several widths of wavefronts ({@link WidthSpec}) runs each kernel as the device
 * with {@code unit.wavefront} set to the kernel's width does; {@link #wavefront} chooses it.
 */
public abstract class GpuDevice implements Device, OccupancyRules {
  /** The specification, whose figures have been checked together. */
  protected final DeviceSpec spec;

  private final Capabilities capabilities;
  private final Map<Integer, Device> ofWidth = new ConcurrentHashMap<>();
  private final Function<DeviceSpec, ? extends Device> model; // null for a device with one width

  /**
   * Checks the specification, then computes the capabilities.
   *
   * @param spec a specification whose figures lie within their own bounds
   * @param capabilities computes the device's capabilities from the checked specification
   * @throws io.lockstep.io.InputException if figures contradict each other
   */
  protected GpuDevice(DeviceSpec spec, Function<DeviceSpec, Capabilities> capabilities) {
    this(spec, capabilities, null);
  }

  /**
   * Checks the specification at every width of wavefronts, then computes the capabilities.
   *
   * @param spec a specification whose figures lie within their own bounds
   * @param capabilities computes the device's capabilities from the checked specification
   * @param model creates the device of a specification with another {@code unit.wavefront}: the
   *     constructor of the subclass; null if wavefronts have one width
   * @throws io.lockstep.io.InputException if figures contradict each other
   */
  protected GpuDevice(
      DeviceSpec spec,
      Function<DeviceSpec, Capabilities> capabilities,
      Function<DeviceSpec, ? extends Device> model) {
    CrossCheck.ofParts(spec);
    this.spec = spec;
    this.capabilities = capabilities.apply(spec);
    this.model = model;
    List<Integer> widths = this.capabilities.wavefronts();
    if (widths.size() > 1 && model == null) {
      throw new IllegalArgumentException(
          spec.id() + " has wavefronts of " + widths + " work-items, but a model of one width");
    }
    widths.stream()
        .filter(width -> width != this.capabilities.wavefront())
        .forEach(width -> CrossCheck.ofParts(at(width)));
  }

  private DeviceSpec at(int width) {
    return width == capabilities.wavefront()
        ? spec
        : spec.with(UnitSpec.WAVEFRONT, Integer.toString(width));
  }

  /**
   * {@return the width of a kernel's wavefronts, one of {@link Capabilities#wavefronts()}; by
   * default as {@link Capabilities#wavefront(Kernel)} chooses}
   *
   * @param kernel the kernel
   */
  protected int wavefront(Kernel kernel) {
    return capabilities.wavefront(kernel);
  }

  @Override
  public Device forKernel(Kernel kernel) {
    int width = wavefront(kernel);
    return width == capabilities.wavefront()
        ? this
        : ofWidth.computeIfAbsent(width, w -> model.apply(at(w)));
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
