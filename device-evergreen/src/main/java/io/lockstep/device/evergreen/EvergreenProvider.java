// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import io.lockstep.spi.Device;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.terascale.TeraScaleDevice;
import io.lockstep.terascale.TeraScaleProvider;
import io.lockstep.terascale.TeraScaleSchema;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;

/** Provides the VLIW5 devices: R600, R700 and Evergreen, including Barts. Thread-safe. */
@SpiVersion(SpiVersion.CURRENT)
public final class EvergreenProvider extends TeraScaleProvider {
  /** A generation's first device represents it; for TeraScale 1, the first with local memory. */
  private static final List<String> CATALOGUE =
      List.of("hd4870", "hd3870", "hd2900xt", "hd2400", "hd5870", "hd5770", "hd5450", "hd6870");

  public EvergreenProvider() {
    super(5, TeraScaleSchema.of("evergreen", "r600", "r700", "evergreen"), CATALOGUE);
  }

  @Override
  protected InputStream resource(String name) {
    return EvergreenProvider.class.getResourceAsStream(name);
  }

  @Override
  public Device device(DeviceSpec spec) {
    Vliw5.Isa isa = Vliw5.Isa.valueOf(spec.choice("unit.isa").toUpperCase(Locale.ROOT));
    Vliw5 architecture = new Vliw5(isa, spec.flag("unit.fma"), spec.flag("unit.double"));
    return new TeraScaleDevice(spec, architecture, isa == Vliw5.Isa.EVERGREEN);
  }
}
