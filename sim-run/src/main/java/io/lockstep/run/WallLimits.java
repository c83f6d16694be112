// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.time.Duration;
import java.util.Optional;

/**
 * Limits of wall time. A run that reaches a limit has no result, because a result must not depend
 * on the host machine.
 *
 * @param run limit for all devices of a run together
 * @param call limit for one call of a model; zero for none
 */
public record WallLimits(Optional<Duration> run, Duration call) {
  private static final Duration CALL = Duration.ofSeconds(60);

  /** {@return no limit for a run, and a minute for a call} */
  public static WallLimits defaults() {
    return new WallLimits(Optional.empty(), CALL);
  }

  public WallLimits withRun(Duration limit) {
    return new WallLimits(Optional.of(limit), call);
  }

  public WallLimits withCall(Duration limit) {
    return new WallLimits(run, limit);
  }
}
