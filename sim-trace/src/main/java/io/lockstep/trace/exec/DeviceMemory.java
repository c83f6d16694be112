package io.lockstep.trace.exec;

/** Sparse device memory. */
public final class DeviceMemory {
  /** Nothing allocated. */
  public DeviceMemory() {}
}
