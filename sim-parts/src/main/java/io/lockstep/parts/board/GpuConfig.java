// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.parts.dispatch.DispatcherConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.spi.spec.Ideals;

/**
 * The structure of a device.
 *
 * @param units number of compute units
 * @param clusters number of partitions of neighbouring compute units; 0 if all units belong to the
 *     partition of dispatcher and memory
 * @param baseAddress device address of the first buffer, a multiple of 256
 * @param dispatcher configuration of the dispatcher
 * @param memory configuration of the memory system behind the memory units
 * @param queues number of hardware queues, and so of concurrent launches
 */
public record GpuConfig(
    int units,
    int clusters,
    long baseAddress,
    DispatcherConfig dispatcher,
    MemorySideConfig memory,
    int queues) {
  // Shortest synchronization window, in ticks, for which parallel partitions are worthwhile.
  private static final int SHORTEST_WINDOW = 4;

  private static final int MOST_QUEUES = 64;

  /**
   * Creates a device that runs one launch at a time.
   *
   * @param units number of compute units
   * @param clusters number of partitions for the compute units
   * @param baseAddress device address of the first buffer, a multiple of 256
   * @param dispatcher configuration of the dispatcher
   * @param memory configuration of the memory system behind the memory units
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
   * Checks the values. If the dispatcher's latency is so short that partitions would synchronize
   * every few ticks, {@code clusters} becomes 0.
   *
   * @param units number of compute units, at least 1
   * @param clusters number of partitions for the compute units, 0 to {@code units}
   * @param baseAddress a multiple of 256
   * @param dispatcher configuration of the dispatcher
   * @param memory configuration of the memory system behind the memory units
   * @param queues number of hardware queues, 1 to 64
   * @throws IllegalArgumentException if a value is out of its range
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
   * {@return a copy with another number of hardware queues}
   *
   * @param count 1 to 64
   */
  public GpuConfig with(int count) {
    return new GpuConfig(units, clusters, baseAddress, dispatcher, memory, count);
  }

  /** {@return the ideal parts of the device} */
  public Ideals ideals() {
    return memory.dram().ideals();
  }

  /**
   * {@return the cluster of a compute unit}
   *
   * @param unit index of the unit, from 0
   */
  public int cluster(int unit) {
    return (int) ((long) unit * clusters / units);
  }
}
