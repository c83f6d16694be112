// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of a {@link TranslationBuffer} and of a second level. A device specifies all
 * of a level or none.
 */
public final class TranslationSpec implements Part {
  /** The only instance. */
  public static final Part PART = new TranslationSpec();

  static final String ENTRIES = "translation.entries";
  static final String FRAGMENT = "translation.fragment";
  static final String LATENCY = "translation.latency";
  static final String SECOND_ENTRIES = "translation.second_entries";
  static final String SECOND_FRAGMENT = "translation.second_fragment";
  static final String WALK = "translation.walk";

  private TranslationSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key(ENTRIES, COUNT, "fragments that a compute unit can translate at once")
        .between(1, 4096)
        .optional()
        .key(FRAGMENT, BYTES, "memory that one translation covers")
        .between(4096, 1L << 30)
        .powerOfTwo()
        .optional()
        .key(LATENCY, CYCLES, "of a miss, which the second level answers")
        .between(0, 100_000)
        .optional()
        .key(SECOND_ENTRIES, COUNT, "fragments that the second level can translate at once")
        .between(1, 65_536)
        .optional()
        .key(SECOND_FRAGMENT, BYTES, "memory that one translation of the second level covers")
        .between(4096, 1L << 34)
        .powerOfTwo()
        .optional()
        .key(WALK, CYCLES, "of a walk of the page tables, which a miss of the second level adds")
        .between(0, 100_000)
        .optional();
  }

  @Override
  public void check(CrossCheck together) {
    together.allOrNone("a translation buffer", ENTRIES, FRAGMENT, LATENCY);
    together.allOrNone("a second level of translation", SECOND_ENTRIES, SECOND_FRAGMENT, WALK);
  }
}
