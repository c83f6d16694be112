package io.lockstep.explain.figures;

import io.lockstep.spi.spec.DeviceSpec;

/**
 * One of two devices that are compared.
 *
 * @param name an id or a specification file, as in {@code --device}
 * @param named the specification of that name
 * @param spec the specification with overrides
 */
public record Side(String name, DeviceSpec named, DeviceSpec spec) {
  /**
   * Creates an unmodified device.
   *
   * @param name as in {@code --device}
   * @param spec its specification
   */
  public Side(String name, DeviceSpec spec) {
    this(name, spec, spec);
  }
}
