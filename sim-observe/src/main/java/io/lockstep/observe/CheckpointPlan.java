// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.nio.file.Path;
import java.util.Optional;

/** Whether to resume a run from a file, and to write its state to another after a tick. */
public record CheckpointPlan(long at, Optional<Path> target, Optional<Path> resume) {
  public static final CheckpointPlan NONE =
      new CheckpointPlan(0, Optional.empty(), Optional.empty());

  public boolean isWanted() {
    return target.isPresent() || resume.isPresent();
  }
}
