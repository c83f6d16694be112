// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the mapping of addresses to channels of DRAM or another interleaved level.
 *
 * @param prefix prefix of the figure, for example {@code dram.}
 * @param own name of the hardware's policy
 */
public record MappingSpec(String prefix, String own) implements Part {
  private static final String MAPPING = "mapping";

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key(
            prefix + MAPPING,
            Dimension.POLICY,
            "which channel an address lies in, of DRAM also which bank and row")
        .policy(MappingPolicy.class, own);
  }

  /**
   * {@return the mapping that a device's figures select}
   *
   * @param spec specification of the device
   * @param prefix prefix of the figure, for example {@code dram.}
   * @param own policy of the family's hardware
   * @param geometry sizes of the interleaved level
   */
  public static DramMapping of(
      DeviceSpec spec, String prefix, MappingPolicy own, DramGeometry geometry) {
    return spec.policy(prefix + MAPPING, MappingPolicy.class, own.name())
        .orElse(own)
        .mapping(geometry);
  }
}
