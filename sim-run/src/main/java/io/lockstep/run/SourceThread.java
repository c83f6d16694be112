package io.lockstep.run;

import io.lockstep.core.engine.RecordLink;
import io.lockstep.core.engine.Waiting;
import io.lockstep.trace.record.ItemCursor;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItems;
import io.lockstep.trace.record.ProgramSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A program source that runs ahead on a thread of its own, executing or decoding, for several
 * devices: bounded in bytes, every record shared by reference.
 *
 * <p>A cursor that has taken its share says STARVED although there is more, so that few threads
 * bring many devices forward evenly. What the source throws, every cursor meets at the same place.
 * Close it before the source: the thread has ended then.
 */
final class SourceThread implements AutoCloseable {
  /** Items that a cursor takes before another device has its turn. */
  private static final int SHARE = 256;

  /** Records that are ready wait at most so long for more to be published with. */
  private static final long PATIENCE_NANOS = 100_000;

  private final ProgramSource source;
  private final RecordLink<Object> link;
  private final List<Cursor> cursors = new ArrayList<>();
  private final Thread thread;
  private boolean started;

  /**
   * @param source where the program comes from
   * @param windowBytes how much may be retained for slower devices
   * @param count devices
   * @param published called when there is something to take
   */
  SourceThread(ProgramSource source, long windowBytes, int count, Waiting how, Runnable published) {
    this.source = source;
    link = new RecordLink<>(count, windowBytes, how, published);
    link.readers().forEach(reader -> cursors.add(new Cursor(reader)));
    thread = new Thread(this::produce, "lockstep-source");
    thread.setDaemon(true);
  }

  /** One cursor for each device, in a fixed order. */
  List<Cursor> cursors() {
    return cursors;
  }

  void start() {
    started = true;
    thread.start();
  }

  private void produce() {
    try {
      ProgramItems items = new ProgramItems(source);
      long last = System.nanoTime();
      Object item = null;
      while (item != ProgramItems.END) {
        item = items.next();
        if (item == null) {
          link.flush();
          LockSupport.parkNanos(PATIENCE_NANOS);
        } else if (!link.put(item, ProgramItems.bytes(item))) {
          return;
        }
        if (link.isHungry()) {
          long now = System.nanoTime();
          if (now - last > PATIENCE_NANOS) {
            link.flush();
            last = now;
          }
        }
      }
      link.flush();
    } catch (RuntimeException | Error e) {
      link.fail(e);
    }
  }

  /** Ends the thread, wherever it is, and waits for that. */
  @Override
  public void close() {
    link.close();
    boolean interrupted = false;
    while (started && thread.isAlive()) {
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

  /** What one device sees; for one thread at a time. */
  final class Cursor extends ItemCursor implements Feed {
    private final RecordLink.Reader<Object> reader;
    private int taken;

    private Cursor(RecordLink.Reader<Object> reader) {
      this.reader = reader;
    }

    @Override
    public Program program() {
      return source.program();
    }

    @Override
    protected Object take() {
      if (taken == SHARE) {
        taken = 0;
        return null;
      }
      Object item = reader.poll();
      taken = item == null ? 0 : taken + 1;
      return item;
    }

    @Override
    protected Outcome finalOutcome() {
      return source.outcome();
    }

    @Override
    public boolean isReady() {
      return reader.isReady();
    }

    @Override
    public long position() {
      return reader.position();
    }

    @Override
    public void close() {
      letGo();
      reader.close();
    }
  }
}
