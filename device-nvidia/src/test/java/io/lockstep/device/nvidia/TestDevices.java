// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecReader;

/** The devices of the catalogue, for tests of packages that cannot see the schema. */
public final class TestDevices {
  private TestDevices() {}

  public static DeviceSpec spec(String id) {
    String name = id + ".yaml";
    return SpecReader.resource(
        name, TestDevices.class.getResourceAsStream(name), NvidiaSchema.schema());
  }
}
