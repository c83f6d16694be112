// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.InputException;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import java.util.List;

/** A trace file that a replay reads chunk by chunk. */
abstract class TraceChunks {
  public abstract Program program();

  public abstract Outcome outcome();

  /** Returns the number of recorded work-groups of all launches. */
  public abstract long groups();

  public abstract List<ChunkInfo> chunks();

  abstract ChunkReader chunk(int number);

  abstract InputException damaged(String what);
}
