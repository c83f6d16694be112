package io.lockstep.inspect.skeleton;

import io.lockstep.kernel.ir.Type;
import java.util.Optional;

/**
 * What a kernel does with one of its parameters.
 *
 * @param kind what it is
 * @param element type of the elements that it points to, where an access shows it
 * @param read whether what it points to is read
 * @param written whether what it points to is written
 * @param reach bytes from one index to the next where each is an element, else {@link
 *     ElementReach#BEYOND}
 */
record ParameterUse(Kind kind, Optional<Type> element, boolean read, boolean written, int reach) {
  /** What a parameter is. */
  enum Kind {
    /** A pointer to device memory. */
    BUFFER,
    /** A pointer to local memory. */
    LOCAL,
    /** A texture's handle. */
    TEXTURE,
    /** An image of two or more dimensions. */
    IMAGE,
    /** An image of one dimension. */
    LINE,
    /** A sampler of images. */
    SAMPLER,
    /** A number. */
    SCALAR,
    /** A structure or vector by value. */
    STRUCTURE
  }
}
