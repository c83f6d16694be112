// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;

/** How a device runs kernels written for work-groups. */
public enum ShaderMode {
  /** Work-groups are dispatched in the order of their work-items (from R700 on). */
  COMPUTE,
  /**
   * A rectangle of pixels is rasterised for each work-group; a work-item derives its ids from the
   * pixel's position and writes by memory export. Local memory and barriers do not exist.
   */
  PIXEL;

  /** Pixels along a side of the largest render target of R600 and R700 (Direct3D 10 and 10.1). */
  private static final int TARGET = 8192;

  private static final String FIRST_ISA = "r600";

  public static ShaderMode of(DeviceSpec f) {
    boolean asked = f.has("dispatch.mode") && f.choice("dispatch.mode").equals("pixel");
    return asked || isWithoutCompute(f) ? PIXEL : COMPUTE;
  }

  public static boolean isWithoutCompute(DeviceSpec f) {
    return f.choice("unit.isa").equals(FIRST_ISA);
  }

  /** Work-groups that a compute unit holds; in pixel mode each wavefront counts as a group. */
  public static int groups(DeviceSpec f, int wavefronts) {
    return of(f) == PIXEL ? wavefronts : f.integer("unit.groups");
  }

  /**
   * Returns why a launch exceeds the largest render target in pixel mode, or an empty string.
   * One-dimensional launches are laid out in as many rows as they need.
   */
  public static String beyondTarget(DeviceSpec f, Geometry g) {
    String isa = f.choice("unit.isa");
    long side = isa.equals(FIRST_ISA) || isa.equals("r700") ? TARGET : 2 * TARGET;
    long across = (long) g.groupsX() * g.sizeX();
    long down = (long) g.groupsY() * g.sizeY() * g.groupsZ() * g.sizeZ();
    boolean fits = down == 1 ? across <= side * side : across <= side && down <= side;
    return fits
        ? ""
        : "%s by %s work-items: as pixels they need a render target beyond %s by %s"
            .formatted(across, down, side, side);
  }
}
