// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

/** Fills a row of a bank, then continues with the next bank (page interleaving). */
public final class RowInterleaved implements MappingPolicy {
  /** The policy's name. */
  public static final String NAME = "row_interleaved";

  /** Creates the policy; called by ServiceLoader. */
  public RowInterleaved() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "channels take blocks in turn, banks of a channel rows in turn";
  }

  @Override
  public DramMapping mapping(DramGeometry geometry) {
    return new BlockMapping(geometry, geometry.rowBytes(), false, false);
  }
}
