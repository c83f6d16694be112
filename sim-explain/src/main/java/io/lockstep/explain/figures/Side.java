// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.explain.experiment.Variant;
import io.lockstep.spi.spec.DeviceSpec;

/**
 * One of two compared devices.
 *
 * @param name an id or a specification file, as given to {@code --device}
 * @param named the specification of this name, without overrides
 */
public record Side(String name, DeviceSpec named, DeviceSpec spec) {
  public Side(String name, DeviceSpec spec) {
    this(name, spec, spec);
  }

  public Variant variant() {
    return Variant.of(name, spec);
  }
}
