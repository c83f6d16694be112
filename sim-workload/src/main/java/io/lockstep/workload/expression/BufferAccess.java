// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.workload.element.ElementReader;

/** Gives an expression access to the elements of the buffers that it names. */
public interface BufferAccess {
  ElementReader reader(String buffer);

  /** Called before the host reads elements. */
  default void touch(String buffer, long first, long count) {}
}
