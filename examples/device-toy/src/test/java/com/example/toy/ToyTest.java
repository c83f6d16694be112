package com.example.toy;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.tck.DeviceKit;

/** The device passes every contract of Lockstep's kit. */
class ToyTest extends DeviceKit {
  @Override
  protected DeviceProvider provider() {
    return new ToyProvider();
  }
}
