// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

/** Places consecutive blocks of a channel in consecutive banks; upper bits select the row. */
public final class BlockInterleaved implements MappingPolicy {
  /** The policy's name. */
  public static final String NAME = "block_interleaved";

  /** Creates the policy; called by ServiceLoader. */
  public BlockInterleaved() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "channels take blocks in turn, and so do banks of a channel";
  }

  @Override
  public DramMapping mapping(DramGeometry geometry) {
    return new BlockMapping(
        geometry, Math.min(geometry.interleaveBytes(), geometry.rowBytes()), false, false);
  }
}
