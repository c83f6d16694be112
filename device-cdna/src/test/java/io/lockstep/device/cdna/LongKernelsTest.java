// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna;

import io.lockstep.spi.Device;
import io.lockstep.testsupport.LongKernels;

class LongKernelsTest extends LongKernels {
  LongKernelsTest() {
    super(device());
  }

  private static Device device() {
    CdnaProvider provider = new CdnaProvider();
    return provider.device(
        provider.catalogue().stream()
            .filter(s -> s.id().equals("mi300a"))
            .findFirst()
            .orElseThrow());
  }
}
