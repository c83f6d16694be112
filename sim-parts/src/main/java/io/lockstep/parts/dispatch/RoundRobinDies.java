package io.lockstep.parts.dispatch;

/** The dies in turn, there breadth first: {@link Placement#roundRobinDies}. */
public final class RoundRobinDies implements PlacementPolicy {
  /** Its name. */
  public static final String NAME = "round_robin_dies";

  /** For ServiceLoader. */
  public RoundRobinDies() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the dies in turn by the group's number, there the unit with the fewest groups";
  }

  @Override
  public PlacementRule rule(int[][] dies) {
    return Placement.roundRobinDies(dies);
  }
}
