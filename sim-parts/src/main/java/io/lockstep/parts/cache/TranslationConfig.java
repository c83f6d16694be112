package io.lockstep.parts.cache;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * Configuration of a first-level translation buffer.
 *
 * @param entries fragments that it holds, at least 1
 * @param fragmentBytes of a fragment, a power of two
 * @param missTicks until the second level has answered a miss
 */
public record TranslationConfig(int entries, long fragmentBytes, long missTicks) {
  /**
   * {@return the configuration that figures describe; empty where addresses need no translation}
   *
   * @param figures those of {@link TranslationSpec}
   */
  public static Optional<TranslationConfig> of(Figures figures) {
    if (!figures.has(TranslationSpec.ENTRIES)) {
      return Optional.empty();
    }
    boolean atOnce = figures.ideals().has(Ideal.MEMORY_LATENCY);
    return Optional.of(
        new TranslationConfig(
            figures.integer(TranslationSpec.ENTRIES),
            figures.value(TranslationSpec.FRAGMENT),
            atOnce ? 0 : figures.value(TranslationSpec.LATENCY)));
  }
}
