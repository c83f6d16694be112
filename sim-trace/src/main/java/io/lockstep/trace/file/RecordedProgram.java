// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A host program that was executed once and can be replayed any number of times, for warm-up passes
 * or for several devices. It is stored in a temporary trace file, so memory is bounded; closing it
 * deletes the file. Thread-safe; a replay is not.
 */
public final class RecordedProgram implements AutoCloseable {
  /** Deflate level: speed matters more than size, since temporary files are soon deleted. */
  private static final int LEVEL = 1;

  private static final String NAME = "program.lkt";

  private final Path folder;
  private final TraceFile file;

  /** Executes a program to its end in the calling thread and records it; keeps the source open. */
  public RecordedProgram(ProgramSource source) {
    try {
      folder = ProcessFiles.newFolder();
    } catch (IOException e) {
      throw new OutputException(
          System.getProperty("java.io.tmpdir"), "no folder can be made there", e);
    }
    Path path = folder.resolve(NAME);
    boolean complete = false;
    try (TraceWriter writer = new TraceWriter(path, source.program(), LEVEL)) {
      ProgramSink.drain(source, writer);
      file = TraceFile.openUnverified(path);
      complete = true;
    } finally {
      if (!complete) {
        ProcessFiles.delete(folder);
      }
    }
  }

  public Program program() {
    return file.program();
  }

  public Outcome outcome() {
    return file.outcome();
  }

  /** Returns the number of work-groups of all launches. */
  public long groups() {
    return file.groups();
  }

  /** Returns the trace's identity, the same as that of a trace file of the program. */
  public String identity() {
    return file.identity();
  }

  /** Starts an independent replay from the first step, to be closed by the caller. */
  public ProgramSource replay() {
    return file.replay();
  }

  /** Copies the recording to a trace file, which replaces an existing one when it is complete. */
  public void copyTo(Path target) {
    try (OutputFile copy = new OutputFile(target)) {
      copy.copy(file.path());
      copy.commit();
    }
  }

  /** Ends all replays and deletes the temporary file. */
  @Override
  public void close() {
    file.close();
    ProcessFiles.delete(folder);
  }
}
