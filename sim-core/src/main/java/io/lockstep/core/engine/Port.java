package io.lockstep.core.engine;

import java.util.Arrays;

/**
 * One direction between two components: messages of two longs, with a latency, a capacity, and
 * credits that travel back.
 *
 * <p>At most {@link #capacity()} messages are under way or waiting at the receiver. {@link #pop}
 * sends a credit back with the port's latency. A sender without credit sleeps; its credit kind is
 * scheduled in the tick in which one returns. The receiver's work kind is scheduled once per tick
 * in which messages arrive, in phase work of the same tick; a handler that leaves messages waiting
 * schedules its own next look.
 *
 * <p>Credits that nobody waits for cost no event: their return times are compared when the sender
 * asks.
 *
 * <p>Sender's side and receiver's side may belong to different partitions; each is for handlers of
 * its own. Not thread-safe.
 */
public final class Port {
  private final int id;
  private final int source;
  private final String name;
  private final Partition sender;
  private final int from;
  private final Partition receiver;
  private final long latency;
  private final int capacity;
  private final Waker work;
  private final Waker credit; // null where the sender looks by itself
  private final Mailbox forth; // null within a partition
  private final Mailbox back;

  // Sender's side: credits at hand, credits on their way back (earliest first, as a ring).
  private int credits;
  private long[] returnTicks = new long[4];
  private int[] returnCounts = new int[4];
  private int firstReturn;
  private int returns;
  private boolean blocked;
  private long blockedSince;

  // Receiver's side: message slots, free ones, and the queue of arrived ones as a ring.
  private long[] a = new long[0];
  private long[] b = new long[0];
  private int[] free = new int[0];
  private int freeCount;
  private int[] queue = new int[0];
  private int head;
  private int size;
  private long boxedTick = -1; // the credit put into the mailbox last, while it is still there
  private long boxedRound;
  private int boxedAt;

  Port(
      int id,
      String name,
      Partition sender,
      int from,
      Partition receiver,
      int to,
      long latency,
      int capacity,
      EventKind work,
      EventKind credit) {
    this.id = id;
    this.name = name;
    this.sender = sender;
    this.from = from;
    this.receiver = receiver;
    this.latency = latency;
    this.capacity = capacity;
    this.credits = capacity;
    this.work = receiver.waker(work, to);
    this.credit = credit == null ? null : sender.waker(credit, from);
    this.source = Partition.OUTSIDE - 1 - id;
    boolean crosses = sender != receiver;
    this.forth = crosses ? sender.mailboxTo(receiver) : null;
    this.back = crosses ? receiver.mailboxTo(sender) : null;
  }

  /** Path of the receiving component, a dot, and the port's name. */
  public String name() {
    return name;
  }

  /** Ticks a message, and a credit, travels; at least one. */
  public long latency() {
    return latency;
  }

  /** Most messages under way or waiting. */
  public int capacity() {
    return capacity;
  }

  // ------------------------------------------------------------------ sender's side

  /** How many messages could be sent now. */
  public int credits() {
    if (returns > 0) {
      collect();
    }
    return credits;
  }

  /**
   * Sends a message that arrives after the port's latency.
   *
   * @return false if there is no credit: the sender's credit kind is scheduled when one returns
   */
  public boolean send(long a, long b) {
    return send(0, a, b);
  }

  /**
   * Sends a message that arrives some ticks later than the port's latency; messages with different
   * extra delays may overtake each other.
   *
   * @param extraDelay ticks, not negative
   * @return false if there is no credit: the sender's credit kind is scheduled when one returns
   */
  public boolean send(long extraDelay, long a, long b) {
    if (!sender.isOpen() || extraDelay < 0) {
      throw new EngineException(
          "port "
              + name
              + ": "
              + (extraDelay < 0 ? "negative delay" : "sent by another partition"));
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
    if (!blocked) {
      blocked = true;
      blockedSince = sender.now();
      if (returns > 0) {
        wakeWithCredit(returnTicks[firstReturn]);
      }
    }
  }

  private void wakeWithCredit(long tick) {
    if (credit != null) {
      sender.schedulePort(tick, sender.creditKind(), id, 0, source);
    }
  }

  /** Takes in the credits that have come back by now. */
  private void collect() {
    long now = sender.now();
    while (returns > 0 && returnTicks[firstReturn] <= now) {
      credits += returnCounts[firstReturn];
      firstReturn = firstReturn + 1 & returnTicks.length - 1;
      returns--;
    }
  }

  /** Credits return to the sender at a tick, not before any that return already. */
  void creditAt(long tick, int count) {
    int mask = returnTicks.length - 1;
    int last = firstReturn + returns - 1 & mask;
    if (returns > 0 && returnTicks[last] == tick) {
      returnCounts[last] += count;
      return;
    }
    if (returns > mask) {
      growReturns();
      mask = returnTicks.length - 1;
    }
    int at = firstReturn + returns & mask;
    returnTicks[at] = tick;
    returnCounts[at] = count;
    if (returns++ == 0 && blocked) {
      wakeWithCredit(tick);
    }
  }

  private void growReturns() {
    int n = returnTicks.length;
    long[] ticks = new long[2 * n];
    int[] counts = new int[2 * n];
    for (int i = 0; i < n; i++) {
      ticks[i] = returnTicks[firstReturn + i & n - 1];
      counts[i] = returnCounts[firstReturn + i & n - 1];
    }
    returnTicks = ticks;
    returnCounts = counts;
    firstReturn = 0;
  }

  /** A credit event: the blocked sender wakes, once per tick. */
  void onCredit() {
    collect();
    if (blocked && credits > 0) {
      blocked = false;
      credit.now(source);
    }
  }

  // ------------------------------------------------------------------ receiver's side

  /** Whether no message waits. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** How many messages wait. */
  public int size() {
    return size;
  }

  /** First word of the oldest waiting message. */
  public long headA() {
    return a[oldest()];
  }

  /** Second word of the oldest waiting message. */
  public long headB() {
    return b[oldest()];
  }

  private int oldest() {
    if (size == 0) {
      throw new EngineException("port " + name + ": read while empty");
    }
    return queue[head];
  }

  /** Drops the oldest waiting message and sends its credit back. */
  public void pop() {
    int slot = oldest();
    if (!receiver.isOpen()) {
      throw new EngineException("port " + name + ": popped by another partition");
    }
    head = head + 1 & queue.length - 1;
    size--;
    free[freeCount++] = slot;
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

  /** A message enters the receiver's partition; it arrives at a tick. */
  void enter(long tick, long first, long second) {
    if (freeCount == 0) {
      growSlots();
    }
    int slot = free[--freeCount];
    a[slot] = first;
    b[slot] = second;
    receiver.schedulePort(tick, receiver.arriveKind(), id, slot, source);
  }

  private void growSlots() {
    int old = a.length;
    int grown = Math.max(4, 2 * old);
    a = Arrays.copyOf(a, grown);
    b = Arrays.copyOf(b, grown);
    free = new int[grown];
    for (int slot = grown - 1; slot >= old; slot--) {
      free[freeCount++] = slot;
    }
    int[] longer = new int[grown];
    for (int i = 0; i < size; i++) {
      longer[i] = queue[head + i & old - 1];
    }
    queue = longer;
    head = 0;
  }

  /** An arrival event: the message is put into the queue and the receiver wakes, once per tick. */
  void onArrival(int slot) {
    queue[head + size++ & queue.length - 1] = slot;
    work.now(source);
  }

  // ------------------------------------------------------------------ engine's side

  int id() {
    return id;
  }

  boolean crosses() {
    return forth != null;
  }

  /** Who waits here, or null. */
  String diagnosis(Simulation simulation) {
    if (blocked) {
      return simulation.path(from) + " waits for credit of port " + name + " since " + blockedSince;
    }
    return size > 0 ? name + " holds " + size + " of " + capacity + " messages" : null;
  }

  void save(StateWriter out) {
    out.begin("port " + name);
    out.writeInt(credits);
    out.writeBoolean(blocked);
    out.writeLong(blockedSince);
    out.writeInt(returns);
    for (int i = 0; i < returns; i++) {
      out.writeLong(returnTicks[firstReturn + i & returnTicks.length - 1]);
      out.writeInt(returnCounts[firstReturn + i & returnTicks.length - 1]);
    }
    out.writeLongs(a);
    out.writeLongs(b);
    out.writeInts(Arrays.copyOf(free, freeCount));
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeInt(queue[head + i & queue.length - 1]);
    }
    out.writeLong(boxedTick);
    out.writeLong(boxedRound);
    out.writeInt(boxedAt);
  }

  void load(StateReader in) {
    in.begin("port " + name);
    credits = in.readInt();
    blocked = in.readBoolean();
    blockedSince = in.readLong();
    int count = in.readInt();
    int room = Math.max(4, Integer.highestOneBit(Math.max(1, count)) * 2);
    returnTicks = new long[room];
    returnCounts = new int[room];
    firstReturn = 0;
    returns = count;
    for (int i = 0; i < count; i++) {
      returnTicks[i] = in.readLong();
      returnCounts[i] = in.readInt();
    }
    a = in.readLongs();
    b = in.readLongs();
    int[] freeSlots = in.readInts();
    freeCount = freeSlots.length;
    free = Arrays.copyOf(freeSlots, a.length);
    queue = new int[a.length];
    head = 0;
    size = in.readInt();
    for (int i = 0; i < size; i++) {
      queue[i] = in.readInt();
    }
    boxedTick = in.readLong();
    boxedRound = in.readLong();
    boxedAt = in.readInt();
  }

  @Override
  public String toString() {
    return name;
  }
}
