// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.ArrayList;
import java.util.List;

/**
 * One program source that is read once and shared by several consumers: the devices of a
 * comparison.
 *
 * <p>Items not yet taken by the slowest consumer are retained by reference in a window bounded in
 * bytes: a consumer that is ahead while the window is full receives STARVED and must try again once
 * the others have caught up. The slowest always gets an item, so stepping the consumers in turn
 * always terminates. At most the window plus one record is retained, besides the one record that
 * each consumer holds.
 *
 * <p>A consumer may be closed at any time, for example because its device refuses the program; the
 * others continue. The source is closed with the last consumer. If it fails, every consumer gets
 * the same exception at the same position. All consumers run on one thread.
 */
public final class SharedProgramSource {
  private final ProgramSource source;
  private final long window;
  private final List<Consumer> consumers = new ArrayList<>();
  private final List<ProgramSource> handles;

  /** Ring buffer of items {@code base .. head - 1}; its length is a power of two. */
  private ProgramItem[] ring = new ProgramItem[64];

  private long base;
  private long head;
  private long retained;
  private long peak;
  private Throwable failure; // RuntimeException or Error

  /**
   * Shares a program among consumers.
   *
   * @param source the program; owned by this object
   * @param windowBytes maximum size retained for slower consumers
   * @param count number of consumers
   */
  public SharedProgramSource(ProgramSource source, long windowBytes, int count) {
    if (windowBytes < 1 || count < 1) {
      throw new IllegalArgumentException("a window and at least one consumer are needed");
    }
    this.source = source;
    this.window = windowBytes;
    for (int i = 0; i < count; i++) {
      consumers.add(new Consumer());
    }
    handles = List.copyOf(consumers);
  }

  /** {@return the consumers, in a fixed order, including closed ones} */
  public List<ProgramSource> consumers() {
    return handles;
  }

  /** {@return bytes currently retained for slower consumers} */
  public long retainedBytes() {
    return retained;
  }

  /** {@return the maximum of retained bytes so far} */
  public long peakBytes() {
    return peak;
  }

  /** Closes all consumers and the source. */
  public void close() {
    for (ProgramSource consumer : handles) {
      consumer.close();
    }
  }

  /** Returns the item at a position, pulled if necessary; STARVED if the consumer must wait. */
  private ProgramItem item(long position) {
    if (position == head && !pull()) {
      return ProgramItem.STARVED;
    }
    return ring[(int) position & ring.length - 1];
  }

  private boolean pull() {
    if (retained >= window) {
      return false;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
    try {
      ProgramItem item = source.next();
      if (item == ProgramItem.STARVED) {
        return false;
      }
      append(item);
      return true;
    } catch (RuntimeException | Error e) {
      failure = e; // the source may be in an intermediate state and cannot be continued
      throw e;
    }
  }

  private void append(ProgramItem item) {
    if (head - base == ring.length) {
      ProgramItem[] larger = new ProgramItem[2 * ring.length];
      for (long i = base; i < head; i++) {
        larger[(int) i & larger.length - 1] = ring[(int) i & ring.length - 1];
      }
      ring = larger;
    }
    ring[(int) head++ & ring.length - 1] = item;
    retained += item.heldBytes();
    peak = Math.max(peak, retained);
  }

  /** Releases the items that all consumers have taken. */
  private void release() {
    long slowest = head;
    for (int i = 0; i < consumers.size(); i++) {
      slowest = Math.min(slowest, consumers.get(i).position);
    }
    for (; base < slowest; base++) {
      int index = (int) base & ring.length - 1;
      retained -= ring[index].heldBytes();
      ring[index] = null;
    }
  }

  private final class Consumer extends ItemCursor {
    private long position;
    private boolean closed;

    @Override
    public Program program() {
      return source.program();
    }

    @Override
    protected ProgramItem take() {
      if (closed) {
        throw new IllegalStateException("the consumer is closed");
      }
      ProgramItem item = item(position);
      if (item != ProgramItem.STARVED) {
        position++;
        if (position - 1 == base) {
          release();
        }
      }
      return item;
    }

    @Override
    protected Outcome finalOutcome() {
      return source.outcome();
    }

    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      consumers.remove(this);
      release();
      if (consumers.isEmpty()) {
        source.close();
      }
    }
  }
}
