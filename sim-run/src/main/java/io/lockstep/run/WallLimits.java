package io.lockstep.run;

import java.time.Duration;
import java.util.Optional;

/**
 * Limits of wall time. A run that they end has no result, since that depends on the machine.
 *
 * @param run how long one run of a workload may take, all its devices together
 * @param call how long one call of a model may take; zero for any time
 */
public record WallLimits(Optional<Duration> run, Duration call) {
  private static final Duration CALL = Duration.ofSeconds(60);

  /** {@return any time for a run, a minute for a call} */
  public static WallLimits defaults() {
    return new WallLimits(Optional.empty(), CALL);
  }

  /**
   * {@return the same limit of a call with a limit for the run}
   *
   * @param limit wall time of all devices of a run together
   */
  public WallLimits withRun(Duration limit) {
    return new WallLimits(Optional.of(limit), call);
  }

  /**
   * {@return the same limit of the run with another limit for a call}
   *
   * @param limit wall time; zero for any time
   */
  public WallLimits withCall(Duration limit) {
    return new WallLimits(run, limit);
  }
}
