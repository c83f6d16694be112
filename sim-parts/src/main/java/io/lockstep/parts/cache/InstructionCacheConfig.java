package io.lockstep.parts.cache;

import io.lockstep.spi.spec.Figures;
import java.util.Optional;

/**
 * Configuration of an instruction cache.
 *
 * @param bytes its size, whole sets of lines
 * @param lineBytes of a line, a power of two
 * @param ways lines of a set, at least 1
 * @param ahead lines that are fetched behind one that is needed
 * @param missTicks until a missing line is there
 */
public record InstructionCacheConfig(
    long bytes, long lineBytes, int ways, int ahead, long missTicks) {
  /**
   * {@return the configuration that figures describe; empty where code is always there}
   *
   * <p>Ideal memory is that of loads and stores: code is fetched as without it.
   *
   * @param figures those of {@link InstructionCacheSpec}
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
