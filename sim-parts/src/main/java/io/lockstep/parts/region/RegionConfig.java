// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.region;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * Configuration of region memory and its network.
 *
 * @param bytes size of the memory; 0 if the device only has launch-wide barriers
 * @param banks number of banks, each of which performs one lane's operation per tick
 * @param requestTicks latency from a compute unit to the memory, at least 1
 * @param responseTicks latency from the memory to a compute unit, at least 1
 */
public record RegionConfig(int bytes, int banks, long requestTicks, long responseTicks) {
  /**
   * {@return the configuration that figures describe; empty if the device has no region memory}
   *
   * @param f figures of {@link RegionSpec}
   */
  public static Optional<RegionConfig> of(Figures f) {
    if (f.optional(RegionSpec.LATENCY).isEmpty()) {
      return Optional.empty();
    }
    long way = f.value(RegionSpec.LATENCY) - 1; // one tick passes in the memory
    boolean ideal = f.ideals().has(Ideal.MEMORY_LATENCY); // the minimum latency of a port is 1
    return Optional.of(
        new RegionConfig(
            Math.toIntExact(f.optional(RegionSpec.SIZE).orElse(0)),
            Math.toIntExact(f.optional(RegionSpec.BANKS).orElse(1)),
            ideal ? 1 : way / 2,
            ideal ? 1 : way - way / 2));
  }
}
