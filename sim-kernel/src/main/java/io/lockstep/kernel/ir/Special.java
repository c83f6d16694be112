// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

/** Values that the machine supplies (PTX special registers, IL thread ids). */
public enum Special implements Variant {
  /** Position in the work-group along x, in work-items. */
  LOCAL_ID_X,
  /** Position in the work-group along y, in work-items. */
  LOCAL_ID_Y,
  /** Position in the work-group along z, in work-items. */
  LOCAL_ID_Z,
  /** Work-items of the work-group along x. */
  LOCAL_SIZE_X,
  /** Work-items of the work-group along y. */
  LOCAL_SIZE_Y,
  /** Work-items of the work-group along z. */
  LOCAL_SIZE_Z,
  /** Position of the work-group in the launch along x. */
  GROUP_ID_X,
  /** Position of the work-group in the launch along y. */
  GROUP_ID_Y,
  /** Position of the work-group in the launch along z. */
  GROUP_ID_Z,
  /** Work-groups of the launch along x. */
  NUM_GROUPS_X,
  /** Work-groups of the launch along y. */
  NUM_GROUPS_Y,
  /** Work-groups of the launch along z. */
  NUM_GROUPS_Z,
  /** Position of the work-item in its wavefront. */
  LANE_ID,
  /** Number of the wavefront in its work-group. */
  WAVEFRONT_ID,
  /** Wavefronts of the work-group. */
  NUM_WAVEFRONTS,
  /** A mask with the current lane's bit. */
  LANE_MASK_EQ,
  /** A mask of the lanes up to and including the current one. */
  LANE_MASK_LE,
  /** A mask of the lanes below the current one. */
  LANE_MASK_LT,
  /** A mask of the current lane and the lanes above it. */
  LANE_MASK_GE,
  /** A mask of the lanes above the current one. */
  LANE_MASK_GT,
  /** Number of the launch; always 0 in execution. */
  GRID_ID,
  /** Bytes of dynamic local memory of the launch. */
  DYNAMIC_LOCAL_BYTES,
  /** Bytes of local memory of a work-group, static and dynamic. */
  TOTAL_LOCAL_BYTES,
  /** Lower 32 bits of {@link #CLOCK64}. */
  CLOCK,
  /** A monotonic counter: in execution, instructions of the launch's work-items, not cycles. */
  CLOCK64,
  /** Upper 32 bits of {@link #CLOCK64}. */
  CLOCK_HI,
  /** A 64-bit clock of the device; in execution equal to {@link #CLOCK64}. */
  GLOBAL_TIMER,
  /** Position in the work-group, x fastest. */
  LOCAL_ID_FLAT,
  /** Position of the work-group in the launch, x fastest. */
  GROUP_ID_FLAT,
  /** The work-item's number in the launch: by group, then as {@link #LOCAL_ID_FLAT}. */
  GLOBAL_ID_FLAT,
  /** Column of the work-item's pixel; only in kernels launched over a domain of pixels. */
  PIXEL_X,
  /** Row of the work-item's pixel; only in kernels launched over a domain of pixels. */
  PIXEL_Y,
  /** Pixels in a row of the domain; only in kernels launched over a domain of pixels. */
  DOMAIN_SIZE_X,
  /** Rows of the domain; only in kernels launched over a domain of pixels. */
  DOMAIN_SIZE_Y;

  /** {@return whether only a launch over a domain of pixels supplies the value} */
  public boolean isOfPixels() {
    return this == PIXEL_X || this == PIXEL_Y || this == DOMAIN_SIZE_X || this == DOMAIN_SIZE_Y;
  }

  /** {@return whether the lanes of a wavefront may read different values} */
  public boolean isOfLane() {
    return switch (this) {
      case LOCAL_ID_X,
          LOCAL_ID_Y,
          LOCAL_ID_Z,
          LOCAL_ID_FLAT,
          GLOBAL_ID_FLAT,
          PIXEL_X,
          PIXEL_Y,
          LANE_ID,
          LANE_MASK_EQ,
          LANE_MASK_LE,
          LANE_MASK_LT,
          LANE_MASK_GE,
          LANE_MASK_GT ->
          true;
      default -> false;
    };
  }

  /** {@return whether all work-items of a group read the same value} */
  public boolean isGroupUniform() {
    return switch (this) {
      case LOCAL_SIZE_X,
          LOCAL_SIZE_Y,
          LOCAL_SIZE_Z,
          GROUP_ID_X,
          GROUP_ID_Y,
          GROUP_ID_Z,
          NUM_GROUPS_X,
          NUM_GROUPS_Y,
          NUM_GROUPS_Z,
          NUM_WAVEFRONTS,
          GRID_ID,
          DYNAMIC_LOCAL_BYTES,
          TOTAL_LOCAL_BYTES,
          GROUP_ID_FLAT,
          DOMAIN_SIZE_X,
          DOMAIN_SIZE_Y ->
          true;
      default -> false;
    };
  }

  /** {@return whether all work-items of a launch whose groups are whole read the same value} */
  public boolean isLaunchUniform() {
    return switch (this) {
      case GROUP_ID_X, GROUP_ID_Y, GROUP_ID_Z, GROUP_ID_FLAT -> false;
      default -> isGroupUniform();
    };
  }
}
