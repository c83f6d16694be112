// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna;

import io.lockstep.spi.spec.DeviceSpec;

/** Shipped specifications, for tests. */
public final class Specs {
  private Specs() {}

  /** A device of the catalogue. */
  public static DeviceSpec of(String id) {
    return new CdnaProvider().spec(id);
  }
}
