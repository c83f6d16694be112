package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import java.util.Arrays;

/**
 * Requests, fetches or writes that wait for data, by a number that is used again when they are
 * done; their owner gives each two words and a number of its own.
 *
 * <p>A request's words lie together: one visit of the host's caches each time one of its parts
 * arrives. It is open until all parts that it was {@link #await told to wait for} have arrived.
 * Allocates nothing once the largest number of requests has been seen. Not thread-safe.
 */
final class PendingRequests implements Stateful {
  private static final int WORDS = 4;
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int READY = 2;
  private static final int OWN = 3; // and in the upper half what is open

  private static final long ONE_OPEN = 1L << 32;

  private long[] words = new long[64 * WORDS];
  private int[] free = new int[64];
  private int frees;
  private int used;

  /** Takes a request in, open until its sender {@link #arrived closes} it. */
  int add(int own, long first, long second, long ready) {
    int p;
    if (frees > 0) {
      p = free[--frees];
    } else {
      p = used++;
      if (p == free.length) {
        words = Arrays.copyOf(words, 2 * p * WORDS);
        free = Arrays.copyOf(free, 2 * p);
      }
    }
    int at = p * WORDS;
    words[at + FIRST] = first;
    words[at + SECOND] = second;
    words[at + READY] = ready;
    words[at + OWN] = ONE_OPEN | own;
    return p;
  }

  /** One more part has to arrive. */
  void await(int p) {
    words[p * WORDS + OWN] += ONE_OPEN;
  }

  /** A part has arrived; answers whether it was the last. */
  boolean arrived(int p) {
    return (words[p * WORDS + OWN] -= ONE_OPEN) >>> 32 == 0;
  }

  /** Its data is not there before a tick. */
  void notBefore(int p, long tick) {
    if (tick > words[p * WORDS + READY]) {
      words[p * WORDS + READY] = tick;
    }
  }

  /** Its owner's number: the port it came by, or its bytes. */
  int own(int p) {
    return (int) words[p * WORDS + OWN];
  }

  /** First word. */
  long first(int p) {
    return words[p * WORDS + FIRST];
  }

  /** Second word. */
  long second(int p) {
    return words[p * WORDS + SECOND];
  }

  /** When all its data that has arrived is there. */
  long ready(int p) {
    return words[p * WORDS + READY];
  }

  /** Its number is free again. */
  void remove(int p) {
    free[frees++] = p;
  }

  /** Requests that wait. */
  int size() {
    return used - frees;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(words);
    out.writeInts(free);
    out.writeInt(frees);
    out.writeInt(used);
  }

  @Override
  public void load(StateReader in) {
    words = in.readLongs();
    free = in.readInts();
    frees = in.readInt();
    used = in.readInt();
  }
}
