// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.region.RegionConfig;
import java.util.Optional;

/**
 * Configuration of the memory system behind the memory units.
 *
 * @param network configuration of the network to and from the slices
 * @param l2 configuration of the second-level slices
 * @param memoryCache configuration of the cache between slices and DRAM, if present
 * @param dram configuration of each DRAM channel
 * @param copies configuration of the copy engines
 * @param region configuration of the on-chip memory that all units share, if present
 */
public record MemorySideConfig(
    NetworkConfig network,
    L2Config l2,
    Optional<MemoryCacheConfig> memoryCache,
    DramConfig dram,
    CopyConfig copies,
    Optional<RegionConfig> region) {
  /**
   * Creates a memory side without region memory.
   *
   * @param network configuration of the network to and from the slices
   * @param l2 configuration of the second-level slices
   * @param memoryCache configuration of the cache between slices and DRAM, if present
   * @param dram configuration of each DRAM channel
   * @param copies configuration of the copy engines
   */
  public MemorySideConfig(
      NetworkConfig network,
      L2Config l2,
      Optional<MemoryCacheConfig> memoryCache,
      DramConfig dram,
      CopyConfig copies) {
    this(network, l2, memoryCache, dram, copies, Optional.empty());
  }

  /**
   * Creates a memory side without copy engines and region memory.
   *
   * @param network configuration of the network to and from the slices
   * @param l2 configuration of the second-level slices
   * @param memoryCache configuration of the cache between slices and DRAM, if present
   * @param dram configuration of each DRAM channel
   */
  public MemorySideConfig(
      NetworkConfig network,
      L2Config l2,
      Optional<MemoryCacheConfig> memoryCache,
      DramConfig dram) {
    this(network, l2, memoryCache, dram, CopyConfig.NONE);
  }
}
