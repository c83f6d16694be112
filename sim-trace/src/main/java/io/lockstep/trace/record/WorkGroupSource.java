// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.Optional;

/**
 * Provides the work-groups of one launch in id order, pulled by a device. Used by one consumer on
 * one thread, unless an implementation specifies otherwise.
 */
public interface WorkGroupSource {
  /** The result of a call. */
  enum Status {
    /** {@link #record()} holds the next work-group. */
    RECORD,
    /** The launch has no more work-groups. */
    END
  }

  /** {@return RECORD after advancing to the next work-group, else END} */
  Status next();

  /** {@return the work-group found by the last {@link #next()}} */
  WorkGroupRecord record();

  /**
   * Leaves out the next work-groups, if they need not be executed.
   *
   * @param count number of groups, at most as many as are left
   * @return whether they are left out; otherwise the source has not changed
   */
  default boolean skip(long count) {
    return false;
  }

  /**
   * {@return the record of any work-group of the launch, without advancing; empty unless {@link
   * #skip} can leave groups out}
   *
   * @param group flat work-group id
   */
  default Optional<WorkGroupRecord> find(long group) {
    return Optional.empty();
  }
}
