// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.Digests;
import io.lockstep.io.output.OutputFile;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.WorkGroupRecord;
import java.nio.file.Path;

/**
 * Writes a trace file ({@link TraceFormat}) while the program is executed. The file appears under
 * the final name only when {@link #finish} completes it; {@link #close} deletes it otherwise
 * ({@link OutputFile} describes write errors). Memory is bounded by a chunk for each processor and
 * the index's entries, some 60 bytes each. Not thread-safe.
 */
public final class TraceWriter implements ProgramSink, AutoCloseable {
  private static final int LEVEL = 6;

  /** Deflate level of files whose writing speed matters more than their size. */
  static final int FAST = 1;

  private final FrameWriter out;
  private final TraceEncoder encoder;
  private final ByteColumn raw = new ByteColumn();
  private final ChunkWriter chunks;
  private final int programBytes;
  private String identity;

  /** Starts a file; an existing file is replaced only when the new one is complete. */
  public TraceWriter(Path target, Program program) {
    this(target, program, LEVEL);
  }

  /** As {@link #TraceWriter(Path, Program)}, with Deflate's level, 1 (fast) to 9 (small). */
  TraceWriter(Path target, Program program, int level) {
    out = new FrameWriter(new OutputFile(target), level);
    boolean begun = false;
    try {
      encoder = new TraceEncoder(program);
      ColumnSet.pack(ProgramCodec.encode(program), raw);
      programBytes = out.frame(TraceFormat.PROGRAM, raw);
      chunks = new ChunkWriter(out, encoder);
      begun = true;
    } finally {
      if (!begun) {
        out.close();
      }
    }
  }

  @Override
  public void step(HostStep step) {
    chunks.step(step);
  }

  @Override
  public void group(WorkGroupRecord group) {
    chunks.group(group);
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    chunks.launchEnd(end);
  }

  @Override
  public void finish(Outcome outcome) {
    chunks.finish();
    byte[] sha = encoder.finish(outcome);
    raw.clear();
    ProgramCodec.encode(outcome, raw);
    int outcomeBytes = out.frame(TraceFormat.OUTCOME, raw);
    long position = out.position();
    raw.clear();
    chunks.index(programBytes, outcomeBytes).encode(raw);
    out.frame(TraceFormat.INDEX, raw);
    out.trailer(position, sha);
    out.commit();
    identity = Digests.hex(sha);
  }

  /** Returns the trace's identity as 64 hexadecimal digits; only after {@link #finish}. */
  public String identity() {
    if (identity == null) {
      throw new IllegalStateException("the program has not ended");
    }
    return identity;
  }

  public long bytes() {
    return out.position();
  }

  /** Deletes the file unless {@link #finish} was called. */
  @Override
  public void close() {
    out.close();
  }
}
