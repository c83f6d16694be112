package io.lockstep.trace.file;

import io.lockstep.io.InputException;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import java.util.List;

/** A trace file as a replay reads it: chunk by chunk. Immutable. */
abstract class TraceChunks {
  /** Kernels, buffers, parameters. */
  public abstract Program program();

  /** How the execution came out. */
  public abstract Outcome outcome();

  /** Number of recorded work-groups, over all launches. */
  public abstract long groups();

  /** The index: what lies where. */
  public abstract List<ChunkInfo> chunks();

  /** Reads a chunk by its number in the index. */
  abstract ChunkReader chunk(int number);

  /** What is wrong with the file. */
  abstract InputException damaged(String what);
}
