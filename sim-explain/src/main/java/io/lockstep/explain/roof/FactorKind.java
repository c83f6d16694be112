package io.lockstep.explain.roof;

import java.util.Locale;

/** What a factor of a ratio of times says. */
public enum FactorKind {
  /** Time outside of kernels. */
  HOST,
  /** Peak rate of a resource: clock, units, ports, bandwidth. */
  RATE,
  /** How much of a resource the same work, or the other kernel, uses. */
  DEMAND,
  /** The faster run's largest roof is another resource. */
  ELSEWHERE,
  /** Time in which the largest roof's resource is not used. */
  WAITS,
  /** Parameters of a device. */
  FIGURES,
  /** What launch phase 0 has beyond the mean. */
  RESIDUAL;

  /** {@return its name in results} */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
