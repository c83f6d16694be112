package io.lockstep.parts.dram;

/** A row of a bank is filled, then the next bank follows (page interleaving). */
public final class RowInterleaved implements MappingPolicy {
  /** Its name. */
  public static final String NAME = "row_interleaved";

  /** For ServiceLoader. */
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
