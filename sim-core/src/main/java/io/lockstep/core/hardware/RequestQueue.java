package io.lockstep.core.hardware;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/**
 * Requests of a memory unit that wait for credit, in order, each with the tick from which on it may
 * leave. Neighbouring requests of one kind become one, up to a limit. Not thread-safe.
 */
final class RequestQueue implements Stateful {
  private final int capacity;
  private final int combineBytes;
  private final long[] first;
  private final long[] second;
  private final long[] depart;
  private int head;
  private int size;

  /**
   * @param capacity requests that may wait, at least 1
   * @param combineBytes aligned stretch within which requests become one; 0: they never do
   */
  RequestQueue(int capacity, int combineBytes) {
    this.capacity = capacity;
    this.combineBytes = combineBytes;
    int room = Integer.highestOneBit(Math.max(1, capacity - 1)) * 2;
    first = new long[room];
    second = new long[room];
    depart = new long[room];
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** How many more may wait. */
  int room() {
    return capacity - size;
  }

  /** Adds a request, or extends the last one; true if it is a new one. */
  boolean add(int kind, int flags, int operations, long address, int bytes, int token, long tick) {
    if (combineBytes > 0 && size > 0 && kind != Message.ATOMIC) {
      int i = head + size - 1 & first.length - 1;
      long tail = first[i];
      long tailSecond = second[i];
      long from = Message.address(tail);
      if (Message.kind(tail) == kind
          && Message.flags(tail) == flags
          && Message.token(tailSecond) == token
          && from + Message.bytes(tailSecond) == address
          && (from ^ address + bytes - 1) < combineBytes) {
        second[i] = tailSecond + bytes;
        depart[i] = Math.max(depart[i], tick);
        return false;
      }
    }
    append(
        Message.first(kind, flags, operations, address),
        Message.second(bytes, token, operations),
        tick);
    return true;
  }

  /** Adds a request as it is. */
  void append(long firstWord, long secondWord, long tick) {
    int i = head + size++ & first.length - 1;
    first[i] = firstWord;
    second[i] = secondWord;
    depart[i] = tick;
  }

  /** First word of the oldest request. */
  long first() {
    return first[head];
  }

  /** Second word of the oldest request. */
  long second() {
    return second[head];
  }

  /** The tick from which on the oldest request may leave. */
  long depart() {
    return depart[head];
  }

  /** Drops the oldest request. */
  void drop() {
    head = head + 1 & first.length - 1;
    size--;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(first);
    out.writeLongs(second);
    out.writeLongs(depart);
    out.writeInt(head);
    out.writeInt(size);
  }

  @Override
  public void load(StateReader in) {
    States.read(in, first);
    States.read(in, second);
    States.read(in, depart);
    head = in.readInt();
    size = in.readInt();
  }
}
