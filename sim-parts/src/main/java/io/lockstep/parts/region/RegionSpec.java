// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.region;

import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of region memory and of launch-wide barriers. A device without a latency has
 * neither; a device with a size of 0 has only the barriers.
 */
public final class RegionSpec implements Part {
  private static final FigureTable FIGURES =
      FigureTable.of(RegionSpec.class.getResourceAsStream("figures.txt"));

  /** The only instance. */
  public static final Part PART = new RegionSpec();

  static final String SIZE = "region.size";
  static final String BANKS = "region.banks";
  static final String LATENCY = "region.latency";

  private RegionSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(FIGURES.section("region"));
  }
}
