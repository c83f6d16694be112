package io.lockstep.terascale.code;

import io.lockstep.spi.spec.DeviceSpec;

/** How a device runs kernels that are written for work-groups. */
public enum ShaderMode {
  /** Work-groups are dispatched in the order of their work-items (from R700 on). */
  COMPUTE,
  /**
   * A rectangle of pixels for each work-group is rasterised; every work-item finds its ids from the
   * pixel's position and writes by memory export. There is neither local memory nor a barrier.
   */
  PIXEL;

  /** The instruction set without compute shaders. */
  private static final String FIRST_ISA = "r600";

  /**
   * {@return the mode of a device}
   *
   * @param f its figures
   */
  public static ShaderMode of(DeviceSpec f) {
    boolean asked = f.has("dispatch.mode") && f.choice("dispatch.mode").equals("pixel");
    return asked || isWithoutCompute(f) ? PIXEL : COMPUTE;
  }

  /**
   * {@return whether the device has no compute shaders at all}
   *
   * @param f its figures
   */
  public static boolean isWithoutCompute(DeviceSpec f) {
    return f.choice("unit.isa").equals(FIRST_ISA);
  }

  /**
   * {@return work-groups that a compute unit holds: its wavefronts where each pixel wavefront is
   * one}
   *
   * @param f its figures
   * @param wavefronts that a compute unit holds
   */
  public static int groups(DeviceSpec f, int wavefronts) {
    return of(f) == PIXEL ? wavefronts : f.integer("unit.groups");
  }
}
