package io.lockstep.execute;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Space;

/** Which memory an access goes to, as far as its operation tells. */
enum MemoryWindow {
  DEVICE,
  LOCAL,
  PRIVATE,
  REGION,
  /** Each address tells for itself. */
  GENERIC;

  /** The memory of a space, or null if accesses to it are something else. */
  static MemoryWindow of(Space space) {
    return switch (space) {
      case GLOBAL, CONSTANT -> DEVICE;
      case LOCAL -> LOCAL;
      case PRIVATE -> PRIVATE;
      case REGION -> REGION;
      case GENERIC -> GENERIC;
      default -> null;
    };
  }

  /** The memory that a generic address lies in. */
  static MemoryWindow of(long address) {
    long window = address >>> Address.OFFSET_BITS;
    return window == Address.LOCAL_WINDOW
        ? LOCAL
        : window == Address.PRIVATE_WINDOW ? PRIVATE : DEVICE;
  }
}
