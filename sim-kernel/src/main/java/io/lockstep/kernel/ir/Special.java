package io.lockstep.kernel.ir;

/** Values that the machine supplies (PTX special registers, IL thread ids). */
public enum Special implements Variant {
  LOCAL_ID_X,
  LOCAL_ID_Y,
  LOCAL_ID_Z,
  LOCAL_SIZE_X,
  LOCAL_SIZE_Y,
  LOCAL_SIZE_Z,
  GROUP_ID_X,
  GROUP_ID_Y,
  GROUP_ID_Z,
  NUM_GROUPS_X,
  NUM_GROUPS_Y,
  NUM_GROUPS_Z,
  LANE_ID,
  WAVEFRONT_ID,
  NUM_WAVEFRONTS,
  LANE_MASK_EQ,
  LANE_MASK_LE,
  LANE_MASK_LT,
  LANE_MASK_GE,
  LANE_MASK_GT,
  GRID_ID,
  DYNAMIC_LOCAL_BYTES,
  TOTAL_LOCAL_BYTES,
  CLOCK,
  CLOCK64,
  CLOCK_HI,
  GLOBAL_TIMER,
  LOCAL_ID_FLAT,
  GROUP_ID_FLAT,
  GLOBAL_ID_FLAT,
  /** Pixel of the launch's domain; only in kernels launched over one. */
  PIXEL_X,
  PIXEL_Y,
  /** Pixels of the launch's domain. */
  DOMAIN_SIZE_X,
  DOMAIN_SIZE_Y;

  /** {@return whether only a launch over a domain of pixels supplies it} */
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
}
