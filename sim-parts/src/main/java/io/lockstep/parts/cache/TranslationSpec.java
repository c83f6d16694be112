// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

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
    keys.part(CacheSpec.FIGURES.section("translation"));
  }

  @Override
  public void check(CrossCheck together) {
    together.allOrNone("a translation buffer", ENTRIES, FRAGMENT, LATENCY);
    together.allOrNone("a second level of translation", SECOND_ENTRIES, SECOND_FRAGMENT, WALK);
  }
}
