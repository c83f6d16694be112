// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

/**
 * The memory whose accesses a barrier orders: the flags of OpenCL C's {@code barrier}. Other
 * barriers order both memories. Only race checks distinguish the constants.
 */
public enum MemoryFence {
  /** No memory. */
  NONE,
  /** Local memory. */
  LOCAL,
  /** Device memory. */
  DEVICE,
  /** Local and device memory. */
  BOTH;

  /** {@return whether the fence orders accesses to local memory} */
  public boolean local() {
    return this == LOCAL || this == BOTH;
  }

  /** {@return whether the fence orders accesses to device memory} */
  public boolean device() {
    return this == DEVICE || this == BOTH;
  }

  /**
   * {@return the fence of the given memories}
   *
   * @param local whether the fence orders accesses to local memory
   * @param device whether the fence orders accesses to device memory
   */
  public static MemoryFence of(boolean local, boolean device) {
    return local ? device ? BOTH : LOCAL : device ? DEVICE : NONE;
  }
}
