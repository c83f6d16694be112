package io.lockstep.run;

import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.function.Supplier;

/**
 * A replay of a program for one launch slot: it goes from launch to launch, and skips those of
 * other slots with their work-groups. Not thread-safe.
 */
final class LaunchCursor {
  private final Supplier<ProgramSource> replay;
  private ProgramSource source; // null until it is used in a pass
  private ProgramReader reader;
  private long next; // launch of the pass that is found next

  LaunchCursor(Supplier<ProgramSource> replay) {
    this.replay = replay;
  }

  /** The next pass begins. */
  void rewind() {
    close();
    next = 0;
  }

  /**
   * Goes on to a launch.
   *
   * @param number of the pass's launches, higher than before
   */
  HostStep.Launch seek(long number) {
    if (source == null) {
      source = replay.get();
      reader = new ProgramReader(source);
    }
    while (next <= number) {
      if (reader.next() != WorkGroupSource.Status.RECORD) {
        throw new IllegalStateException("the replay ends before launch " + number);
      }
      next += reader.step().asLaunch() == null ? 0 : 1;
    }
    return reader.launch();
  }

  WorkGroupSource groups() {
    return reader.groups();
  }

  /** The end of the launch, whose groups have been read. */
  LaunchEnd launchEnd() {
    return reader.launchEnd();
  }

  void close() {
    if (source != null) {
      source.close();
      source = null;
    }
  }
}
