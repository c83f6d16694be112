// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

/**
 * A loop whose results are read by its own block only, so that it may also compute them for the
 * work-items between the active ones.
 */
public record SpanLoop(Loop loop) implements Step {
  @Override
  public void run(ActiveLanes lanes) {
    if (lanes.sparse) {
      loop.range(lanes.first(), lanes.end());
    } else {
      loop.run(lanes);
    }
  }
}
