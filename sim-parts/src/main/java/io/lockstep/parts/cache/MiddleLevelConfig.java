// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.cache.policy.ReadOnly;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * Configuration of one of the {@link MiddleLevels}.
 *
 * @param cache geometry, whose sector size is the line size of the first level
 * @param hitTicks ticks from the look-up in the first level to the data
 */
public record MiddleLevelConfig(CacheConfig cache, long hitTicks) {
  /**
   * {@return the configuration that figures describe; empty if there is no such level}
   *
   * @param figures figures of {@link MiddleLevelSpec}
   * @param prefix prefix of the figures
   * @param sector line size of the first level in bytes
   */
  public static Optional<MiddleLevelConfig> of(Figures figures, String prefix, int sector) {
    long latency = figures.optional(prefix + "latency").orElse(0);
    if (latency == 0) {
      return Optional.empty();
    }
    CacheConfig cache =
        CacheConfig.ofSize(
            figures.value(prefix + "size"),
            figures.integer(prefix + "line"),
            sector,
            figures.integer(prefix + "ways"),
            new ReadOnly());
    boolean atOnce = figures.ideals().has(Ideal.MEMORY_LATENCY);
    return Optional.of(new MiddleLevelConfig(cache, atOnce ? 0 : latency));
  }
}
