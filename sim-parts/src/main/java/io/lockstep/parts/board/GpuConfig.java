package io.lockstep.parts.board;

import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.memory.MemorySideConfig;
import io.lockstep.parts.spec.Ideals;

/**
 * The frame of a device. Immutable and thread-safe.
 *
 * @param units compute units
 * @param clusters partitions that the compute units are divided into, neighbours together, beside
 *     the partition of dispatcher and memory; 0 where the units belong to that one
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
  /** Ticks, fewer than which no thread can help: partitions would only meet again and again. */
  private static final int SHORTEST_WINDOW = 4;

  /**
   * Checks that the frame is whole; figures that do not fit are an error of the family's schema.
   * Where the dispatcher is so near that partitions would meet every few ticks, there are none.
   *
   * @param units compute units
   * @param clusters partitions that the compute units are divided into, neighbours together, beside
   *     the partition of dispatcher and memory; 0 where the units belong to that one
   * @param baseAddress device address of the first buffer, a multiple of 256
   * @param dispatcher how groups are handed out
   * @param memory everything behind the memory units
   * @throws IllegalArgumentException if there are no units, more clusters than units, or the
   *     address is no multiple of 256
   */
  public GpuConfig {
    if (units < 1 || clusters < 0 || clusters > units || baseAddress % 256 != 0) {
      throw new IllegalArgumentException(
          units + " units in " + clusters + " clusters, buffers from " + baseAddress);
    }
    if (dispatcher.latencyTicks() < SHORTEST_WINDOW) {
      clusters = 0;
    }
  }

  /** {@return what is ideal of the device: what its memory was made of knows} */
  public Ideals ideals() {
    return memory.dram().ideals();
  }

  /**
   * {@return the cluster of a compute unit}
   *
   * @param unit from 0 on
   */
  public int cluster(int unit) {
    return (int) ((long) unit * clusters / units);
  }
}
