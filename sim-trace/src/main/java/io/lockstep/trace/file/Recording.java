// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import java.nio.file.Path;

/**
 * A program that can be replayed any number of times, for warm-up passes and for each device.
 * Implementations are thread-safe; a replay is not.
 */
public interface Recording extends AutoCloseable {
  Program program();

  /** Returns the SHA-256 of the canonical columns as 64 hexadecimal digits. */
  String identity();

  Outcome outcome();

  /** Returns the number of work-groups of all launches; 0 if it is unknown. */
  long groups();

  /** Starts an independent replay from the first step, to be closed by the caller. */
  ProgramSource replay();

  /**
   * Writes a trace file, which replaces an existing one when it is complete.
   *
   * @throws io.lockstep.io.OutputException if it cannot be written
   */
  void copyTo(Path target);

  /** Ends all replays and deletes temporary files. */
  @Override
  void close();
}
