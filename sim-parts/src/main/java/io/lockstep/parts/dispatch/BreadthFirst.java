package io.lockstep.parts.dispatch;

/** The unit with the fewest groups, whatever its die: {@link Placement#breadthFirst}. */
public final class BreadthFirst implements PlacementPolicy {
  /** Its name. */
  public static final String NAME = "breadth_first";

  /** For ServiceLoader. */
  public BreadthFirst() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the unit with the fewest groups, whatever its die";
  }

  @Override
  public PlacementRule rule(int[][] dies) {
    return Placement.breadthFirst(Placement.acrossDies(dies));
  }
}
