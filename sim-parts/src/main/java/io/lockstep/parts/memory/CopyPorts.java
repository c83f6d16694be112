package io.lockstep.parts.memory;

/**
 * The ports of copy engines, which follow those of the memory side's clients and are served in turn
 * with them.
 */
interface CopyPorts {
  /** Serves a port, after the resource that blocked it may have become free. */
  void serve(int port, long tick);

  /**
   * Completes a write or read of memory.
   *
   * @param owner as passed to {@link MemoryPath}
   * @param ready tick at which the bytes are written or available
   */
  void complete(int owner, int bytes, long now, long ready);
}
