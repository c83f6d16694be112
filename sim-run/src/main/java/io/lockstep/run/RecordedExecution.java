// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.trace.file.RecordedProgram;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramSource;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * An execution that has ended and can be replayed by any number of threads, from a trace or, if its
 * records fit into a bound, from memory.
 */
final class RecordedExecution implements TraceSummary, AutoCloseable {
  private final String identity;
  private final Outcome outcome;
  private final long groups;
  private RecordedProgram recorded; // null for a trace
  private Supplier<ProgramSource> replay;
  private LaunchEnds ends; // null until needed

  /**
   * Replays a trace that the caller closes later.
   *
   * @param trace a trace, which is not read yet
   */
  RecordedExecution(TraceFile trace) {
    identity = trace.identity();
    outcome = trace.outcome();
    groups = trace.groups();
    replay = trace::replay;
  }

  /**
   * Executes a program to its end in the calling thread and records it in a temporary file.
   *
   * @param bound bytes of records to keep in memory; a larger program is replayed from the file
   */
  RecordedExecution(ProgramSource source, long bound) {
    HeldProgram held = new HeldProgram(source, bound);
    recorded = new RecordedProgram(held);
    identity = recorded.identity();
    outcome = recorded.outcome();
    groups = recorded.groups();
    replay = recorded::replay;
    hold(held);
  }

  /** Reads the whole trace once, which detects damage. Keeps its records if they fit. */
  RecordedExecution held(long bound) {
    try (HeldProgram held = new HeldProgram(replay.get(), bound)) {
      ends = LaunchEnds.of(held);
      hold(held);
    }
    return this;
  }

  private void hold(HeldProgram held) {
    held.records().ifPresent(records -> replay = records::replay);
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Outcome outcome() {
    return outcome;
  }

  long groups() {
    return groups;
  }

  ProgramSource replay() {
    return replay.get();
  }

  synchronized LaunchEnds ends() {
    if (ends == null) {
      try (ProgramSource source = replay()) {
        ends = LaunchEnds.of(source);
      }
    }
    return ends;
  }

  /** Copies the temporary file; returns false if there is none. */
  boolean copyTo(Path file) {
    if (recorded == null) {
      return false;
    }
    recorded.copyTo(file);
    return true;
  }

  @Override
  public void close() {
    if (recorded != null) {
      recorded.close();
      recorded = null;
    }
  }
}
