// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.RecordLink;
import io.lockstep.run.plugin.ModelThread;
import io.lockstep.trace.record.ItemCursor;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A program source that executes or decodes a program ahead on a separate thread for several
 * devices. The retained records are bounded in bytes and shared by reference.
 *
 * <p>A cursor that has taken its share reports STARVED although more records are available, so that
 * few threads advance many devices evenly. An exception of the source reaches every cursor at the
 * same item. Close this object before the source, so that the thread has ended.
 */
final class SourceThread implements AutoCloseable {
  /** Number of items that a cursor takes before other devices have their turn. */
  private static final int SHARE = 4 * RecordLink.BATCH;

  /** Nanoseconds that a starved reader waits for a batch to fill. */
  private static final long WAIT_NANOS = 100_000;

  private final ProgramSource source;
  private final RecordLink<ProgramItem> link;
  private final List<Cursor> cursors = new ArrayList<>();
  private final Thread thread;
  private final ProgramItem[] batch = new ProgramItem[RecordLink.BATCH]; // used only by the thread
  private int collected;
  private long bytes;
  private boolean started;
  private boolean givenUp;

  /**
   * @param windowBytes bytes of records that may be retained for slower devices
   * @param published called when there are new records
   */
  SourceThread(ProgramSource source, long windowBytes, int count, Runnable published) {
    this.source = source;
    link = new RecordLink<>(count, windowBytes, published);
    link.readers().forEach(reader -> cursors.add(new Cursor(reader)));
    thread = new Thread(this::produce, "lockstep-source");
    thread.setDaemon(true);
  }

  /** Returns one cursor per device, in a fixed order. */
  List<Cursor> cursors() {
    return cursors;
  }

  void start() {
    started = true;
    thread.start();
  }

  private void produce() {
    try {
      long last = System.nanoTime();
      ProgramItem item = ProgramItem.STARVED;
      while (item != ProgramItem.END) {
        item = source.next();
        boolean starved = item == ProgramItem.STARVED;
        if (!starved) {
          batch[collected++] = item;
          bytes += item.heldBytes();
        }
        boolean due = starved || collected == batch.length || bytes >= link.portionBytes();
        if (!due && link.isHungry()) {
          long now = System.nanoTime();
          if (now - last > WAIT_NANOS) {
            due = true;
            last = now;
          }
        }
        if (due && !handOn()) {
          return;
        }
        if (starved) {
          LockSupport.parkNanos(WAIT_NANOS);
        }
      }
      handOn();
    } catch (RuntimeException | Error e) {
      handOn(); // records before the exception reach all devices
      link.fail(e);
    }
  }

  /** Publishes the collected records; returns false if no reader is left. */
  private boolean handOn() {
    int count = collected;
    long size = bytes;
    collected = 0;
    bytes = 0;
    boolean read = count == 0 || link.put(batch, count, size);
    Arrays.fill(batch, 0, count, null);
    return read;
  }

  /**
   * Makes {@link #close} return without waiting for the thread, which may be executing a long
   * work-group after the time limit has expired.
   */
  void giveUp() {
    givenUp = true;
    if (thread.isAlive()) {
      ModelThread.abandoned();
    }
  }

  /** Ends the thread and waits for its end, unless it was given up. */
  @Override
  public void close() {
    link.close();
    boolean interrupted = false;
    while (started && !givenUp && thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** One device's view of the source; used by one thread at a time. */
  final class Cursor extends ItemCursor implements Feed {
    private final RecordLink.Reader<ProgramItem> reader;
    private int taken; // items taken of the current share
    private int ready; // records available from the reader
    private int at; // index of the next record

    private Cursor(RecordLink.Reader<ProgramItem> reader) {
      this.reader = reader;
    }

    @Override
    public Program program() {
      return source.program();
    }

    @Override
    protected ProgramItem take() {
      if (at == ready) {
        reader.take(at);
        at = 0;
        ready = taken >= SHARE ? 0 : reader.ready();
        if (ready == 0) {
          taken = 0;
          return ProgramItem.STARVED;
        }
      }
      taken++;
      return reader.get(at++);
    }

    @Override
    protected Outcome finalOutcome() {
      return source.outcome();
    }

    @Override
    public boolean isReady() {
      return at < ready || reader.isReady();
    }

    @Override
    public long position() {
      return reader.position() + at;
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
