// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.trace.record.Segment;
import java.util.Arrays;

/** Reads one inflated chunk from start to end. */
final class ChunkReader {
  private static final String[] TITLES =
      Arrays.stream(Column.values()).map(Column::title).toArray(String[]::new);

  private static final int IN_LAUNCH = 1;
  private static final int HAS_WAITS = 2;

  private final ColumnCursor[] columns;
  private final int events;
  private final int carriedSegments;
  private final boolean startsInLaunch;
  private final long lastGroup;
  private int eventsLeft;

  ChunkReader(byte[] raw, String where) {
    ColumnCursor prelude = new ColumnCursor(raw, 0, raw.length, where, "prelude");
    events = prelude.readInt();
    eventsLeft = events;
    carriedSegments = prelude.readInt();
    int flags = prelude.upTo(IN_LAUNCH | HAS_WAITS);
    startsInLaunch = (flags & IN_LAUNCH) != 0;
    lastGroup = prelude.readSigned();
    if (events == 0 && carriedSegments == 0) {
      throw prelude.bad("a chunk that holds something was expected");
    }
    columns = columns(raw, raw.length - prelude.remaining(), where, (flags & HAS_WAITS) != 0);
  }

  static int flags(boolean startsInLaunch, boolean hasWaits) {
    return (startsInLaunch ? IN_LAUNCH : 0) | (hasWaits ? HAS_WAITS : 0);
  }

  /** Returns all columns; the column of waits is empty if the chunk does not contain it. */
  private static ColumnCursor[] columns(byte[] raw, int from, String where, boolean hasWaits) {
    if (hasWaits) {
      return ColumnSet.unpack(raw, from, where, TITLES);
    }
    int waits = Column.WAIT.ordinal();
    ColumnCursor[] stored = ColumnSet.unpack(raw, from, where, Arrays.copyOf(TITLES, waits));
    ColumnCursor[] all = Arrays.copyOf(stored, TITLES.length);
    all[waits] = new ColumnCursor(raw, raw.length, 0, where, TITLES[waits]);
    return all;
  }

  /** Returns the number of steps, work-groups and ends of launches that begin in the chunk. */
  int events() {
    return events;
  }

  /** Returns the number of segments, here or later, of a work-group that began before the chunk. */
  int carriedSegments() {
    return carriedSegments;
  }

  boolean startsInLaunch() {
    return startsInLaunch;
  }

  /** Returns the last work-group of the launch that began before the chunk, or -1. */
  long lastGroup() {
    return lastGroup;
  }

  ColumnCursor column(Column column) {
    return columns[column.ordinal()];
  }

  ColumnCursor[] columns() {
    return columns;
  }

  /** Returns the next event's kind, or -1 if there is none. */
  int nextEvent() {
    if (eventsLeft == 0) {
      return -1;
    }
    eventsLeft--;
    int kind = column(Column.EVENT).readByte();
    if (kind > TraceEncoder.LAUNCH_END) {
      throw column(Column.EVENT).bad("an event from 0 to 2 was expected, found " + kind);
    }
    return kind;
  }

  boolean hasSegment() {
    return column(Column.SHAPE).remaining() > 0;
  }

  Segment segment(int workItems) {
    Segment segment = SegmentCodec.decode(columns);
    if (segment.workItems() != workItems) {
      throw column(Column.SHAPE)
          .bad("groups of " + workItems + " were expected, found " + segment.workItems());
    }
    return segment;
  }

  /** Returns the bytes of each column, by ordinal; valid before anything is read. */
  int[] columnBytes() {
    return Arrays.stream(columns).mapToInt(ColumnCursor::remaining).toArray();
  }

  void expectEnd() {
    if (eventsLeft > 0) {
      throw column(Column.EVENT).bad("no more events were expected, found " + eventsLeft);
    }
    ColumnSet.expectEnd(columns);
  }
}
