// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import io.lockstep.spi.Device;
import io.lockstep.terascale.check.DivergenceContract;

class DivergenceTest extends DivergenceContract {
  @Override
  protected Device device(String... figures) {
    return Catalogue.device("hd6970", figures);
  }
}
