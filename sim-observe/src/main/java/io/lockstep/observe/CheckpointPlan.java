package io.lockstep.observe;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether a run is resumed from a file, and whether its state is written after a tick.
 *
 * @param at tick after which the state is written, not negative; ignored without a target
 */
public record CheckpointPlan(long at, Optional<Path> target, Optional<Path> resume) {
  public static final CheckpointPlan NONE =
      new CheckpointPlan(0, Optional.empty(), Optional.empty());

  public boolean isWanted() {
    return target.isPresent() || resume.isPresent();
  }
}
