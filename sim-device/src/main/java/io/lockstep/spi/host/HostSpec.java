// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.host;

import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** The figures of the host and the bus to the device: {@link HostCosts}. */
public final class HostSpec implements Part {
  private static final FigureTable FIGURES =
      FigureTable.of(HostSpec.class.getResourceAsStream("figures.txt"));

  /** The part, for schemas. */
  public static final Part PART = new HostSpec();

  private HostSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(FIGURES.section("host"));
  }
}
