// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

/** The ports of copy engines, numbered after those of the memory side's clients. */
interface CopyPorts {
  /**
   * Serves a port after a resource of the memory path that blocked it may have become free.
   *
   * @param resource number of the resource, which the port's first request may take at its turn
   * @return whether the port took it
   */
  boolean serve(int port, long tick, int resource);

  /** Completes a write or read of memory at a tick. */
  void complete(int owner, int bytes, long now, long ready);
}
