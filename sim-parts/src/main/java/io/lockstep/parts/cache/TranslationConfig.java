// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * Configuration of a first-level translation buffer.
 *
 * @param entries number of fragments, at least 1
 * @param fragmentBytes size of a fragment, a power of two
 * @param missTicks latency of the second level, in ticks
 */
public record TranslationConfig(int entries, long fragmentBytes, long missTicks) {
  /**
   * {@return the configuration given by figures; empty if the device has no translation buffer}
   *
   * @param figures figures of {@link TranslationSpec}
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
