// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;

/** Divides the items of a program into chunks and writes them as frames. Not thread-safe. */
final class ChunkWriter {
  private final FrameWriter out;
  private final TraceEncoder encoder;
  private final ByteColumn raw = new ByteColumn();
  private final List<ChunkInfo> chunks = new ArrayList<>();
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

  ChunkWriter(FrameWriter out, TraceEncoder encoder) {
    this.out = out;
    this.encoder = encoder;
  }

  void step(HostStep step) {
    endLaunch();
    flushIfFull();
    encoder.step(step);
    steps++;
    events++;
  }

  void group(WorkGroupRecord group) {
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

  void launchEnd(LaunchEnd end) {
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
    ChunkInfo chunk =
        new ChunkInfo(0, 0, raw.size(), events, firstStep, firstGroup, chunkGroups, carried);
    out.chunk(raw, (position, bytes) -> chunks.add(chunk.at(position, bytes)));
    encoder.clear();
    events = 0;
    chunkGroups = 0;
    carried = 0;
    firstStep = steps;
    firstGroup = -1;
    startsInLaunch = encoder.inLaunch();
    startGroup = encoder.lastGroup();
  }

  /** Writes the rest of the items. */
  void finish() {
    endLaunch();
    flush();
    out.settle();
  }

  /** Returns the chunks with their positions, after {@link #finish}. */
  List<ChunkInfo> chunks() {
    return chunks;
  }

  /** Returns the number of work-groups so far. */
  long groups() {
    return groups;
  }

  /** Returns the index of the chunks, after {@link #finish}. */
  TraceIndex index(int programBytes, int outcomeBytes) {
    return new TraceIndex(programBytes, chunks, outcomeBytes, steps, groups);
  }
}
