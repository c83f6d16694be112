package io.lockstep.parts.board;

import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.memory.MemorySideConfig;
import io.lockstep.spi.spec.Ideals;

/**
 * The structure of a device. Immutable and thread-safe.
 *
 * @param units compute units
 * @param clusters partitions for the compute units, neighbours together, in addition to that of
 *     dispatcher and memory; 0 if the units belong to the latter
 * @param baseAddress device address of the first buffer, a multiple of 256
 * @param dispatcher dispatch of groups
 * @param memory everything behind the memory units
 */
public record GpuConfig(
    int units,
    int clusters,
    long baseAddress,
    DispatcherConfig dispatcher,
    MemorySideConfig memory) {
  /** Shortest window, in ticks, for which threads are worth their synchronisation. */
  private static final int SHORTEST_WINDOW = 4;

  /**
   * Checks the values; contradicting figures are an error of the family's schema. If the
   * dispatcher's latency is so short that partitions would synchronise every few ticks, there are
   * no clusters.
   *
   * @param units compute units
   * @param clusters partitions for the compute units, neighbours together, in addition to that of
   *     dispatcher and memory; 0 if the units belong to the latter
   * @param baseAddress device address of the first buffer, a multiple of 256
   * @param dispatcher dispatch of groups
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

  /** {@return the ideal parts of the device, as known to its memory} */
  public Ideals ideals() {
    return memory.dram().ideals();
  }

  /**
   * {@return the cluster of a compute unit}
   *
   * @param unit from 0
   */
  public int cluster(int unit) {
    return (int) ((long) unit * clusters / units);
  }
}
