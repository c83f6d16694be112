// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a {@link Recording}: keeps records in memory until they exceed a bound, then writes them
 * and all others to a temporary trace file. Closing deletes an incomplete file. Not thread-safe.
 */
public final class ProgramRecorder implements ProgramSink, AutoCloseable {
  private static final String NAME = "program.lkt";

  private final Program program;
  private final long bound;
  private List<ProgramItem> held = new ArrayList<>(); // empty once there is a file
  private long bytes; // of the held records
  private long groups;
  private Path folder; // null while all records are in memory, or once the recording owns it
  private TraceWriter writer; // null while all records are in memory
  private Recording recording; // null until the end of the program

  private ProgramRecorder(Program program, long bound) {
    this.program = program;
    this.bound = bound;
  }

  /**
   * Reads a program to its end in the calling thread and records it. The source stays open.
   *
   * @param bound bytes of records to keep in memory
   * @throws OutputException if the temporary file cannot be written
   */
  public static Recording record(ProgramSource source, long bound) {
    try (ProgramRecorder recorder = new ProgramRecorder(source.program(), bound)) {
      ProgramSink.drain(source, recorder);
      return recorder.recording;
    }
  }

  @Override
  public void step(HostStep step) {
    take(step);
  }

  @Override
  public void group(WorkGroupRecord group) {
    groups++;
    take(group);
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    take(end);
  }

  private void take(ProgramItem item) {
    if (writer != null) {
      write(() -> item.tell(writer));
      return;
    }
    held.add(item);
    bytes += item.heldBytes();
    if (bytes > bound) {
      write(this::spill);
    }
  }

  /** Moves the records to a file. */
  private void spill() {
    try {
      folder = ProcessFiles.newFolder();
    } catch (IOException e) {
      throw failed(e);
    }
    writer = new TraceWriter(folder.resolve(NAME), program, TraceWriter.FAST);
    held.forEach(item -> item.tell(writer));
    held = List.of();
  }

  private static void write(Runnable work) {
    try {
      work.run();
    } catch (OutputException e) {
      throw e.getCause() instanceof IOException cause ? failed(cause) : e;
    }
  }

  /** Names the folder and its option, since users do not know the file. */
  private static OutputException failed(IOException e) {
    return new OutputException(
        System.getProperty("java.io.tmpdir"),
        "the program's recording cannot be written there"
            + " (LOCKSTEP_OPTS=-Djava.io.tmpdir=FOLDER names another folder)",
        e);
  }

  @Override
  public void finish(Outcome outcome) {
    if (writer != null) {
      write(() -> writer.finish(outcome));
      recording = new TemporaryTrace(folder, folder.resolve(NAME));
      folder = null;
      return;
    }
    TraceDigest digest = new TraceDigest(program);
    held.forEach(item -> item.tell(digest));
    digest.finish(outcome);
    recording = new HeldProgram(program, held, outcome, digest.identity(), groups);
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
    ProcessFiles.delete(folder);
  }
}
