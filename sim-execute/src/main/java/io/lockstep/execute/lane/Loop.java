// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

/**
 * A step that loops over consecutive work-items and captures its arrays.
 *
 * <p>Each implementation is a small separate method, so that HotSpot compiles, and can vectorise,
 * each on its own; only the call per range is polymorphic.
 */
@FunctionalInterface
public interface Loop extends Step {
  /** Executes the step for work-items {@code low} to {@code high - 1}. */
  void range(int low, int high);

  @Override
  default void run(ActiveLanes lanes) {
    int n = lanes.ranges();
    for (int r = 0; r < n; r++) {
      range(lanes.low[r], lanes.high[r]);
    }
  }
}
