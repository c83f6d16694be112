// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

/**
 * A FIFO queue of messages of two words and a tick. An empty ring restarts at its first entry, so
 * that it uses few cache lines of the host.
 */
final class MessageRing {
  private static final int WORDS = 3;
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int TICK = 2;

  private long[] words = new long[WORDS * 8];
  private int head; // index of the oldest message's first word
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  void add(long first, long second, long tick) {
    if (WORDS * size == words.length) {
      grow();
    }
    size++;
    int at = youngest();
    words[at + FIRST] = first;
    words[at + SECOND] = second;
    words[at + TICK] = tick;
  }

  private void grow() {
    long[] more = new long[2 * words.length];
    System.arraycopy(words, head, more, 0, words.length - head);
    System.arraycopy(words, 0, more, words.length - head, head);
    words = more;
    head = 0;
  }

  private int youngest() {
    int at = head + WORDS * (size - 1);
    return at < words.length ? at : at - words.length;
  }

  long first() {
    return words[head + FIRST];
  }

  long second() {
    return words[head + SECOND];
  }

  long tick() {
    return words[head + TICK];
  }

  long lastFirst() {
    return words[youngest() + FIRST];
  }

  long lastSecond() {
    return words[youngest() + SECOND];
  }

  /** Replaces the youngest message's second word, and its tick if the new one is later. */
  void extendLast(long second, long tick) {
    int at = youngest();
    words[at + SECOND] = second;
    words[at + TICK] = Math.max(words[at + TICK], tick);
  }

  void drop() {
    size--;
    head = size == 0 || head + WORDS == words.length ? 0 : head + WORDS;
  }
}
