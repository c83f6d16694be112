// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The outputs of a run besides its results.
 *
 * @param timeline a file with a name that ends in .pftrace
 * @param series a file of the interval series (CSV)
 * @param interval ticks of an interval, at least one
 */
public record ObserveOptions(
    Optional<Path> timeline, TimelineFilter filter, Optional<Path> series, long interval) {
  public static final ObserveOptions NONE =
      new ObserveOptions(Optional.empty(), TimelineFilter.ALL, Optional.empty(), 1000);

  public ObserveOptions {
    if (interval < 1) {
      throw new IllegalArgumentException("interval " + interval);
    }
  }
}
