// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.Digests;
import io.lockstep.io.output.OutputFile;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a trace file ({@link TraceFormat}) while the program is executed. The file appears under
 * the final name only when {@link #finish} completes it; {@link #close} deletes it otherwise
 * ({@link OutputFile} describes write errors). Memory is bounded by a chunk and the index's
 * entries, some 60 bytes each. Not thread-safe.
 */
public final class TraceWriter implements ProgramSink, AutoCloseable {
  private static final int LEVEL = 6;

  private final FrameWriter out;
  private final TraceEncoder encoder;
  private final ByteColumn raw = new ByteColumn();
  private final List<ChunkInfo> chunks = new ArrayList<>();
  private final int programBytes;
  private long steps;
  private long groups;

  // State of the current chunk.
  private int events;
  private int chunkGroups;
  private int carried;
  private long firstStep;
  private long firstGroup = -1;
  private boolean startsInLaunch;
  private long startGroup = -1;

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
      begun = true;
    } finally {
      if (!begun) {
        out.close();
      }
    }
  }

  @Override
  public void step(HostStep step) {
    endLaunch();
    flushIfFull();
    encoder.step(step);
    steps++;
    events++;
  }

  @Override
  public void group(WorkGroupRecord group) {
    flushIfFull();
    encoder.group(group);
    if (chunkGroups++ == 0) {
      firstGroup = group.group();
    }
    groups++;
    events++;
    List<Segment> segments = group.segments();
    for (int i = 0; i < segments.size(); i++) {
      encoder.segment(segments.get(i));
      if (encoder.rawBytes() >= TraceFormat.CHUNK_BYTES && i + 1 < segments.size()) {
        flush();
        carried = segments.size() - i - 1;
      }
    }
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    encoder.launchEnd(end);
    events++;
  }

  private void endLaunch() {
    LaunchEnd end = encoder.openEnd();
    if (end != null) {
      launchEnd(end);
    }
  }

  private void flushIfFull() {
    if (chunkGroups >= TraceFormat.CHUNK_GROUPS
        || events >= TraceFormat.CHUNK_EVENTS
        || encoder.rawBytes() >= TraceFormat.CHUNK_BYTES) {
      flush();
    }
  }

  private void flush() {
    if (encoder.rawBytes() == 0) {
      return;
    }
    raw.clear();
    raw.add(events);
    raw.add(carried);
    raw.addByte(ChunkReader.flags(startsInLaunch, encoder.hasWaits()));
    raw.addSigned(startGroup);
    ColumnSet.pack(encoder.storedColumns(), raw);
    long position = out.position();
    int bytes = out.frame(TraceFormat.CHUNK, raw);
    chunks.add(
        new ChunkInfo(
            position, bytes, raw.size(), events, firstStep, firstGroup, chunkGroups, carried));
    encoder.clear();
    events = 0;
    chunkGroups = 0;
    carried = 0;
    firstStep = steps;
    firstGroup = -1;
    startsInLaunch = encoder.inLaunch();
    startGroup = encoder.lastGroup();
  }

  @Override
  public void finish(Outcome outcome) {
    endLaunch();
    flush();
    byte[] sha = encoder.finish(outcome);
    raw.clear();
    ProgramCodec.encode(outcome, raw);
    int outcomeBytes = out.frame(TraceFormat.OUTCOME, raw);
    long position = out.position();
    raw.clear();
    new TraceIndex(programBytes, chunks, outcomeBytes, steps, groups).encode(raw);
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
