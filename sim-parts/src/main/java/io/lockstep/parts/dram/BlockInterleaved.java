package io.lockstep.parts.dram;

/**
 * Each block of a channel lies in the next bank: the row is the high bits, above the rest of the
 * column.
 */
public final class BlockInterleaved implements MappingPolicy {
  /** Its name. */
  public static final String NAME = "block_interleaved";

  /** For ServiceLoader. */
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
