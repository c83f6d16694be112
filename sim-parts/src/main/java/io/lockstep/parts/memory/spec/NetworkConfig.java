// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;

/**
 * The network between memory units and slices.
 *
 * @param requestTicks latency of a request, at least 1
 * @param responseTicks latency of a response, at least 1
 * @param responses bytes that one memory unit receives per tick, headers included
 * @param headerBytes size of a response without data
 */
public record NetworkConfig(
    long requestTicks, long responseTicks, Rate responses, int headerBytes) {
  /**
   * Checks the values.
   *
   * @param requestTicks latency of a request, at least 1
   * @param responseTicks latency of a response, at least 1
   * @param responses bytes that one memory unit receives per tick, headers included
   * @param headerBytes size of a response without data, at least 0
   * @throws IllegalArgumentException if a value is out of its range
   */
  public NetworkConfig {
    if (requestTicks < 1 || responseTicks < 1 || headerBytes < 0) {
      throw new IllegalArgumentException(
          "a network of " + requestTicks + " and " + responseTicks + " ticks");
    }
  }

  /**
   * {@return a network configured by figures}
   *
   * @param figures figures of {@link NetworkSpec}
   */
  public static NetworkConfig of(Figures figures) {
    boolean ideal = figures.ideals().has(Ideal.MEMORY_LATENCY); // port latencies are at least 1
    return new NetworkConfig(
        ideal ? 1 : figures.value("network.request_latency"),
        ideal ? 1 : figures.value("network.response_latency"),
        new Rate(figures.value("network.response_rate"), 1000),
        figures.integer("network.header"));
  }
}
