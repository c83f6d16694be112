// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The optional file from which a run is resumed, and the optional file to which its state is
 * written after the tick {@code at}.
 */
public record CheckpointPlan(long at, Optional<Path> target, Optional<Path> resume) {
  public static final CheckpointPlan NONE =
      new CheckpointPlan(0, Optional.empty(), Optional.empty());

  public boolean isWanted() {
    return target.isPresent() || resume.isPresent();
  }
}
