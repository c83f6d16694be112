// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of the local memory that a compute unit's work-groups share. */
public final class LdsSpec implements Part {
  /** The only instance. */
  public static final Part PART = new LdsSpec();

  private LdsSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key("lds.size", BYTES, "local memory of a compute unit")
        .between(0, 1 << 20)
        .key("lds.granule", BYTES, "work-groups are given local memory in such units")
        .between(1, 65536)
        .key("lds.banks", COUNT, "banks, of 4 bytes if no lds.bank_width")
        .between(1, 64)
        .powerOfTwo()
        .key("lds.latency", CYCLES, "from a load to the next that needs it, no conflict")
        .between(1, 1 << 20);
  }
}
