package io.lockstep.parts.memory;

/** What has passed a memory side since its counters began. */
public interface MemoryTraffic {
  /** {@return bytes that reads and atomics asked of the slices} */
  long readBytes();

  /** {@return bytes that writes brought to the slices} */
  long writtenBytes();

  /** {@return atomic operations of lanes} */
  long atomicOperations();
}
