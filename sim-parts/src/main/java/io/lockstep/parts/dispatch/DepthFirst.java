package io.lockstep.parts.dispatch;

/** The first unit that has room, die after die: {@link Placement#firstWithRoom}. */
public final class DepthFirst implements PlacementPolicy {
  /** Its name. */
  public static final String NAME = "depth_first";

  /** For ServiceLoader. */
  public DepthFirst() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the first unit that has room: one is filled before the next";
  }

  @Override
  public PlacementRule rule(int[][] dies) {
    return Placement.firstWithRoom(Placement.dieByDie(dies));
  }
}
