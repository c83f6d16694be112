// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * The messages that arrive at the components of a partition by {@link Delivery}, sorted by tick;
 * the handler of one kind takes them in the tick of their arrival.
 *
 * <p>The messages of a tick are contiguous whatever their receivers, so many receivers need no more
 * of the host's caches than one. Each component's messages stay in the order in which they were
 * sent. A component is woken once in a tick in which messages arrive; its handler calls {@link
 * #first} and {@link #next}. Belongs to its partition; not thread-safe.
 */
public final class Inbox {
  /** Result of {@link #first} and {@link #next} if there is no message. */
  public static final int NONE = -1;

  private static final int NEAR = 8192; // number of ticks that the table covers

  // Messages are stored in chunks, whose last word links to the next chunk of the tick. A message
  // has three words: the slot of its component, with the index of the component's next message in
  // the upper half, and the two words sent.
  private static final int WORDS = 3;
  private static final int CHUNK = 64;
  private static final int LINK = CHUNK - 1;
  private static final int NEXT_SHIFT = 32;
  private static final int START_SHIFT = 32;
  private static final long START = -1L << START_SHIFT;
  private static final long[] NOTHING = {};

  private final Calendar partition;
  private final EventKind kind;
  private final int id;

  // Indexed by slot; each receiving component has a slot.
  private int[] component = {};
  private int[] source = {};
  private int[] head = {}; // first message of the open tick, or NONE
  private int[] tail = {};
  private int[] slotOf = {}; // by component; NONE for others

  // By tick modulo NEAR: the index after the last message in the lower half of a word, 0 if there
  // is none, and the index of the first message in the upper half; then a bit for each slot that
  // was woken.
  private long[] ticks = {};
  private int stride = 1; // words of a tick
  private long horizon; // messages from this tick on are in far
  private final TreeMap<Long, long[]> far = new TreeMap<>(); // messages beyond the table, by tick

  private long[] messages = new long[CHUNK]; // index 0 is unused
  private int used = CHUNK;
  private int[] free = new int[64];
  private int frees;

  private long opened = -1; // tick whose messages are being taken
  private int openStart;
  private int openEnd;

  Inbox(Calendar partition, EventKind kind, int id) {
    this.partition = partition;
    this.kind = kind;
    this.id = id;
  }

  int id() {
    return id;
  }

  EventKind kind() {
    return kind;
  }

  /** Adds a component before the first message; returns its slot. */
  int connect(int of, int itsSource) {
    if (of < slotOf.length && slotOf[of] != NONE) {
      throw new EngineException("there is a delivery to " + partition.path(of) + " already");
    }
    int slot = component.length;
    component = Arrays.copyOf(component, slot + 1);
    source = Arrays.copyOf(source, slot + 1);
    head = Arrays.copyOf(head, slot + 1);
    tail = Arrays.copyOf(tail, slot + 1);
    component[slot] = of;
    source[slot] = itsSource;
    head[slot] = NONE;
    int known = slotOf.length;
    if (of >= known) {
      slotOf = Arrays.copyOf(slotOf, of + 1);
      Arrays.fill(slotOf, known, of + 1, NONE);
    }
    slotOf[of] = slot;
    stride = 1 + (slot >> 6) + 1;
    return slot;
  }

  /** Adds a message that arrives at a later tick, after the other messages of that tick. */
  void put(int slot, long tick, long a, long b) {
    if (tick >= horizon) {
      advance(partition.now());
    }
    boolean first = tick < horizon ? add(slot, tick, a, b) : addFar(slot, tick, a, b);
    if (first) {
      partition.schedule(tick, kind, Event.of(kind.index, component[slot], 0), source[slot]);
    }
  }

  /** Adds a message; returns whether it is the first of its component in its tick. */
  private boolean add(int slot, long tick, long a, long b) {
    if (ticks.length == 0) {
      ticks = new long[NEAR * stride]; // allocated when all receivers are known
    }
    int row = row(tick);
    long range = ticks[row];
    int at = (int) range;
    if (at == 0) {
      at = chunk();
      range = (long) at << START_SHIFT;
    } else if ((at & LINK) == LINK) {
      int more = chunk();
      messages[at] = more;
      at = more;
    }
    messages[at] = slot;
    messages[at + 1] = a;
    messages[at + 2] = b;
    ticks[row] = range & START | at + WORDS;
    int word = row + 1 + (slot >> 6);
    long known = ticks[word];
    long marked = known | 1L << slot;
    ticks[word] = marked;
    return marked != known;
  }

  private int row(long tick) {
    return ((int) tick & NEAR - 1) * stride;
  }

  private int chunk() {
    if (frees > 0) {
      return free[--frees];
    }
    int at = used;
    used = Math.addExact(used, CHUNK);
    if (used > messages.length) {
      messages = Arrays.copyOf(messages, Math.max(used, messages.length + (messages.length >> 1)));
    }
    return at;
  }

  private void give(int chunk) {
    if (frees == free.length) {
      free = Arrays.copyOf(free, 2 * frees);
    }
    free[frees++] = chunk;
  }

  /** As {@link #add}, for a tick beyond the table. */
  private boolean addFar(int slot, long tick, long a, long b) {
    long[] before = far.getOrDefault(tick, NOTHING);
    boolean first = true;
    for (int at = 0; at < before.length; at += WORDS) {
      first &= before[at] != slot;
    }
    long[] after = Arrays.copyOf(before, before.length + WORDS);
    after[before.length] = slot;
    after[before.length + 1] = a;
    after[before.length + 2] = b;
    far.put(tick, after);
    return first;
  }

  /** Advances the start of the table to a tick; all earlier messages have been taken. */
  private void advance(long tick) {
    horizon = Math.max(horizon, tick + NEAR);
    while (!far.isEmpty() && far.firstKey() < horizon) {
      long due = far.firstKey();
      long[] list = far.remove(due);
      for (int at = 0; at < list.length; at += WORDS) {
        add((int) list[at], due, list[at + 1], list[at + 2]);
      }
    }
  }

  /**
   * Takes the messages of the current tick for a component; called once per tick by a handler.
   *
   * @param tick the current tick
   * @param of the component
   * @return the number of the first message, or {@link #NONE}
   */
  public int first(long tick, int of) {
    int first = peek(tick, of);
    head[slotOf[of]] = NONE;
    return first;
  }

  /**
   * {@return the result that {@link #first} would have, without taking the messages}
   *
   * @param tick the current tick
   * @param of the component
   */
  public int peek(long tick, int of) {
    if (tick != opened) {
      open(tick);
    }
    return head[slotOf[of]];
  }

  /**
   * {@return the number of the next message of the same component, or {@link #NONE}}
   *
   * @param message returned by {@link #first} or this method in this tick
   */
  public int next(int message) {
    return (int) (messages[message] >> NEXT_SHIFT);
  }

  /**
   * {@return a message's first word}
   *
   * @param message returned by {@link #first} or {@link #next} in this tick
   */
  public long a(int message) {
    return messages[message + 1];
  }

  /**
   * {@return a message's second word}
   *
   * @param message returned by {@link #first} or {@link #next} in this tick
   */
  public long b(int message) {
    return messages[message + 2];
  }

  private void open(long tick) {
    close();
    advance(tick);
    opened = tick;
    int row = row(tick);
    if (ticks.length == 0 || ticks[row] == 0) {
      return;
    }
    openStart = (int) (ticks[row] >>> START_SHIFT);
    openEnd = (int) ticks[row];
    Arrays.fill(ticks, row, row + stride, 0);
    int at = openStart;
    while (true) {
      int slot = (int) messages[at];
      messages[at] = (long) NONE << NEXT_SHIFT | slot;
      if (head[slot] == NONE) {
        head[slot] = at;
      } else {
        int last = tail[slot];
        messages[last] = (long) at << NEXT_SHIFT | slot;
      }
      tail[slot] = at;
      at += WORDS;
      if (at == openEnd) {
        return;
      }
      at = (at & LINK) == LINK ? (int) messages[at] : at;
    }
  }

  private void close() {
    opened = -1;
    if (openEnd == 0) {
      return;
    }
    int last = openEnd - 1 & -CHUNK;
    for (int chunk = openStart & -CHUNK; chunk != last; ) {
      int next = (int) messages[chunk + LINK];
      give(chunk);
      chunk = next;
    }
    give(last);
    openEnd = 0;
  }

  @Override
  public String toString() {
    return "inbox of " + kind.name();
  }
}
