// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import io.lockstep.spi.Device;
import io.lockstep.spi.spec.DeviceSpec;

/** Devices by id, for tests. */
final class Catalogue {
  private static final CaymanProvider PROVIDER = new CaymanProvider();

  private Catalogue() {}

  static Device device(String id, String... overrides) {
    DeviceSpec spec =
        PROVIDER.catalogue().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
    for (int k = 0; k < overrides.length; k += 2) {
      spec = spec.with(overrides[k], overrides[k + 1]);
    }
    return PROVIDER.device(spec);
  }
}
