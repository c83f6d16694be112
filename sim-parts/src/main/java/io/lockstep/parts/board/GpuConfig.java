package io.lockstep.parts.board;

import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.memory.MemorySideConfig;
import io.lockstep.spi.spec.Ideals;

/**
 * The structure of a device.
 *
 * @param units compute units
 * @param clusters partitions for the compute units, neighbours together, in addition to that of
 *     dispatcher and memory; 0 if the units belong to the latter
 * @param baseAddress device address of the first buffer, a multiple of 256
 * @param dispatcher dispatch of groups
 * @param memory everything behind the memory units
 * @param queues launches that run side by side, each in a hardware queue of its own
 */
public record GpuConfig(
    int units,
    int clusters,
    long baseAddress,
    DispatcherConfig dispatcher,
    MemorySideConfig memory,
    int queues) {
  /** Shortest window, in ticks, for which threads are worth their synchronisation. */
  private static final int SHORTEST_WINDOW = 4;

  private static final int MOST_QUEUES = 64;

  /**
   * The structure of a device that runs one launch after the other.
   *
   * @param units compute units
   * @param clusters partitions for the compute units, neighbours together
   * @param baseAddress device address of the first buffer, a multiple of 256
   * @param dispatcher dispatch of groups
   * @param memory everything behind the memory units
   */
  public GpuConfig(
      int units,
      int clusters,
      long baseAddress,
      DispatcherConfig dispatcher,
      MemorySideConfig memory) {
    this(units, clusters, baseAddress, dispatcher, memory, 1);
  }

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
   * @param queues launches that run side by side, 1 to 64
   * @throws IllegalArgumentException if there are no units, more clusters than units, no queue or
   *     too many, or the address is no multiple of 256
   */
  public GpuConfig {
    if (units < 1 || clusters < 0 || clusters > units || baseAddress % 256 != 0) {
      throw new IllegalArgumentException(
          units + " units in " + clusters + " clusters, buffers from " + baseAddress);
    }
    if (queues < 1 || queues > MOST_QUEUES) {
      throw new IllegalArgumentException(queues + " hardware queues; 1 to " + MOST_QUEUES);
    }
    if (dispatcher.latencyTicks() < SHORTEST_WINDOW) {
      clusters = 0;
    }
  }

  /**
   * {@return the same with another number of launches side by side}
   *
   * @param count hardware queues, 1 to 64
   */
  public GpuConfig with(int count) {
    return new GpuConfig(units, clusters, baseAddress, dispatcher, memory, count);
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
