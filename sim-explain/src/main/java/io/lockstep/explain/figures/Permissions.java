// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import java.util.Set;

/**
 * Figures that determine which programs a device can run: flags, capacities, maximum sizes, and
 * rates of operations that the other device lacks. Hybrids get the capabilities of both devices,
 * because hybrids would otherwise refuse kernels that both devices run.
 */
final class Permissions {
  private static final Set<String> LARGEST =
      Set.of(
          "dram.capacity",
          "dispatch.grid_x",
          "dispatch.grid_y",
          "dispatch.grid_z",
          "lds.parameters",
          "unit.group_size",
          "unit.group_z");

  private Permissions() {}

  /** Whether a figure is a maximum size or a capacity. */
  static boolean isLargest(String path) {
    return LARGEST.contains(path);
  }

  static boolean isOne(DeviceSpec from, DeviceSpec to, String path) {
    SpecSchema.Key key = from.schema().key(path);
    if (isLargest(path) || key.dimension() == Dimension.FLAG) {
      return from.has(path) && to.has(path);
    }
    return path.startsWith("issue.") && from.has(path) != to.has(path);
  }

  static DeviceSpec wider(DeviceSpec from, DeviceSpec to, String path) {
    if (!from.has(path)) {
      return to;
    }
    return to.has(path) && to.value(path) > from.value(path) ? to : from;
  }
}
