// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * Configuration of a translation buffer.
 *
 * @param entries number of fragments, at least 1
 * @param fragmentBytes size of a fragment, a power of two
 * @param missTicks latency of a miss that the next level hits, in ticks; of a walk if there is none
 * @param next the next level, behind which page tables are walked; empty if it never misses
 */
public record TranslationConfig(
    int entries, long fragmentBytes, long missTicks, Optional<TranslationConfig> next) {
  /**
   * Creates a buffer whose next level never misses.
   *
   * @param entries number of fragments, at least 1
   * @param fragmentBytes size of a fragment, a power of two
   * @param missTicks latency of a miss, in ticks
   */
  public TranslationConfig(int entries, long fragmentBytes, long missTicks) {
    this(entries, fragmentBytes, missTicks, Optional.empty());
  }

  /**
   * {@return the configuration given by figures; empty if the device has no translation buffer}
   *
   * @param figures figures of {@link TranslationSpec}
   */
  public static Optional<TranslationConfig> of(Figures figures) {
    if (!figures.has(TranslationSpec.ENTRIES)) {
      return Optional.empty();
    }
    Optional<TranslationConfig> second =
        figures.has(TranslationSpec.SECOND_ENTRIES)
            ? Optional.of(
                level(
                    figures,
                    TranslationSpec.SECOND_ENTRIES,
                    TranslationSpec.SECOND_FRAGMENT,
                    TranslationSpec.WALK,
                    Optional.empty()))
            : Optional.empty();
    return Optional.of(
        level(
            figures,
            TranslationSpec.ENTRIES,
            TranslationSpec.FRAGMENT,
            TranslationSpec.LATENCY,
            second));
  }

  private static TranslationConfig level(
      Figures figures,
      String entries,
      String fragment,
      String miss,
      Optional<TranslationConfig> next) {
    boolean atOnce = figures.ideals().has(Ideal.MEMORY_LATENCY);
    return new TranslationConfig(
        figures.integer(entries), figures.value(fragment), atOnce ? 0 : figures.value(miss), next);
  }
}
