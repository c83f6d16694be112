// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Space;

/** The memory that an operation accesses, as far as its address space determines it. */
public enum MemoryWindow {
  DEVICE,
  LOCAL,
  PRIVATE,
  REGION,
  /** The address of each access determines its memory. */
  GENERIC;

  /** Returns the memory of a space, or null if the space is not accessed as memory. */
  public static MemoryWindow of(Space space) {
    return switch (space) {
      case GLOBAL, CONSTANT -> DEVICE;
      case LOCAL -> LOCAL;
      case PRIVATE -> PRIVATE;
      case REGION -> REGION;
      case GENERIC -> GENERIC;
      default -> null;
    };
  }

  /** Returns the memory of a generic address. */
  public static MemoryWindow of(long address) {
    long window = address >>> Address.OFFSET_BITS;
    return window == Address.LOCAL_WINDOW
        ? LOCAL
        : window == Address.PRIVATE_WINDOW ? PRIVATE : DEVICE;
  }
}
