// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.EventQueue;

/**
 * A one-way channel between two components with credit-based flow control. Messages have two longs;
 * the channel has a latency and a capacity.
 *
 * <p>At most {@link #capacity()} messages are in flight or waiting at the receiver. {@link #pop}
 * returns a credit with the port's latency. A sender without credit sleeps; its credit kind is
 * scheduled in the tick in which one returns. The receiver's work kind is scheduled once per tick
 * in which messages arrive, in phase work of the same tick; a handler that leaves messages waiting
 * schedules its own next event.
 *
 * <p>Messages and credits in flight need no events, only the wake-ups do; their ticks are compared
 * on access. So a message can be read from its arrival tick on, in every phase. The two sides may
 * belong to different partitions; each is used by the handlers of its partition. Not thread-safe.
 */
public final class Port extends Addressee {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int COUNT_BITS = 20; // bits for the credits in an element of returning
  private static final long COUNTS = (1L << COUNT_BITS) - 1;
  private static final int WORDS = 3; // words of a message: arrival tick, two words sent
  private final int id;
  private final int source;
  private final String name;
  private final Calendar sender;
  private final int from;
  private final Calendar receiver;
  private final int to;
  private final long latency;
  private final int capacity;
  private final Waker work;
  private final Waker credit; // null if the sender polls
  private final Mailbox forth; // null within a partition
  private final Mailbox back;

  // Sender's side: available credits, and a ring of returning credits, earliest first.
  private int credits;
  private long[] returning = new long[4]; // tick above, number of credits in the lower bits
  private int firstReturn;
  private int returns;
  private boolean blocked;
  private long blockedSince;
  private long wakeTick = NEVER; // tick at which the blocked sender wakes or has woken

  // Receiver's side: a ring of messages in flight and waiting, by tick of arrival. Words of a
  // message are adjacent, because most visits concern one message.
  private long[] messages = new long[4 * WORDS];
  private int room = 4; // capacity of the ring, a power of two
  private int head;
  private int count;
  private long[] board = {NEVER}; // holds the arrival tick of the oldest message at index place
  private int place;
  private long boxedTick = -1; // tick of the last credit in the mailbox, until it is drained
  private long boxedRound;
  private int boxedAt;

  /**
   * One side of a port.
   *
   * @param waker wakes the component on this side, or null if it polls
   * @param out mailbox to the other side's partition, or null within a partition
   */
  record Side(Calendar calendar, Waker waker, Mailbox out) {}

  Port(int id, Route route, int capacity, Side sending, Side receiving) {
    if (capacity > COUNTS) {
      throw new EngineException("port " + route.name() + ": a capacity of " + capacity);
    }
    this.id = id;
    this.name = route.name();
    this.sender = sending.calendar;
    this.from = route.sender();
    this.receiver = receiving.calendar;
    this.to = route.receiver();
    this.latency = route.latency();
    this.capacity = capacity;
    this.credits = capacity;
    this.work = receiving.waker;
    this.credit = sending.waker;
    this.source = source(id);
    this.forth = sending.out;
    this.back = receiving.out;
  }

  /** {@return path of the receiving component, a dot, and the port's name} */
  public String name() {
    return name;
  }

  /** {@return ticks from sending to arrival of a message or credit; at least one} */
  public long latency() {
    return latency;
  }

  /** {@return the maximum number of messages in flight or waiting} */
  public int capacity() {
    return capacity;
  }

  /** {@return the number of messages that could be sent now} */
  public int credits() {
    if (returns > 0) {
      collect();
    }
    return credits;
  }

  /**
   * Sends a message that arrives after the port's latency.
   *
   * @param a first word of the message
   * @param b second word
   * @return false if there is no credit; the credit kind is scheduled when one returns
   */
  public boolean send(long a, long b) {
    return send(0, a, b);
  }

  /**
   * Sends a message with an additional delay; messages may then overtake each other.
   *
   * @param extraDelay ticks, not negative
   * @param a first word of the message
   * @param b second word
   * @return false if there is no credit; the credit kind is scheduled when one returns
   */
  public boolean send(long extraDelay, long a, long b) {
    if (!sender.isOpen() || extraDelay < 0) {
      throw new EngineException(
          "port %s: %s"
              .formatted(name, extraDelay < 0 ? "negative delay" : "sent by another partition"));
    }
    if (credits == 0) {
      collect();
      if (credits == 0) {
        block();
        return false;
      }
    }
    credits--;
    blocked = false;
    long tick = sender.now() + latency + extraDelay;
    if (forth == null) {
      enter(tick, a, b);
    } else {
      forth.message(this, tick, a, b);
    }
    return true;
  }

  private void block() {
    long now = sender.now();
    if (!blocked || wakeTick <= now) {
      blocked = true;
      blockedSince = now;
      wakeTick = NEVER;
      if (returns > 0) {
        wakeWithCredit(returning[firstReturn] >> COUNT_BITS);
      }
    }
  }

  private void wakeWithCredit(long tick) {
    wakeTick = tick;
    if (credit != null) {
      credit.at(tick, source);
    }
  }

  private void collect() {
    long now = sender.now();
    while (returns > 0 && returning[firstReturn] >> COUNT_BITS <= now) {
      credits += (int) (returning[firstReturn] & COUNTS);
      firstReturn = firstReturn + 1 & returning.length - 1;
      returns--;
    }
  }

  /** Returns credits to the sender at a tick, which must not decrease from call to call. */
  @Override
  void creditAt(long tick, int count) {
    int mask = returning.length - 1;
    int last = firstReturn + returns - 1 & mask;
    if (returns > 0 && returning[last] >> COUNT_BITS == tick) {
      returning[last] += count;
      return;
    }
    if (returns > mask) {
      growReturns();
      mask = returning.length - 1;
    }
    returning[firstReturn + returns & mask] = tick << COUNT_BITS | count;
    if (returns++ == 0 && blocked && wakeTick == NEVER) {
      wakeWithCredit(tick);
    }
  }

  private void growReturns() {
    int n = returning.length;
    long[] more = new long[2 * n];
    for (int i = 0; i < n; i++) {
      more[i] = returning[firstReturn + i & n - 1];
    }
    returning = more;
    firstReturn = 0;
  }

  /**
   * Maintains the arrival tick of the oldest message in an array, so that a receiver with hundreds
   * of ports scans one array.
   *
   * @param ticks whose element {@code at} is updated; {@code Long.MAX_VALUE} without a message
   * @param at index of this port's element
   */
  public void showOn(long[] ticks, int at) {
    board = ticks;
    place = at;
    show();
  }

  private void show() {
    board[place] = count == 0 ? NEVER : messages[WORDS * head];
  }

  /** {@return whether no message waits} */
  public boolean isEmpty() {
    return board[place] > receiver.now();
  }

  /** {@return the number of waiting messages} */
  public int size() {
    long now = receiver.now();
    int size = 0;
    while (size < count && messages[at(head + size)] <= now) {
      size++;
    }
    return size;
  }

  private int at(int i) {
    return WORDS * (i & room - 1);
  }

  /** {@return first word of the oldest waiting message} */
  public long headA() {
    return messages[oldest() + 1];
  }

  /** {@return second word of the oldest waiting message} */
  public long headB() {
    return messages[oldest() + 2];
  }

  /** Returns the word index of the oldest waiting message. */
  private int oldest() {
    if (isEmpty()) {
      throw new EngineException("port " + name + ": read while empty");
    }
    return WORDS * head;
  }

  /** Removes the oldest waiting message and returns its credit. */
  public void pop() {
    if (isEmpty() || !receiver.isOpen()) {
      throw new EngineException(
          "port " + name + (isEmpty() ? ": read while empty" : ": popped by another partition"));
    }
    count--;
    head = count == 0 ? 0 : head + 1 & room - 1; // reuses recently used words
    show();
    long tick = receiver.now() + latency;
    if (back == null) {
      creditAt(tick, 1);
    } else if (boxedTick == tick && boxedRound == back.round()) {
      back.oneMore(boxedAt);
    } else {
      boxedTick = tick;
      boxedRound = back.round();
      boxedAt = back.credit(this, tick);
    }
  }

  /** Inserts a message after others of its tick; only its wake-up needs an event. */
  @Override
  void enter(long tick, long first, long second) {
    if (count == room) {
      grow();
    }
    int i = head + count++;
    long before = NEVER;
    while (i > head) {
      int last = at(i - 1);
      before = messages[last];
      if (before <= tick) {
        break;
      }
      int to = at(i);
      messages[to] = before;
      messages[to + 1] = messages[last + 1];
      messages[to + 2] = messages[last + 2];
      i--;
    }
    int own = at(i);
    messages[own] = tick;
    messages[own + 1] = first;
    messages[own + 2] = second;
    if (i == head) {
      board[place] = tick;
    } else if (before == tick) {
      return; // the previous message wakes the receiver in this tick
    }
    work.at(tick, source);
  }

  private void grow() {
    long[] more = new long[2 * messages.length];
    int upper = messages.length - WORDS * head;
    System.arraycopy(messages, WORDS * head, more, 0, upper);
    System.arraycopy(messages, 0, more, upper, WORDS * head);
    messages = more;
    room *= 2;
    head = 0;
  }

  @Override
  int id() {
    return id;
  }

  /** Returns the event source of a port or delivery. */
  static int source(int id) {
    return EventQueue.OUTSIDE - 1 - id;
  }

  /** Returns the port of an event source; -1 for other sources. */
  static int ofSource(int source) {
    return source < EventQueue.OUTSIDE ? EventQueue.OUTSIDE - 1 - source : -1;
  }

  /** Adds the sender to the graph if it waits and no credit is on its way. */
  void addTo(WaitGraph graph) {
    if (blocked && credits == 0 && returns == 0) {
      graph.add(from, to, "credit of port " + name + " since " + blockedSince);
    }
  }

  /** Describes the blocked sender or the waiting messages; null if there are neither. */
  String diagnosis(Components components) {
    if (blocked) {
      return components.path(from) + " waits for credit of port " + name + " since " + blockedSince;
    }
    int size = size();
    return size > 0 ? name + " holds " + size + " of " + capacity + " messages" : null;
  }

  @Override
  public String toString() {
    return name;
  }
}
