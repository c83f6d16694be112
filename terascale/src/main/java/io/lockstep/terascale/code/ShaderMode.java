package io.lockstep.terascale.code;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;

/** How a device runs kernels written for work-groups. */
public enum ShaderMode {
  /** Work-groups in the order of their work-items (from R700 on). */
  COMPUTE,
  /**
   * A rectangle of pixels per work-group; ids follow from a pixel's position. No local memory, no
   * barriers.
   */
  PIXEL;

  /** Side of the largest render target of R600 and R700 in pixels; Direct3D 11 has 16,384. */
  private static final int TARGET = 8192;

  private static final String FIRST_ISA = "r600";

  public static ShaderMode of(DeviceSpec f) {
    boolean asked = f.has("dispatch.mode") && f.choice("dispatch.mode").equals("pixel");
    return asked || isWithoutCompute(f) ? PIXEL : COMPUTE;
  }

  public static boolean isWithoutCompute(DeviceSpec f) {
    return f.choice("unit.isa").equals(FIRST_ISA);
  }

  /** Work-groups per compute unit; in pixel mode each wavefront counts as one. */
  public static int groups(DeviceSpec f, int wavefronts) {
    return of(f) == PIXEL ? wavefronts : f.integer("unit.groups");
  }

  /** Why a launch exceeds the render target, or "". One-dimensional launches take several rows. */
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
