// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.region;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of region memory and of launch-wide barriers. A device without a latency has
 * neither; a device with a size of 0 has only the barriers.
 */
public final class RegionSpec implements Part {
  /** The only instance. */
  public static final Part PART = new RegionSpec();

  static final String SIZE = "region.size";
  static final String BANKS = "region.banks";
  static final String LATENCY = "region.latency";

  private RegionSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key(SIZE, BYTES, "region memory (GDS) of the device; 0: barriers alone")
        .between(0, 64 << 10)
        .optional()
        .key(BANKS, COUNT, "lanes that region memory serves in a cycle")
        .between(1, 64)
        .optional()
        .key(LATENCY, CYCLES, "operation of region memory, from issue to result")
        .between(3, 100_000)
        .optional();
  }
}
