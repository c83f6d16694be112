// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.activity;

import java.util.List;

/**
 * The activity of a device's launch queues and both directions of transfers over the measured time
 * of a program with streams, by intervals. Arrays must not be modified.
 *
 * @param rows active queues by number, then uploads, then downloads
 * @param width picoseconds of an interval; the last one may be shorter
 * @param length picoseconds of the measured time
 */
public record StreamActivity(List<Row> rows, long width, long length) {
  /** A queue of launches, or a direction of transfers, which performs one operation at a time. */
  public record Row(String name, List<Part> parts) {
    public Row {
      parts = List.copyOf(parts);
    }
  }

  /**
   * The operations of one kind (of one kernel, or transfers) in a row, by interval: busy
   * picoseconds, and bytes moved, spread evenly over each operation's time.
   */
  public record Part(String what, long[] busy, long[] bytes) {}

  public StreamActivity {
    rows = List.copyOf(rows);
  }

  public int intervals() {
    return Math.toIntExact((length + width - 1) / width);
  }
}
