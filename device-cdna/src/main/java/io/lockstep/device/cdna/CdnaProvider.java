// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna;

import io.lockstep.gcn.GcnProvider;
import io.lockstep.gcn.GcnSchema;
import io.lockstep.spi.SpiVersion;
import java.io.InputStream;
import java.util.List;

@SpiVersion(SpiVersion.CURRENT)
public final class CdnaProvider extends GcnProvider {
  private static final List<String> IDS = List.of("mi100", "mi210", "mi250x", "mi300a", "mi300x");

  /** Created by ServiceLoader. */
  public CdnaProvider() {
    super(GcnSchema.of("cdna", "gfx908", "gfx90a", "gfx942"), IDS);
  }

  @Override
  protected InputStream resource(String name) {
    return CdnaProvider.class.getResourceAsStream(name);
  }
}
