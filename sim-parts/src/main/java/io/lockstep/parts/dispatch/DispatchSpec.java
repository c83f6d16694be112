// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of work-group dispatch: {@link DispatcherConfig}. */
public final class DispatchSpec implements Part {
  private static final FigureTable FIGURES =
      FigureTable.of(DispatchSpec.class.getResourceAsStream("figures.txt"));

  /** The only instance. */
  public static final Part PART = new DispatchSpec();

  /** The number of thousandths in a cycle, the unit of {@code dispatch.group_interval}. */
  public static final long CYCLE = 1000;

  private DispatchSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(FIGURES.section("dispatch"));
  }
}
