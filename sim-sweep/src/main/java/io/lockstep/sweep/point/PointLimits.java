// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.point;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The limits of one point.
 *
 * @param time wall time of its simulation, or empty for no limit
 * @param memoryBytes heap of a process that simulates this point alone, or empty for the default;
 *     needs worker processes
 */
public record PointLimits(Optional<Duration> time, OptionalLong memoryBytes) {
  public static final PointLimits NONE = new PointLimits(Optional.empty(), OptionalLong.empty());
}
