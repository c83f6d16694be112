// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import io.lockstep.spi.Device;
import io.lockstep.testsupport.LongKernels;

class LongKernelsTest extends LongKernels {
  LongKernelsTest() {
    super(device());
  }

  private static Device device() {
    TeslaProvider provider = new TeslaProvider();
    return provider.device(
        provider.catalogue().stream()
            .filter(s -> s.id().equals("gtx280"))
            .findFirst()
            .orElseThrow());
  }
}
