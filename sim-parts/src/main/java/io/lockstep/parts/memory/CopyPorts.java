package io.lockstep.parts.memory;

/**
 * The ports of copy engines behind those of the memory side's clients: they are served in turn with
 * them, and receive what memory has done for them.
 */
interface CopyPorts {
  /**
   * What a port waited for may have room now.
   *
   * @param port its number, behind those of all clients
   */
  void serve(int port, long tick);

  /**
   * Memory has written or read bytes: they are there at a tick.
   *
   * @param owner as {@link MemoryPath} was given it
   */
  void complete(int owner, int bytes, long now, long ready);
}
