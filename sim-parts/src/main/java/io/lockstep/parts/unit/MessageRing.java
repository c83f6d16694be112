package io.lockstep.parts.unit;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/**
 * Messages in the order they came, each with a tick. A message's words lie together, and an empty
 * ring begins at its first place again: what is used of it stays near in the host's caches.
 * Allocates nothing once the largest number of messages has been seen. Not thread-safe.
 */
final class MessageRing implements Stateful {
  private static final int WORDS = 3;
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int TICK = 2;

  private long[] words = new long[WORDS * 8];
  private int head; // a message's place, in words
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Adds a message as the youngest. */
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

  /** First word of the oldest message. */
  long first() {
    return words[head + FIRST];
  }

  /** Second word of the oldest message. */
  long second() {
    return words[head + SECOND];
  }

  /** Tick of the oldest message. */
  long tick() {
    return words[head + TICK];
  }

  /** First word of the youngest message. */
  long lastFirst() {
    return words[youngest() + FIRST];
  }

  /** Second word of the youngest message. */
  long lastSecond() {
    return words[youngest() + SECOND];
  }

  /** Replaces the youngest message's second word, and its tick where the new one is later. */
  void extendLast(long second, long tick) {
    int at = youngest();
    words[at + SECOND] = second;
    words[at + TICK] = Math.max(words[at + TICK], tick);
  }

  /** Drops the oldest message. */
  void drop() {
    size--;
    head = size == 0 || head + WORDS == words.length ? 0 : head + WORDS;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(words);
    out.writeInt(head);
    out.writeInt(size);
  }

  @Override
  public void load(StateReader in) {
    words = in.readLongs();
    head = in.readInt();
    size = in.readInt();
  }
}
