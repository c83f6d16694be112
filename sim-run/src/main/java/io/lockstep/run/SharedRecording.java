// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.io.InputException;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** The complete execution of a program, once there is one. */
final class SharedRecording implements AutoCloseable {
  private RecordedExecution known; // null until there is one
  private TraceFile cached; // null unless it was loaded

  boolean isThere() {
    return known != null;
  }

  Optional<RecordedExecution> get() {
    return Optional.ofNullable(known);
  }

  /** Returns the number of work-groups. */
  OptionalLong groups() {
    return OptionalLong.of(known.groups());
  }

  /** Takes the execution from a trace, which is read whenever the execution is. */
  void replay(TraceFile trace) {
    known = new RecordedExecution(trace);
  }

  /** Takes the execution from a trace, and keeps its records in memory if they fit. */
  void hold(TraceFile trace, RunOptions options) {
    known = new RecordedExecution(trace).held(options.windowBytes());
  }

  /**
   * Executes a program to its end; returns a message if the time limit expired, otherwise empty.
   */
  Optional<String> record(ProgramSource source, RunOptions options, Watchdog watchdog) {
    known =
        Deadline.call(watchdog, () -> new RecordedExecution(source, options.windowBytes()))
            .orElse(null);
    return known == null ? Optional.of(watchdog.overMessage()) : Optional.empty();
  }

  /**
   * Takes the execution from a trace file if there is none yet, and if the file is an undamaged
   * trace of the program; otherwise there is no effect.
   */
  boolean load(Path file, Program own, RunOptions options) {
    if (known != null) {
      return false;
    }
    TraceFile found = null;
    try {
      found = TraceFile.open(file);
      if (found.program().name().equals(own.name())
          && found.program().parameters().equals(own.parameters())) {
        hold(found, options);
        cached = found;
        return true;
      }
    } catch (InputException e) {
      known = null; // the file is damaged
    }
    if (found != null) {
      found.close();
    }
    return false;
  }

  /** Writes the execution as a trace; returns false if there is none, or it is of a trace. */
  boolean copyTo(Path file) {
    return known != null && known.copyTo(file);
  }

  @Override
  public void close() {
    if (known != null) {
      known.close();
    }
    if (cached != null) {
      cached.close();
      cached = null;
    }
  }
}
