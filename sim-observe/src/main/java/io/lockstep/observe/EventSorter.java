// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * Sorts any number of events with bounded memory: sorts portions in memory, stores them as runs in
 * a temporary file and merges the runs. The sort is stable.
 */
final class EventSorter implements AutoCloseable {
  /** An event's sort key: tick, rank within the tick, tie within the rank. */
  record Moment(long time, int rank, long tie) implements Comparable<Moment> {
    @Override
    public int compareTo(Moment o) {
      int by = Long.compare(time, o.time);
      by = by != 0 ? by : Integer.compare(rank, o.rank);
      return by != 0 ? by : Long.compare(tie, o.tie);
    }
  }

  /** An event of a timeline, with the ordinal and the two numbers of its kind. */
  record Event(Moment at, int track, int kind, long a, long b) implements Comparable<Event> {
    @Override
    public int compareTo(Event o) {
      return at.compareTo(o.at);
    }
  }

  private static final int BYTES = 5 * Long.BYTES;
  private static final int BUFFERED = 256 * BYTES;

  private final int atOnce;
  private final Event[] events;
  private int size;
  private Path file;
  private FileChannel channel; // null until a run is stored
  private final List<Long> runs =
      new ArrayList<>(); // the start of each run, and the end of the last

  EventSorter(int atOnce) {
    this.atOnce = atOnce;
    events = new Event[atOnce];
  }

  void add(Event event) {
    if (size == atOnce) {
      putAside();
    }
    events[size++] = event;
  }

  private void putAside() {
    Arrays.sort(events, 0, size);
    try {
      if (channel == null) {
        file = ProcessFiles.newFile(".spill");
        channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        runs.add(0L);
      }
      ByteBuffer buffer = ByteBuffer.allocate(BUFFERED);
      for (int i = 0; i < size; i++) {
        Event e = events[i];
        buffer.putLong(e.at.time).putLong(e.at.tie).putLong(e.a).putLong(e.b);
        buffer.putInt(e.track).putInt(e.kind << 8 | e.at.rank);
        if (!buffer.hasRemaining() || i == size - 1) {
          buffer.flip();
          while (buffer.hasRemaining()) {
            channel.write(buffer);
          }
          buffer.clear();
        }
      }
      runs.add(channel.position());
    } catch (IOException e) {
      throw failed(e);
    }
    size = 0;
  }

  /** Passes all events on in order and removes them. */
  void drain(Consumer<Event> out) {
    if (channel == null) {
      Arrays.sort(events, 0, size);
      for (int i = 0; i < size; i++) {
        out.accept(events[i]);
      }
      size = 0;
      return;
    }
    if (size > 0) {
      putAside();
    }
    PriorityQueue<Run> heads = new PriorityQueue<>();
    for (int r = 0; r + 1 < runs.size(); r++) {
      Run run = new Run(r, runs.get(r), runs.get(r + 1));
      run.next();
      heads.add(run);
    }
    while (!heads.isEmpty()) {
      Run first = heads.poll();
      out.accept(first.head);
      if (first.next()) {
        heads.add(first);
      }
    }
    close();
  }

  /** A sorted run in the file. */
  private final class Run implements Comparable<Run> {
    private final int number;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFERED).limit(0);
    private final long end;
    private long at;
    private Event head;

    Run(int number, long at, long end) {
      this.number = number;
      this.at = at;
      this.end = end;
    }

    boolean next() {
      if (!buffer.hasRemaining()) {
        if (at == end) {
          return false;
        }
        try {
          buffer.clear().limit((int) Math.min(BUFFERED, end - at));
          while (buffer.hasRemaining()) {
            int n = channel.read(buffer, at);
            if (n < 0) {
              throw new IOException("the temporary file has lost its end");
            }
            at += n;
          }
          buffer.flip();
        } catch (IOException e) {
          throw failed(e);
        }
      }
      long time = buffer.getLong();
      long tie = buffer.getLong();
      long a = buffer.getLong();
      long b = buffer.getLong();
      int track = buffer.getInt();
      int both = buffer.getInt();
      head = new Event(new Moment(time, both & 0xFF, tie), track, both >> 8, a, b);
      return true;
    }

    @Override
    public int compareTo(Run o) {
      int by = head.compareTo(o.head);
      return by != 0 ? by : Integer.compare(number, o.number);
    }
  }

  private static OutputException failed(IOException e) {
    return new OutputException(
        System.getProperty("java.io.tmpdir"), "no temporary file can be written there", e);
  }

  @Override
  public void close() {
    size = 0;
    runs.clear();
    if (channel != null) {
      try {
        channel.close();
        ProcessFiles.delete(file);
      } catch (IOException e) {
        throw failed(e);
      }
      channel = null;
    }
  }
}
