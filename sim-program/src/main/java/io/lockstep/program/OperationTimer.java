// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import java.util.List;
import java.util.OptionalLong;

/** Computes the times of a program's operations, which its clock shows. Thread-safe. */
public interface OperationTimer {
  /**
   * {@return the nanoseconds of an operation; empty if they are unknown}
   *
   * @param program tables to which the items refer
   * @param items the step, and for a launch its work-groups and end
   */
  OptionalLong nanos(Program program, List<ProgramItem> items);
}
