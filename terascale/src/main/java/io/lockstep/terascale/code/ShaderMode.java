// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;

/** Selects the type of shader that runs kernels written for work-groups. */
public enum ShaderMode {
  /** A compute shader: groups are dispatched in the order of their work-items (R700 and later). */
  COMPUTE,
  /**
   * A pixel shader: each work-group is rasterised as a rectangle of pixels. A work-item derives its
   * ids from the pixel's position and writes by memory export. Local memory and barriers are
   * unavailable.
   */
  PIXEL;

  /** Maximum width and height of a render target of R600 and R700 (Direct3D 10 and 10.1). */
  private static final int TARGET = 8192;

  private static final String FIRST_ISA = "r600";

  public static ShaderMode of(DeviceSpec f) {
    boolean asked = f.has("dispatch.mode") && f.choice("dispatch.mode").equals("pixel");
    return asked || isWithoutCompute(f) ? PIXEL : COMPUTE;
  }

  public static boolean isWithoutCompute(DeviceSpec f) {
    return f.choice("unit.isa").equals(FIRST_ISA);
  }

  /** Returns the maximum groups per compute unit; in pixel mode each wavefront is a group. */
  public static int groups(DeviceSpec f, int wavefronts) {
    return of(f) == PIXEL ? wavefronts : f.integer("unit.groups");
  }

  /**
   * Returns the reason why a launch exceeds the largest render target in pixel mode, or an empty
   * string. A one-dimensional launch is laid out in as many rows as necessary.
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
