// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.spi.spec.Figures;
import java.util.Optional;

/**
 * Configuration of an instruction cache.
 *
 * @param bytes capacity, whole sets of lines
 * @param lineBytes size of a line, a power of two
 * @param ways associativity, at least 1
 * @param ahead number of lines that are prefetched after the requested line
 * @param missTicks latency of a miss, in ticks
 */
public record InstructionCacheConfig(
    long bytes, long lineBytes, int ways, int ahead, long missTicks) {
  /**
   * {@return the configuration that figures describe; empty if code is always available}
   *
   * <p>Ideal memory concerns loads and stores only; code fetches keep their latency.
   *
   * @param figures figures of {@link InstructionCacheSpec}
   */
  public static Optional<InstructionCacheConfig> of(Figures figures) {
    if (!figures.has(InstructionCacheSpec.SIZE)) {
      return Optional.empty();
    }
    return Optional.of(
        new InstructionCacheConfig(
            figures.value(InstructionCacheSpec.SIZE),
            figures.value(InstructionCacheSpec.LINE),
            figures.integer(InstructionCacheSpec.WAYS),
            figures.integer(InstructionCacheSpec.AHEAD),
            figures.value(InstructionCacheSpec.LATENCY)));
  }
}
