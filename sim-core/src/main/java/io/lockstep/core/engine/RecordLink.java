// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SingleProducerSequencer;
import com.lmax.disruptor.SleepingWaitStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Passes records from one thread to any number of readers, by reference: every reader reads all
 * records, in order. A ring on the Disruptor's single-producer sequencer, bounded in bytes.
 *
 * <p>Records are published in batches, because a publication costs as much as dozens of records;
 * they may also be passed and read in batches. The producer waits while slow readers retain the
 * window's bytes; readers never wait: {@link Reader#poll} returns null if there is no record yet.
 * At most the window plus one record is retained, or one batch that is larger than the window.
 *
 * <p>The producer's methods must be called by one thread, and each {@link Reader} by one thread at
 * a time. Any thread may call {@link #close}.
 *
 * @param <T> immutable type of the records
 */
public final class RecordLink<T> {
  /** Maximum number of records that are published together. */
  public static final int BATCH = 64;

  static {
    DispatchRing.allowAnyProducer();
  }

  private static final int SLOTS = 1 << 14; // more than the records of one nap, so naps are rare
  private static final int MASK = SLOTS - 1;
  private static final int PORTIONS = 1 << 10;

  private final Object[] records = new Object[SLOTS];
  private final SingleProducerSequencer sequencer =
      new SingleProducerSequencer(SLOTS, new SleepingWaitStrategy());
  private final List<Reader<T>> readers = new ArrayList<>();
  private final Signals signals = new Signals();
  private final AtomicInteger open;
  private final long window;
  private final long publishAt;
  private final Parking producer;
  private final Runnable published;
  private final BooleanSupplier plenty = this::hasPlenty;

  // Written by the producer: next sequence to write, end of the claimed sequences, last published
  // sequence.
  private long next;
  private long end;
  private long visible = -1;
  private long allowance; // bytes that may be added from the last publication to the next
  private long left; // remaining allowance

  // Ring of portions, which are published and released together: last sequence and bytes.
  private final long[] lastOf = new long[PORTIONS];
  private final long[] bytesOf = new long[PORTIONS];
  private int oldest;
  private int newest;
  private long released = -1;
  private long retained; // bytes published and not released
  private long peak;
  private long ceiling; // retained bytes at which a waiting producer continues

  /** Padding between fields that different threads write, against false sharing. */
  private abstract static class Apart {
    long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
  }

  private static final class Signals extends Apart {
    volatile boolean hungry;
    volatile boolean abandoned;
    volatile Throwable failure;
  }

  /**
   * Creates an empty link.
   *
   * @param readers number of readers
   * @param windowBytes maximum size retained for slow readers
   * @param published called on the producer's thread after records have become readable
   */
  public RecordLink(int readers, long windowBytes, Runnable published) {
    if (readers < 1 || windowBytes < 1) {
      throw new IllegalArgumentException("a window and at least one reader are needed");
    }
    window = windowBytes;
    publishAt = Math.max(1, windowBytes / 8);
    producer = new Parking();
    this.published = published;
    open = new AtomicInteger(readers);
    for (int i = 0; i < readers; i++) {
      Reader<T> reader = new Reader<>(this);
      this.readers.add(reader);
      sequencer.addGatingSequences(reader.position);
    }
  }

  /** {@return the readers, in a fixed order} */
  public List<Reader<T>> readers() {
    return List.copyOf(readers);
  }

  /**
   * Adds a record, published at the latest by {@link #flush}; waits while the window is full.
   *
   * @param record must not change afterwards
   * @param size size of the record in bytes
   * @return false if all readers are closed
   */
  public boolean put(T record, long size) {
    if (next == end || left <= 0) {
      makeRoom(window - 1);
    }
    if (signals.abandoned) {
      return false;
    }
    records[(int) next & MASK] = record;
    next++;
    left -= size;
    if (next == end || left <= 0) {
      flush();
    }
    return true;
  }

  /** {@return the size in bytes at which a caller should end a batch} */
  public long portionBytes() {
    return publishAt;
  }

  /**
   * Publishes a batch at once, after earlier records; waits until the window, less {@link
   * #portionBytes} for the caller's next batch, has room for the batch.
   *
   * @param batch records from index 0, at most {@link #BATCH}; the array is not retained
   * @param count number of records
   * @param size total size in bytes
   * @return false if all readers are closed
   */
  public boolean put(Object[] batch, int count, long size) {
    flush();
    makeRoom(Math.max(0, window - publishAt - size));
    if (next + count > end && !signals.abandoned) {
      end = sequencer.next(BATCH) + 1;
    }
    if (signals.abandoned) {
      return false;
    }
    int at = (int) next & MASK;
    int untilEnd = Math.min(count, SLOTS - at);
    System.arraycopy(batch, 0, records, at, untilEnd);
    System.arraycopy(batch, untilEnd, records, 0, count - untilEnd);
    next += count;
    left -= size;
    flush();
    return true;
  }

  /** Waits until there are slots for a batch and the retained bytes do not exceed a limit. */
  private void makeRoom(long most) {
    if (next - released > SLOTS / 2 || retained > window / 2) {
      release();
    }
    ceiling = Math.min(most, window / 2);
    if (!signals.abandoned && (retained > most || !sequencer.hasAvailableCapacity(2 * BATCH))) {
      flush();
      producer.await(plenty);
    }
    if (next == end && !signals.abandoned) {
      end = sequencer.next(BATCH) + 1;
    }
    allow();
  }

  private void allow() {
    allowance = Math.min(publishAt, window - retained);
    left = allowance;
  }

  /** Publishes all added records. */
  public void flush() {
    if (visible < next - 1) {
      visible = next - 1;
      if (newest - oldest == PORTIONS) { // ring of portions is full: extends the previous portion
        newest--;
        bytesOf[newest & PORTIONS - 1] += allowance - left;
      } else {
        bytesOf[newest & PORTIONS - 1] = allowance - left;
      }
      lastOf[newest++ & PORTIONS - 1] = visible;
      retained += allowance - left;
      peak = Math.max(peak, retained);
      allow();
      if (signals.hungry) {
        signals.hungry = false;
      }
      sequencer.publish(visible); // an ordered write
      published.run();
    }
  }

  /** {@return whether a reader has found no record since the last publication} */
  public boolean isHungry() {
    return signals.hungry;
  }

  /**
   * Ends the link with a failure, which readers receive after the last record.
   *
   * @param cause the failure
   */
  public void fail(Throwable cause) {
    flush();
    signals.failure = cause;
    published.run();
  }

  /** {@return bytes currently retained, as known to the producer} */
  public long retainedBytes() {
    release();
    return retained + allowance - left;
  }

  /** {@return the maximum of retained bytes so far} */
  public long peakBytes() {
    return Math.max(peak, retained + allowance - left);
  }

  /** Returns whether enough is free for the waiting producer to continue for some time. */
  private boolean hasPlenty() {
    if (signals.abandoned) {
      return true;
    }
    release();
    return retained <= ceiling && sequencer.hasAvailableCapacity(SLOTS / 2);
  }

  private void release() {
    long slowest = sequencer.getMinimumSequence();
    while (oldest != newest && lastOf[oldest & PORTIONS - 1] <= slowest) {
      retained -= bytesOf[oldest & PORTIONS - 1];
      long last = lastOf[oldest++ & PORTIONS - 1];
      int from = (int) (released + 1) & MASK;
      int to = ((int) last & MASK) + 1;
      if (from < to) {
        Arrays.fill(records, from, to, null);
      } else {
        Arrays.fill(records, from, SLOTS, null);
        Arrays.fill(records, 0, to, null);
      }
      released = last;
    }
  }

  /** Ends the link: the producer stops waiting and is notified that there are no readers. */
  public void close() {
    signals.abandoned = true;
    producer.call();
  }

  /**
   * One reader's cursor.
   *
   * @param <T> type of the records
   */
  public static final class Reader<T> extends Apart {
    private final RecordLink<T> link;
    private final Object[] records;
    private final SingleProducerSequencer sequencer;
    private final Signals signals;
    private final Parking producer;
    private final Sequence position = new Sequence(-1);
    private long next;
    private long readable = -1;
    private boolean closed;

    private Reader(RecordLink<T> link) {
      this.link = link;
      records = link.records;
      sequencer = link.sequencer;
      signals = link.signals;
      producer = link.producer;
    }

    /**
     * {@return the next record, or null if there is none yet}
     *
     * @throws RuntimeException or Error the producer's failure, after its last record
     */
    @SuppressWarnings("unchecked") // only records of type T are added
    public T poll() {
      if (next > readable && !look()) {
        return null;
      }
      T record = (T) records[(int) next & MASK];
      if ((++next & BATCH - 1) == 0) {
        handBack();
      }
      return record;
    }

    /**
     * {@return the number of records that can be read with {@link #get} and then taken with {@link
     * #take}, 0 if there is none yet; at most {@link #BATCH}}
     *
     * @throws RuntimeException or Error as {@link #poll}
     */
    public int ready() {
      return next > readable && !look() ? 0 : (int) Math.min(BATCH, readable - next + 1);
    }

    /**
     * {@return a record that is ready: 0 is the next one}
     *
     * @param i from 0 to {@link #ready} - 1
     */
    @SuppressWarnings("unchecked") // only records of type T are added
    public T get(int i) {
      return (T) records[(int) next + i & MASK];
    }

    /**
     * Takes available records.
     *
     * @param count at most {@link #ready}
     */
    public void take(int count) {
      long before = next;
      next += count;
      if ((before ^ next) >= BATCH) { // crosses a batch boundary
        handBack();
      }
    }

    private boolean look() {
      if (closed) {
        throw new IllegalStateException("the reader is closed");
      }
      handBack();
      Throwable failure = signals.failure; // read before the cursor: all earlier records are seen
      readable = sequencer.getCursor();
      if (next <= readable) {
        return true;
      }
      if (failure instanceof Error e) {
        throw e;
      }
      if (failure != null) {
        throw (RuntimeException) failure;
      }
      if (!signals.hungry) {
        signals.hungry = true;
      }
      return false;
    }

    private void handBack() {
      if (position.get() < next - 1) {
        position.setVolatile(next - 1);
        producer.call();
      }
    }

    /** {@return whether {@link #poll} would return a record} */
    public boolean isReady() {
      return next <= sequencer.getCursor() || signals.failure != null;
    }

    /** {@return the number of records taken} */
    public long position() {
      return next;
    }

    /** Closes the reader: no record is retained for it any more. */
    public void close() {
      if (!closed) {
        closed = true;
        readable = -1;
        sequencer.removeGatingSequence(position);
        if (link.open.decrementAndGet() == 0) {
          signals.abandoned = true;
        }
        producer.call();
      }
    }
  }
}
