// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.Arrays;

/** Messages and credits that one partition sends to another during a window, in order. */
final class Mailbox {
  private static final int WORDS = 4;

  // The first word has the type in its lower bits, then the number of the port or inbox; for an
  // inbox, the slot is in the upper half.
  private static final int WHAT_BITS = 2;
  private static final int WHAT = (1 << WHAT_BITS) - 1;
  private static final int MESSAGE = 0;
  private static final int CREDIT = 1;
  private static final int DELIVERY = 2;
  private static final int SLOT_SHIFT = 32;
  private long[] words = new long[32 * WORDS];
  private int used;
  private long round;

  @Override
  public String toString() {
    return used / WORDS + " messages";
  }

  boolean isEmpty() {
    return used == 0;
  }

  /** Returns how often the mailbox was drained; positions are valid for one round. */
  long round() {
    return round;
  }

  void message(Addressee port, long tick, long a, long b) {
    put((long) port.id() << WHAT_BITS | MESSAGE, tick, a, b);
  }

  void delivery(int inbox, int slot, long tick, long a, long b) {
    put((long) slot << SLOT_SHIFT | (long) inbox << WHAT_BITS | DELIVERY, tick, a, b);
  }

  /** Adds a credit that returns at a tick; returns its position for {@link #oneMore}. */
  int credit(Addressee port, long tick) {
    put((long) port.id() << WHAT_BITS | CREDIT, tick, 1, 0);
    return used - WORDS;
  }

  /** Increments a credit that is still in the mailbox. */
  void oneMore(int position) {
    words[position + 2]++;
  }

  private void put(long word, long tick, long a, long b) {
    if (used == words.length) {
      words = Arrays.copyOf(words, 2 * used);
    }
    words[used] = word;
    words[used + 1] = tick;
    words[used + 2] = a;
    words[used + 3] = b;
    used += WORDS;
  }

  void drain(Addressee[] ports, Inbox[] inboxes) {
    for (int i = 0; i < used; i += WORDS) {
      int what = (int) words[i] & WHAT;
      int number = (int) words[i] >>> WHAT_BITS;
      if (what == DELIVERY) {
        int slot = (int) (words[i] >>> SLOT_SHIFT);
        inboxes[number].put(slot, words[i + 1], words[i + 2], words[i + 3]);
      } else if (what == MESSAGE) {
        ports[number].enter(words[i + 1], words[i + 2], words[i + 3]);
      } else {
        ports[number].creditAt(words[i + 1], (int) words[i + 2]);
      }
    }
    used = 0;
    round++;
  }
}
