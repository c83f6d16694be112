// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.spi.DeviceProvider;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The smallest device of each vendor passes the kit; larger ones are tested by sim-cli. */
@Tag("slow")
class BuiltInDevicesTest {
  /** The contracts that are cheap for a large device; sim-cli's tests hold the others. */
  private abstract static class Family extends DeviceKit {
    private final String device;

    Family(String device) {
      this.device = device;
    }

    @Override
    protected DeviceProvider provider() {
      for (DeviceProvider p : ServiceLoader.load(DeviceProvider.class)) {
        if (p.devices().contains(device)) {
          return p;
        }
      }
      throw new IllegalStateException(device);
    }

    @Override
    protected List<String> devices() {
      return List.of(device);
    }
  }

  @Nested
  class Evergreen extends Family {
    Evergreen() {
      super("hd5450");
    }
  }

  @Nested
  class PixelShaders extends Family {
    PixelShaders() {
      super("hd2400");
    }

    /** A quad of pixels is two rows of two, so an uncached access uses half of each sector. */
    @Override
    protected double streamFactor() {
      return 2;
    }
  }

  @Nested
  class Tesla extends Family {
    Tesla() {
      super("8600gts");
    }
  }

  @Nested
  class Nvidia extends Family {
    Nvidia() {
      super("rtx3060");
    }
  }
}
