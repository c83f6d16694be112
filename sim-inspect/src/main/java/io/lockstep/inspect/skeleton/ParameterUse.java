// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import io.lockstep.kernel.type.Type;
import java.util.Optional;

/**
 * The use of a parameter by a kernel.
 *
 * @param element element type of a pointer, if an access shows it
 * @param read whether the kernel reads through the pointer
 * @param written whether the kernel writes through the pointer
 * @param reach bytes per index if each index is an element, else {@link ElementReach#BEYOND}
 */
record ParameterUse(Kind kind, Optional<Type> element, boolean read, boolean written, int reach) {
  enum Kind {
    /** Pointer to device memory. */
    BUFFER,
    /** Pointer to local memory. */
    LOCAL,
    /** Handle of a texture. */
    TEXTURE,
    /** Image of two or more dimensions. */
    IMAGE,
    LINE,
    SAMPLER,
    SCALAR,
    /** Structure or vector by value. */
    STRUCTURE
  }
}
