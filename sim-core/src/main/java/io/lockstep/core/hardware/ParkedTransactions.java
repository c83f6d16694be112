package io.lockstep.core.hardware;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/** Transactions that could not enter a memory unit yet, in order, as messages. Not thread-safe. */
final class ParkedTransactions implements Stateful {
  private long[] first = new long[64];
  private long[] second = new long[64];
  private int head;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Adds a message. */
  void add(long firstWord, long secondWord) {
    if (size == first.length) {
      grow();
    }
    int i = head + size++ & first.length - 1;
    first[i] = firstWord;
    second[i] = secondWord;
  }

  private void grow() {
    long[] firsts = new long[2 * size];
    long[] seconds = new long[2 * size];
    for (int i = 0; i < size; i++) {
      firsts[i] = first[head + i & size - 1];
      seconds[i] = second[head + i & size - 1];
    }
    first = firsts;
    second = seconds;
    head = 0;
  }

  /** First word of the oldest message. */
  long first() {
    return first[head];
  }

  /** Second word of the oldest message. */
  long second() {
    return second[head];
  }

  /** Drops the oldest message. */
  void drop() {
    head = head + 1 & first.length - 1;
    size--;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(first);
    out.writeLongs(second);
    out.writeInt(head);
    out.writeInt(size);
  }

  @Override
  public void load(StateReader in) {
    first = in.readLongs();
    second = in.readLongs();
    head = in.readInt();
    size = in.readInt();
  }
}
