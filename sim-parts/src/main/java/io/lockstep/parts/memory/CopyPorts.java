// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

/** The ports of copy engines, numbered after those of the memory side's clients. */
interface CopyPorts {
  /** Serves a port after the resource that blocked it may have become free. */
  void serve(int port, long tick);

  /** Completes a write or read of memory at a tick. */
  void complete(int owner, int bytes, long now, long ready);
}
