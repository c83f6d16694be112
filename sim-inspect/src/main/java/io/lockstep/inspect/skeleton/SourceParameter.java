package io.lockstep.inspect.skeleton;

import io.lockstep.workload.ElementType;
import java.util.Optional;

/**
 * A parameter as a kernel's source declares it.
 *
 * @param name as in the source
 * @param type its type, or what it points to; empty if that is no plain number or vector
 * @param lanes elements of a vector, 1 for a number
 * @param pointer whether it points
 * @param local whether to local memory
 */
record SourceParameter(
    String name, Optional<ElementType> type, int lanes, boolean pointer, boolean local) {}
