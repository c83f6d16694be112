package io.lockstep.device.cdna;

import io.lockstep.core.device.DeviceSpec;
import io.lockstep.core.device.SpecReader;

/** Shipped specifications, for tests. */
public final class Specs {
  private Specs() {}

  /** A device of the catalogue. */
  public static DeviceSpec of(String id) {
    return SpecReader.resource(CdnaSchema.class, id + ".yaml", CdnaSchema.SCHEMA);
  }
}
