// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Limits of wall time. A run that reaches a limit has no result, because a result must not depend
 * on the host machine.
 *
 * @param run limit for an execution and for each simulation, or for all of a run if it has begun
 * @param call limit for one call of a model; zero for none
 * @param begun {@link System#nanoTime} from which {@code run} counts; empty if it counts from the
 *     beginning of each execution and simulation
 */
public record WallLimits(Optional<Duration> run, Duration call, OptionalLong begun) {
  private static final Duration CALL = Duration.ofSeconds(60);

  /** Creates limits that count from the beginning of each execution and simulation. */
  public WallLimits(Optional<Duration> run, Duration call) {
    this(run, call, OptionalLong.empty());
  }

  /** {@return no limit for a run, and a minute for a call} */
  public static WallLimits defaults() {
    return new WallLimits(Optional.empty(), CALL);
  }

  public WallLimits withRun(Duration limit) {
    return new WallLimits(Optional.of(limit), call, begun);
  }

  public WallLimits withCall(Duration limit) {
    return new WallLimits(run, limit, begun);
  }

  /** {@return the same limits, counted from now for all of a run together} */
  public WallLimits fromNow() {
    return new WallLimits(run, call, OptionalLong.of(System.nanoTime()));
  }
}
