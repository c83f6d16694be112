// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import io.lockstep.spi.Device;
import io.lockstep.terascale.check.AtomicsContract;

class AtomicsTest extends AtomicsContract {
  @Override
  protected Device device(String... figures) {
    return Catalogue.device("hd5870", figures);
  }
}
