// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.CYCLE_PARTS;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;
import java.util.List;

/** Declares the figures of work-group dispatch: {@link DispatcherConfig}. */
public final class DispatchSpec implements Part {
  /** The only instance. */
  public static final Part PART = new DispatchSpec();

  /** The number of thousandths in a cycle, the unit of {@code dispatch.group_interval}. */
  public static final long CYCLE = 1000;

  private DispatchSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key("dispatch.group_interval", CYCLE_PARTS, "between two work-groups that a die is given")
        .between(1, 1_000_000 * CYCLE)
        .key("dispatch.latency", CYCLES, "a work-group's way to its compute unit")
        .between(1, 1_000_000)
        .key(
            "dispatch.wave_start",
            CYCLES,
            "from a work-group's arrival to its first wavefront's first instruction")
        .between(0, 1_000_000)
        .key("dispatch.launch_latency", CYCLES, "from a launch to its first group")
        .between(0, 1_000_000)
        .key(
            "dispatch.window",
            COUNT,
            "work-groups of a die that are looked at for one that has room, in order of ids")
        .between(1, 64);
    for (String axis : List.of("x", "y", "z")) {
      keys.key("dispatch.grid_" + axis, COUNT, "work-groups of a launch along " + axis + " at most")
          .between(1, Integer.MAX_VALUE);
    }
  }
}
