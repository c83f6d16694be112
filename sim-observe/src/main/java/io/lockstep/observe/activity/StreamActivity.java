package io.lockstep.observe.activity;

import java.util.List;

/**
 * What a device's queues of launches and both directions of transfers did over the measured time of
 * a program with streams, by intervals. Immutable by convention.
 *
 * @param rows that did anything: queues by number, then uploads, then downloads
 * @param width picoseconds of an interval; the last one may be shorter
 * @param length picoseconds of the measured time
 */
public record StreamActivity(List<Row> rows, long width, long length) {
  /**
   * A queue of launches, or a direction of transfers. It performs one operation at a time.
   *
   * @param name for readers
   * @param parts what it did, by name
   */
  public record Row(String name, List<Part> parts) {
    /**
     * Copies the list.
     *
     * @param name for readers
     * @param parts what it did, by name
     */
    public Row {
      parts = List.copyOf(parts);
    }
  }

  /**
   * The operations of one kind in a row.
   *
   * @param what they are: a kernel's name, or the kind of another operation
   * @param busy picoseconds by interval in which one of them ran
   * @param bytes that they moved, by interval, spread evenly over an operation's time; zeros for
   *     launches
   */
  public record Part(String what, long[] busy, long[] bytes) {}

  /**
   * Copies the list.
   *
   * @param rows that did anything
   * @param width picoseconds of an interval
   * @param length picoseconds of the measured time
   */
  public StreamActivity {
    rows = List.copyOf(rows);
  }

  /** {@return number of intervals} */
  public int intervals() {
    return Math.toIntExact((length + width - 1) / width);
  }
}
