// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.output.ProcessFiles;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import java.nio.file.Path;

/** A recording in a temporary trace file, which {@link #close} deletes. */
final class TemporaryTrace implements Recording {
  private final Path folder;
  private final TraceFile file;

  /**
   * @param folder temporary folder of the file
   */
  TemporaryTrace(Path folder, Path path) {
    this.folder = folder;
    file = TraceFile.openUnverified(path);
  }

  @Override
  public Program program() {
    return file.program();
  }

  @Override
  public String identity() {
    return file.identity();
  }

  @Override
  public Outcome outcome() {
    return file.outcome();
  }

  @Override
  public long groups() {
    return file.groups();
  }

  @Override
  public ProgramSource replay() {
    return file.replay();
  }

  @Override
  public void copyTo(Path target) {
    file.copyTo(target);
  }

  @Override
  public void close() {
    file.close();
    ProcessFiles.delete(folder);
  }
}
