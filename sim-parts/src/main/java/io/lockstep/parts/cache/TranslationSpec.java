// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of a {@link TranslationBuffer}. A device specifies all of them or none. */
public final class TranslationSpec implements Part {
  /** The only instance. */
  public static final Part PART = new TranslationSpec();

  static final String ENTRIES = "translation.entries";
  static final String FRAGMENT = "translation.fragment";
  static final String LATENCY = "translation.latency";

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
        .optional();
  }

  @Override
  public void check(CrossCheck together) {
    together.allOrNone("a translation buffer", ENTRIES, FRAGMENT, LATENCY);
  }
}
