// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

import io.lockstep.kernel.ir.Address;

/** Memory spaces of the IR, by their OpenCL names. */
public enum Space {
  /** Device memory; functional addresses are (buffer, offset), see {@link Address}. */
  GLOBAL,
  /** Read-only device memory, with a constant cache on most devices; addresses as in GLOBAL. */
  CONSTANT,
  /** Kernel arguments: byte offset into the argument block, always an immediate. */
  PARAMETER,
  /** Work-group memory (LDS, CUDA shared): byte offset from the group's first byte. */
  LOCAL,
  /** Work-item memory: byte offset from the work-item's first byte. */
  PRIVATE,
  /** Textures and images: coordinates, not bytes. */
  TEXTURE,
  /** On-chip memory of the device (GDS): byte offset from its start; zero when a launch begins. */
  REGION,
  /** Unresolved: the window in the address determines the memory, see {@link Address}. */
  GENERIC
}
