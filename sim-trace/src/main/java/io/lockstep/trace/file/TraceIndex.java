// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import java.util.ArrayList;
import java.util.List;

/** The index at a file's end, for frames without gaps: header, program, chunks, outcome, index. */
record TraceIndex(
    int programBytes, List<ChunkInfo> chunks, int outcomeBytes, long steps, long groups) {

  void encode(ByteColumn out) {
    out.add(programBytes);
    out.add(outcomeBytes);
    out.add(steps);
    out.add(groups);
    out.add(chunks.size());
    for (ChunkInfo chunk : chunks) {
      out.add(chunk.storedBytes());
      out.add(chunk.rawBytes());
      out.add(chunk.events());
      out.add(chunk.firstStep());
      out.addSigned(chunk.firstGroup());
      out.add(chunk.groups());
      out.add(chunk.carriedSegments());
    }
  }

  static TraceIndex decode(byte[] raw, String where) {
    ColumnCursor in = new ColumnCursor(raw, 0, raw.length, where, "index");
    int programBytes = in.readInt();
    int outcomeBytes = in.readInt();
    long steps = in.read();
    long groups = in.read();
    int count = in.count(in);
    List<ChunkInfo> chunks = new ArrayList<>(count / 7 + 1);
    long position = TraceFormat.HEADER_BYTES + (long) programBytes;
    for (int i = 0; i < count; i++) {
      ChunkInfo chunk =
          new ChunkInfo(
              position,
              in.readInt(),
              in.readInt(),
              in.readInt(),
              in.read(),
              in.readSigned(),
              in.readInt(),
              in.readInt());
      chunks.add(chunk);
      position += chunk.storedBytes();
    }
    in.expectEnd();
    return new TraceIndex(programBytes, List.copyOf(chunks), outcomeBytes, steps, groups);
  }

  long outcomePosition() {
    long position = TraceFormat.HEADER_BYTES + (long) programBytes;
    if (!chunks.isEmpty()) {
      ChunkInfo last = chunks.get(chunks.size() - 1);
      position = last.position() + last.storedBytes();
    }
    return position;
  }

  /** Returns the position that the index frame must have. */
  long indexPosition() {
    return outcomePosition() + outcomeBytes;
  }
}
