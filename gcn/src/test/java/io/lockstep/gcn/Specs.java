// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import io.lockstep.spi.spec.DeviceSpec;
import java.io.InputStream;
import java.util.List;

/** A provider of the CDNA family's files, for tests of the model. */
public final class Specs extends GcnProvider {
  /** The family, its instruction sets and devices. */
  public Specs() {
    super(
        GcnSchema.of("cdna", "gfx908", "gfx90a", "gfx942"),
        List.of("mi100", "mi210", "mi250x", "mi300a", "mi300x"));
  }

  @Override
  protected InputStream resource(String name) {
    return Specs.class.getResourceAsStream("/io/lockstep/device/cdna/" + name);
  }

  /** A device of the catalogue. */
  public static DeviceSpec of(String id) {
    return new Specs().spec(id);
  }
}
