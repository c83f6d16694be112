package io.lockstep.parts.dram;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * The figure of the mapping of addresses to channels, of DRAM or of another interleaved level.
 *
 * @param prefix of the figure, for example {@code dram.}
 * @param own name of the policy that the family's hardware has
 */
public record MappingSpec(String prefix, String own) implements Part {
  private static final String MAPPING = "mapping";

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.policy(
        prefix + MAPPING,
        "which channel an address lies in, of DRAM also which bank and row",
        MappingPolicy.class,
        own);
  }

  /**
   * The mapping of a device.
   *
   * @param spec its figures
   * @param prefix of the figure, for example {@code dram.}
   * @param own the policy that the family's hardware has
   * @param geometry sizes of the level
   * @return the mapping selected by the figures
   */
  public static DramMapping of(
      DeviceSpec spec, String prefix, MappingPolicy own, DramGeometry geometry) {
    return spec.policy(prefix + MAPPING, MappingPolicy.class, own.name())
        .orElse(own)
        .mapping(geometry);
  }
}
