// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/**
 * Provides the work-groups of one launch in id order, pulled by a device. Used by one consumer on
 * one thread, unless an implementation specifies otherwise.
 */
public interface WorkGroupSource {
  /** The result of a call. */
  enum Status {
    /** {@link #record()} holds the next work-group. */
    RECORD,
    /** No work-group is available yet: suspend and call again later. */
    STARVED,
    /** The launch has no more work-groups. */
    END
  }

  /** {@return RECORD after advancing to the next work-group, else the reason why there is none} */
  Status next();

  /** {@return the work-group found by the last {@link #next()}} */
  WorkGroupRecord record();
}
