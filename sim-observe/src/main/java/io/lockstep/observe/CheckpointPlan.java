package io.lockstep.observe;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether a run is to be resumed from a file, and whether its state is to be written at a tick.
 *
 * @param at tick after which the state is written, not negative; ignored without a target
 * @param target where to
 * @param resume the file to resume from
 */
public record CheckpointPlan(long at, Optional<Path> target, Optional<Path> resume) {
  /** Neither resumes nor saves. */
  public static final CheckpointPlan NONE =
      new CheckpointPlan(0, Optional.empty(), Optional.empty());

  /** {@return whether there is anything to do} */
  public boolean isWanted() {
    return target.isPresent() || resume.isPresent();
  }
}
