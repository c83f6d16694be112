// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A host program replayed by one consumer, item by item: its steps in order, each launch with its
 * work-groups in id order and its end. {@link ProgramReader} reads it step by step. Not
 * thread-safe.
 */
public interface ProgramSource extends AutoCloseable {
  /** {@return the static part of the program} */
  Program program();

  /** {@return the number of work-groups of all launches, if known in advance} */
  default OptionalLong plannedGroups() {
    return OptionalLong.empty();
  }

  /** {@return the next item; END after the last one} */
  ProgramItem next();

  /**
   * Leaves out the next work-groups of the current launch: {@link WorkGroupSource#skip}.
   *
   * @param count number of groups, at most as many as are left
   * @return whether they are left out
   */
  default boolean skip(long count) {
    return false;
  }

  /**
   * {@return the record of any work-group of the current launch: {@link WorkGroupSource#find}}
   *
   * @param group flat work-group id
   */
  default Optional<WorkGroupRecord> find(long group) {
    return Optional.empty();
  }

  /** {@return the outcome; only after END} */
  Outcome outcome();

  @Override
  void close();
}
