// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

/**
 * Combines the channel with all address bits above it, by XOR for powers of two, so that
 * power-of-two strides use all channels (Rau, "Pseudo-Randomly Interleaved Memory", ISCA 1991: a
 * hash of address bits chooses the module). Maps banks like {@link PermutedBanks}.
 */
public final class HashedChannels implements MappingPolicy {
  /** The policy's name. */
  public static final String NAME = "channel_hash";

  /** Creates the policy; called by ServiceLoader. */
  public HashedChannels() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "as permutation, the channel combined with all bits above it";
  }

  @Override
  public DramMapping mapping(DramGeometry geometry) {
    return new BlockMapping(geometry, geometry.rowBytes(), true, true);
  }
}
