// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/**
 * Properties of a launch that are known only after its last work-group was executed.
 *
 * @param minimumWidth smallest aligned width that contains every unsynchronised conflict inside a
 *     group; 1 if there is none, 0 if not computed
 * @param flags as in {@link HostStep.Launch}, including those found by execution
 */
public record LaunchEnd(int minimumWidth, int flags) implements ProgramItem {
  @Override
  public void tell(ProgramSink sink) {
    sink.launchEnd(this);
  }

  /**
   * {@return the end of a launch with the width and flags of its declaration}
   *
   * @param launch the launch that has ended
   */
  public static LaunchEnd of(HostStep.Launch launch) {
    return new LaunchEnd(launch.minimumWidth(), launch.flags());
  }
}
