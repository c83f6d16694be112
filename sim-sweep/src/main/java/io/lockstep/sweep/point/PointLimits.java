// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.point;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The limits of one point.
 *
 * @param time limit of wall time for the simulation, or empty for no limit
 * @param memoryBytes heap size of a process that simulates this point alone, or empty for the
 *     default; needs worker processes
 */
public record PointLimits(Optional<Duration> time, OptionalLong memoryBytes) {
  public static final PointLimits NONE = new PointLimits(Optional.empty(), OptionalLong.empty());
}
