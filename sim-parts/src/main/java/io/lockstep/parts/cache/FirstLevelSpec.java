// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of a cache in a compute unit or shared by neighbours: {@code l1}, {@code
 * scalar_cache}, {@code constant}, {@code texture}.
 *
 * @param cache size, line, ways and miss entries
 */
public record FirstLevelSpec(CacheSpec cache) implements Part {
  private static final long LARGEST = 1 << 20;

  /**
   * {@return the declaration of a first-level cache}
   *
   * @param prefix prefix of the figures, for example {@code l1.}
   * @param what description of the cache, for definitions
   * @param block path of the block size of memory interleaving
   */
  public static FirstLevelSpec of(String prefix, String what, String block) {
    return new FirstLevelSpec(CacheSpec.of(prefix, what).within(block));
  }

  /**
   * {@return a copy with a write policy}
   *
   * @param own name of the write policy of the family's hardware
   */
  public FirstLevelSpec written(String own) {
    return new FirstLevelSpec(cache.written(own));
  }

  @Override
  public void declare(SpecSchema.Builder keys) {
    cache.declare(keys);
    keys.key(cache.prefix() + "size").between(64, LARGEST);
    cache.declareFirstLevel(keys);
  }

  @Override
  public void check(CrossCheck together) {
    cache.checkFirstLevel(together);
  }
}
