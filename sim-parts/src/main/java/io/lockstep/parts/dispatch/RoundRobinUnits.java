package io.lockstep.parts.dispatch;

/** The next unit with room, in turn: {@link Placement#roundRobin}. */
public final class RoundRobinUnits implements PlacementPolicy {
  /** Its name. */
  public static final String NAME = "round_robin";

  /** For ServiceLoader. */
  public RoundRobinUnits() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the next unit with room after the one that took the last group";
  }

  @Override
  public PlacementRule rule(int[][] dies) {
    return Placement.roundRobin(Placement.acrossDies(dies));
  }
}
