package io.lockstep.trace.record;

import java.util.OptionalLong;

/**
 * A host program being replayed by one consumer: its steps in order, each launch with its groups.
 *
 * <p>Protocol: {@link #next()}; after a step that is a {@link HostStep.Launch}, drain {@link
 * #groups()} to its END before the next call. One thread.
 */
public interface ProgramSource extends AutoCloseable {
  /** What is known from the start. */
  Program program();

  /** How many work-groups all its launches have together, where that is known ahead. */
  default OptionalLong plannedGroups() {
    return OptionalLong.empty();
  }

  /** Advances to the next step. END after the last one; then {@link #outcome()} is known. */
  WorkGroupSource.Status next();

  /** The step that the last {@link #next()} found. */
  HostStep step();

  /** The work-groups of the launch that {@link #step()} is. */
  WorkGroupSource groups();

  /**
   * What became known of the launch that {@link #step()} is, while it ran; only after END of its
   * groups.
   */
  default LaunchEnd launchEnd() {
    return LaunchEnd.of((HostStep.Launch) step());
  }

  /** What came of it; only after END. */
  Outcome outcome();

  @Override
  void close();
}
