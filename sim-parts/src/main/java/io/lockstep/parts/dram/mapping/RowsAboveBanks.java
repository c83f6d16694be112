// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

/**
 * Places consecutive blocks of a channel in consecutive banks, as {@link BlockInterleaved}, but the
 * bits above the bank select the row: a stride of all banks opens a row per access. The remaining
 * column bits of a row are the topmost address bits; they are treated as row bits.
 */
public final class RowsAboveBanks implements MappingPolicy {
  /** The policy's name. */
  public static final String NAME = "rows_above_banks";

  /** Creates the policy; called by ServiceLoader. */
  public RowsAboveBanks() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "as block_interleaved, the bits above the bank choose the row";
  }

  @Override
  public DramMapping mapping(DramGeometry g) {
    int block = Math.min(g.interleaveBytes(), g.rowBytes());
    DramGeometry blocks =
        new DramGeometry(
            g.channels(), g.interleaveBytes(), g.stackChannels(), g.pageBytes(), g.banks(), block);
    return new BlockMapping(blocks, block, false, false);
  }
}
