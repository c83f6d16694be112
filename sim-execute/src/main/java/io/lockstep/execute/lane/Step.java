// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

/** One compiled operation, executed for a whole set of work-items at a time. */
public interface Step {
  void run(ActiveLanes lanes);
}
