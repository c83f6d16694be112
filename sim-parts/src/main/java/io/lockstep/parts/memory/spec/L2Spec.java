// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

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
    String p = cache.prefix();
    cache.declare(keys);
    keys.key(p + "sector", BYTES, "bytes of a line that are fetched at once")
        .between(32, 256)
        .powerOfTwo()
        .key(p + "latency", CYCLES, "load to use where the first level misses")
        .between(1, 1_000_000)
        .key(p + "read", BYTES_PER_CYCLE, "bytes that a slice reads")
        .between(1, 1 << 20)
        .key(p + "write", BYTES_PER_CYCLE, "bytes written to a slice")
        .between(1, 1 << 20)
        .key(
            p + "flush",
            BYTES_PER_CYCLE,
            "bytes of dirty lines that a slice writes back at a kernel's end; 0 or absent: they stay")
        .between(0, 1 << 20)
        .optional()
        .key(
            p + "fill",
            BYTES_PER_CYCLE,
            "bytes of fetched lines that a slice takes in; 0 or absent: any number")
        .between(0, 1 << 20)
        .optional()
        .key(
            p + "reply_interval",
            CYCLES,
            "between the answers to accesses that waited for one line; absent: none")
        .between(0, 64)
        .optional();
  }

  @Override
  public void check(CrossCheck together) {
    CacheSpec.checkShared(together, cache.prefix());
  }
}
