package io.lockstep.run;

import java.time.Duration;
import java.util.Optional;

/**
 * Limits of wall time. What they end is no result: it depends on the machine.
 *
 * @param run how long one run of a workload may take, all its devices together
 * @param call how long one call of a model may take; zero for any time
 */
public record WallLimits(Optional<Duration> run, Duration call) {
  private static final Duration CALL = Duration.ofSeconds(60);

  /** Any time for a run, a minute for a call. */
  public static WallLimits defaults() {
    return new WallLimits(Optional.empty(), CALL);
  }

  /** The same with a limit for the run. */
  public WallLimits withRun(Duration limit) {
    return new WallLimits(Optional.of(limit), call);
  }

  /** The same with another limit for a call. */
  public WallLimits withCall(Duration limit) {
    return new WallLimits(run, limit);
  }
}
