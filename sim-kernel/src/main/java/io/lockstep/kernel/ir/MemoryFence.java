// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

/**
 * The memory whose accesses a barrier orders: the flags of OpenCL C's {@code barrier}. Other
 * barriers order both. Only race checks distinguish the constants.
 */
public enum MemoryFence {
  /** Neither. */
  NONE,
  /** Local memory. */
  LOCAL,
  /** Device memory. */
  DEVICE,
  /** Local and device memory. */
  BOTH;

  /** {@return whether it orders accesses to local memory} */
  public boolean local() {
    return this == LOCAL || this == BOTH;
  }

  /** {@return whether it orders accesses to device memory} */
  public boolean device() {
    return this == DEVICE || this == BOTH;
  }

  /**
   * {@return the fence of some memory}
   *
   * @param local whether it orders accesses to local memory
   * @param device whether it orders accesses to device memory
   */
  public static MemoryFence of(boolean local, boolean device) {
    return local ? device ? BOTH : LOCAL : device ? DEVICE : NONE;
  }
}
