package io.lockstep.parts.board;

import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.memory.MemorySideConfig;

/**
 * The frame of a device. Immutable and thread-safe.
 *
 * @param units compute units
 * @param clusters partitions that the compute units are divided into, neighbours together, beside
 *     the partition of dispatcher and memory
 * @param baseAddress device address of the first buffer, a multiple of 256
 * @param dispatcher how groups are handed out
 * @param memory everything behind the memory units
 */
public record GpuConfig(
    int units,
    int clusters,
    long baseAddress,
    DispatcherConfig dispatcher,
    MemorySideConfig memory) {
  public GpuConfig {
    if (units < 1 || clusters < 1 || clusters > units || baseAddress % 256 != 0) {
      throw new IllegalArgumentException(
          units + " units in " + clusters + " clusters, buffers from " + baseAddress);
    }
  }

  /** The cluster of a compute unit. */
  public int cluster(int unit) {
    return (int) ((long) unit * clusters / units);
  }
}
