// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import io.lockstep.spi.Device;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.terascale.TeraScaleDevice;
import io.lockstep.terascale.TeraScaleProvider;
import io.lockstep.terascale.TeraScaleSchema;
import java.io.InputStream;
import java.util.List;

/** Provides the devices with four-slot VLIW bundles: Cayman. */
@SpiVersion(SpiVersion.CURRENT)
public final class CaymanProvider extends TeraScaleProvider {
  private static final List<String> CATALOGUE = List.of("hd6970", "hd6950");

  public CaymanProvider() {
    super(4, TeraScaleSchema.of("cayman", "cayman"), CATALOGUE);
  }

  @Override
  protected InputStream resource(String name) {
    return CaymanProvider.class.getResourceAsStream(name);
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new TeraScaleDevice(
        spec, new Vliw4(spec.flag("unit.fma"), spec.flag("unit.double")), true);
  }
}
