// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import io.lockstep.trace.file.ByteColumn;
import io.lockstep.trace.file.ColumnCursor;

/**
 * Encodes the intervals of one partition into blocks in a temporary file, so that memory is bounded
 * and the order in the final file does not depend on threads. Used only by its partition's thread.
 *
 * <p>A block holds records, each a byte and numbers: 0 is the next track (component, lane), 127 a
 * detail track; k + 1 is an interval of kind k: track, start relative to the previous start in the
 * block, length, two numbers.
 */
final class TimelineRecorder implements Timeline.Recorder {
  private static final SliceKind[] KINDS = SliceKind.values();
  private static final int TRACK = 0;
  private static final int DETAIL = 127;
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int MOST_BYTES_OF_SLICE = 48;

  private final TimelineScope scope;
  private final long interval;
  private final SpillFile spill = new SpillFile();
  private final ByteColumn block = new ByteColumn();
  private int tracks;
  private long before;

  /** Creates a recorder with counter intervals of {@code interval} ticks. */
  TimelineRecorder(TimelineScope scope, long interval) {
    this.scope = scope;
    this.interval = interval;
  }

  @Override
  public int track(String component, String lane) {
    return track(TRACK, component, lane);
  }

  @Override
  public int detail(String component, String lane) {
    return interval == 0 ? Timeline.UNSEEN : track(DETAIL, component, lane);
  }

  @Override
  public long interval() {
    return interval;
  }

  private int track(int type, String component, String lane) {
    if (!scope.component(component)) {
      return Timeline.UNSEEN;
    }
    block.addByte(type);
    block.addText(component);
    block.addText(lane);
    flushIfFull();
    return tracks++;
  }

  @Override
  public void slice(int track, SliceKind kind, long start, long end, long a, long b) {
    if (!scope.keeps(start, end)) {
      return;
    }
    block.addByte(kind.ordinal() + 1);
    block.add(track);
    block.addSigned(start - before);
    block.add(end - start);
    block.add(a);
    block.add(b);
    before = start;
    flushIfFull();
  }

  private void flushIfFull() {
    if (block.size() > BLOCK_BYTES - MOST_BYTES_OF_SLICE) {
      flush();
    }
  }

  private void flush() {
    spill.write(block);
    block.clear();
    before = 0;
  }

  /** Calls the visitor for the tracks and intervals of this partition, in recorded order. */
  void replay(TimelineVisitor visitor) {
    visitor.part();
    if (block.size() > 0) {
      flush();
    }
    spill.read(in -> replay(in, visitor));
  }

  private static void replay(ColumnCursor in, TimelineVisitor visitor) {
    long start = 0;
    while (in.remaining() > 0) {
      int type = in.readByte();
      if (type == TRACK || type == DETAIL) {
        visitor.track(in.readText(), in.readText(), type == DETAIL);
        continue;
      }
      int track = in.readInt();
      start += in.readSigned();
      long end = start + in.read();
      visitor.slice(track, KINDS[type - 1], start, end, in.read(), in.read());
    }
  }

  void close() {
    spill.close();
  }
}
