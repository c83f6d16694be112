// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import io.lockstep.workload.element.ElementType;
import java.util.Optional;

/**
 * A parameter as declared in the source of a kernel.
 *
 * @param type its type or, for a pointer, the type that it points to; empty if that is neither a
 *     number nor a vector
 * @param lanes elements of a vector, 1 for a number
 * @param local whether it points to local memory
 */
record SourceParameter(
    String name, Optional<ElementType> type, int lanes, boolean pointer, boolean local) {}
