// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/**
 * Receives a host program as it is executed: the counterpart of {@link ProgramSource}.
 *
 * <p>Protocol: steps in order, after a {@link HostStep.Launch} its work-groups in id order and
 * optionally {@link #launchEnd}; at the end {@link #finish}. The default methods ignore their
 * items. Not thread-safe.
 */
public interface ProgramSink {
  /**
   * Receives the next step of the host program.
   *
   * @param step the next step, in program order
   */
  default void step(HostStep step) {}

  /**
   * Receives the next work-group of the current launch.
   *
   * @param group the next work-group, in order of ids
   */
  default void group(WorkGroupRecord group) {}

  /**
   * Receives the end of the current launch; optional, after its last work-group.
   *
   * @param end end of the launch
   */
  default void launchEnd(LaunchEnd end) {}

  /**
   * Receives the outcome of the execution; the last call.
   *
   * @param outcome verification result and mismatch
   */
  default void finish(Outcome outcome) {}

  /**
   * Reads a source to its end and passes every item to a sink. The source is not closed.
   *
   * @param source is read to its end
   * @param sink receives every item
   */
  static void drain(ProgramSource source, ProgramSink sink) {
    ProgramItem item = source.next();
    while (item != ProgramItem.END) {
      item.tell(sink);
      item = source.next();
    }
    sink.finish(source.outcome());
  }
}
