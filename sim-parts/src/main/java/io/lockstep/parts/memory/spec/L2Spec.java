// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;

import io.lockstep.parts.cache.CacheSpec;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of the second level, behind the network: {@link L2Config}.
 *
 * @param cache size of all slices of a die together, line size, ways and miss entries
 */
public record L2Spec(CacheSpec cache) implements Part {
  /** The slices of a die's L2, in families whose memory is behind them. */
  public static final String CHANNELS = "l2.channels";

  /** The bytes before the next slice. */
  public static final String INTERLEAVE = "l2.interleave";

  /**
   * {@return the schema with the L2 of a die, written back, in slices that are the device's
   * channels}
   *
   * @param keys the schema, without a second level
   * @param most largest number of channels of a die
   */
  public static SpecSchema.Builder inChannels(SpecSchema.Builder keys, long most) {
    CacheSpec cache =
        CacheSpec.of("l2.", "the L2 of a die")
            .inSlices(CHANNELS)
            .within(INTERLEAVE)
            .written(WriteBack.NAME);
    return keys.part(new L2Spec(cache))
        .between("l2.size", 64 << 10, 1L << 30)
        .between("l2.line", 32, 256)
        .powerOfTwo()
        .key(CHANNELS, COUNT, "Channels (slices) of a die's L2.")
        .between(1, most)
        .key(INTERLEAVE, BYTES, "Bytes before the next channel.")
        .between(128, 65536)
        .powerOfTwo();
  }

  @Override
  public void declare(SpecSchema.Builder keys) {
    cache.declare(keys);
    keys.part(MemorySpec.FIGURES.section("l2", cache.prefix()));
  }

  @Override
  public void check(CrossCheck together) {
    CacheSpec.checkShared(together, cache.prefix());
  }
}
