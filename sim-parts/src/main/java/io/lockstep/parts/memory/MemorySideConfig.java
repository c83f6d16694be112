package io.lockstep.parts.memory;

import io.lockstep.parts.dram.DramConfig;
import java.util.Optional;

/**
 * Everything behind the memory units. Immutable and thread-safe.
 *
 * @param network to and from the slices
 * @param l2 each slice
 * @param memoryCache a cache between slices and DRAM, if present
 * @param dram each channel
 * @param copies the copy engines
 */
public record MemorySideConfig(
    NetworkConfig network,
    L2Config l2,
    Optional<MemoryCacheConfig> memoryCache,
    DramConfig dram,
    CopyConfig copies) {
  /**
   * A memory side without copy engines.
   *
   * @param network to and from the slices
   * @param l2 each slice
   * @param memoryCache a cache between slices and DRAM, if present
   * @param dram each channel
   */
  public MemorySideConfig(
      NetworkConfig network,
      L2Config l2,
      Optional<MemoryCacheConfig> memoryCache,
      DramConfig dram) {
    this(network, l2, memoryCache, dram, CopyConfig.NONE);
  }
}
