// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

import io.lockstep.spi.policy.Policy;

/** Maps addresses to channels, banks and rows of DRAM: {@code dram.mapping}. */
public interface MappingPolicy extends Policy {
  /**
   * Creates the mapping of one device.
   *
   * @param geometry sizes of DRAM
   * @return an injective mapping of blocks
   */
  DramMapping mapping(DramGeometry geometry);
}
