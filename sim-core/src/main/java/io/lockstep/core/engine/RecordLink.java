package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SingleProducerSequencer;
import com.lmax.disruptor.SleepingWaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Hands records from one thread to any number of readers, by reference: everybody reads everything,
 * in order. A ring on the Disruptor's single-producer sequencer, bounded in bytes.
 *
 * <p>Records are published in batches, because a publication costs what dozens of records do. The
 * producer waits while the readers that are behind retain the window's bytes; readers never wait,
 * they are told that there is nothing yet. At most the window plus one record is retained.
 *
 * <p>The producer's methods are for one thread; a {@link Reader} is for one thread at a time;
 * {@link #close} is for any.
 *
 * @param <T> what is handed on; immutable
 */
public final class RecordLink<T> {
  /** Most records that are published together. */
  public static final int BATCH = 64;

  static {
    DispatchRing.allowAnyProducer();
  }

  private static final int SLOTS = 4096;
  private static final int MASK = SLOTS - 1;

  private final Object[] records = new Object[SLOTS];
  private final long[] bytes = new long[SLOTS];
  private final SingleProducerSequencer sequencer =
      new SingleProducerSequencer(SLOTS, new SleepingWaitStrategy());
  private final List<Reader<T>> readers = new ArrayList<>();
  private final AtomicInteger open;
  private final long window;
  private final long publishAt;
  private final Parking producer;
  private final Runnable published;
  private final BooleanSupplier plenty = this::hasPlenty;

  // The producer's: the next sequence to write, the last claimed, published and released.
  private long next;
  private long claimed = -1;
  private long visible = -1;
  private long released = -1;
  private long retained;
  private long peak;
  private long unpublished;

  private volatile boolean hungry;
  private volatile boolean closed;
  private volatile Throwable failure;

  /**
   * @param readers how many there are
   * @param windowBytes how much may be retained for readers that are behind
   * @param how the producer waits
   * @param published called on the producer's thread after records have become readable
   */
  public RecordLink(int readers, long windowBytes, Waiting how, Runnable published) {
    if (readers < 1 || windowBytes < 1) {
      throw new IllegalArgumentException("a window and at least one reader are needed");
    }
    window = windowBytes;
    publishAt = Math.max(1, windowBytes / 8);
    producer = new Parking(how);
    this.published = published;
    open = new AtomicInteger(readers);
    for (int i = 0; i < readers; i++) {
      Reader<T> reader = new Reader<>(this);
      this.readers.add(reader);
      sequencer.addGatingSequences(reader.position);
    }
  }

  /** The readers, in a fixed order. */
  public List<Reader<T>> readers() {
    return List.copyOf(readers);
  }

  // ------------------------------------------------------------------ the producer's side

  /**
   * Hands a record on, at the latest with {@link #flush}; waits while the window is full.
   *
   * @param size bytes that the record holds
   * @return false if nobody reads any more
   */
  public boolean put(T record, long size) {
    if ((retained >= window || next > claimed) && !hasRoom()) {
      flush();
      producer.await(plenty);
    }
    if (isAbandoned()) {
      return false;
    }
    if (next > claimed) {
      claimed = sequencer.next(BATCH);
    }
    int slot = (int) next++ & MASK;
    records[slot] = record;
    bytes[slot] = size;
    retained += size;
    peak = Math.max(peak, retained);
    unpublished += size;
    if (next > claimed || unpublished >= publishAt) {
      flush();
    }
    return true;
  }

  /** Publishes what has been put. */
  public void flush() {
    if (visible < next - 1) {
      visible = next - 1;
      unpublished = 0;
      hungry = false;
      sequencer.publish(visible); // ordered; the volatile write before it does not order it
      published.run();
    }
  }

  /** Whether a reader has found nothing since the last publication. */
  public boolean isHungry() {
    return hungry;
  }

  /** Ends the link: readers that have read everything before meet what went wrong. */
  public void fail(Throwable cause) {
    flush();
    failure = cause;
    published.run();
  }

  /** Bytes retained now, as far as the producer knows. */
  public long retainedBytes() {
    release();
    return retained;
  }

  /** The most bytes that were ever retained. */
  public long peakBytes() {
    return peak;
  }

  private boolean isAbandoned() {
    return closed || open.get() == 0;
  }

  private boolean hasRoom() {
    if (isAbandoned()) {
      return true;
    }
    if (retained >= window) {
      release();
    }
    return retained < window && (next <= claimed || sequencer.hasAvailableCapacity(BATCH));
  }

  /** Whether half of the link is free: a producer that has waited shall not wait again at once. */
  private boolean hasPlenty() {
    if (isAbandoned()) {
      return true;
    }
    release();
    return retained <= window / 2 && sequencer.hasAvailableCapacity(SLOTS / 2);
  }

  /** Lets go of what all readers have taken. */
  private void release() {
    long slowest = Math.min(visible, sequencer.getMinimumSequence());
    while (released < slowest) {
      int slot = (int) ++released & MASK;
      retained -= bytes[slot];
      records[slot] = null;
    }
  }

  /** Ends the link from any side: the producer stops waiting and is told that nobody reads. */
  public void close() {
    closed = true;
    producer.callAlways();
  }

  // ------------------------------------------------------------------ a reader's side

  /**
   * One reader's cursor.
   *
   * @param <T> what it reads
   */
  public static final class Reader<T> {
    private final RecordLink<T> link;
    private final Sequence position = new Sequence(-1);
    private long next;
    private long readable = -1;
    private boolean closed;

    private Reader(RecordLink<T> link) {
      this.link = link;
    }

    /**
     * The next record, or null if there is none yet.
     *
     * @throws RuntimeException or Error what the producer has failed with, after its last record
     */
    @SuppressWarnings("unchecked") // only records are put
    public T poll() {
      if (closed) {
        throw new IllegalStateException("the reader is closed");
      }
      if (next > readable && !look()) {
        return null;
      }
      T record = (T) link.records[(int) next & MASK];
      if ((++next & BATCH - 1) == 0) {
        handBack();
      }
      return record;
    }

    private boolean look() {
      handBack();
      Throwable failure = link.failure; // before the cursor: then all before it is seen
      readable = link.sequencer.getCursor();
      if (next <= readable) {
        return true;
      }
      if (failure instanceof Error e) {
        throw e;
      }
      if (failure != null) {
        throw (RuntimeException) failure;
      }
      if (!link.hungry) {
        link.hungry = true;
      }
      return false;
    }

    private void handBack() {
      if (position.get() < next - 1) {
        position.setVolatile(next - 1);
        link.producer.call();
      }
    }

    /** Whether {@link #poll} would find something. */
    public boolean isReady() {
      return next <= link.sequencer.getCursor() || link.failure != null;
    }

    /** How many records it has taken. */
    public long position() {
      return next;
    }

    /** Takes no more: nothing is retained for it. */
    public void close() {
      if (!closed) {
        closed = true;
        link.sequencer.removeGatingSequence(position);
        link.open.decrementAndGet();
        link.producer.callAlways();
      }
    }
  }
}
