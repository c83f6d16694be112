package io.lockstep.workload;

/** Where an expression finds the elements of the buffers that it names. One thread. */
interface BufferAccess {
  /** A reader of a buffer's elements. */
  ElementReader reader(String buffer);

  /** Told before the host looks at elements. */
  default void touch(String buffer, long first, long count) {}
}
