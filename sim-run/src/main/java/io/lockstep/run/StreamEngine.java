package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Something that performs a device's operations one at a time, in the order in which they were
 * submitted: a launch slot with its hardware queue, or a copy engine. Not thread-safe.
 */
final class StreamEngine {
  private final Queue<StreamOperation> waiting = new ArrayDeque<>();
  private StreamOperation running; // its end is not known; or null
  private long lastEnd;
  private int lastStream = -1;

  void add(StreamOperation o) {
    waiting.add(o);
  }

  /** The next one, or null. */
  StreamOperation head() {
    return waiting.peek();
  }

  /**
   * Starts the next one.
   *
   * @param picos when a kernel or the bus starts
   * @param fixed time before that which belongs to it
   */
  StreamOperation start(long picos, long fixed) {
    running = waiting.remove();
    running.starts(picos, fixed);
    return running;
  }

  /** The end of the one that runs is known. */
  void ends(long picos) {
    running.ends(picos);
    lastEnd = picos;
    lastStream = running.stream;
    running = null;
  }

  /** The one whose end is not known, or null. */
  StreamOperation running() {
    return running;
  }

  /** When the last one ended, or 0; only if none is running. */
  long lastEnd() {
    return lastEnd;
  }

  /** The stream of the last one, or -1. */
  int lastStream() {
    return lastStream;
  }

  void save(StateWriter out) {
    out.writeLong(lastEnd);
    out.writeInt(lastStream);
    out.writeLong(running == null ? StreamOperation.UNKNOWN : running.number);
    out.writeLongs(waiting.stream().mapToLong(o -> o.number).toArray());
  }

  /**
   * Takes up the state of a saved run.
   *
   * @param order finds operations
   */
  void load(StateReader in, StreamOrder order) {
    lastEnd = in.readLong();
    lastStream = in.readInt();
    long number = in.readLong();
    running = number == StreamOperation.UNKNOWN ? null : order.get(number);
    waiting.clear();
    for (long n : in.readLongs()) {
      waiting.add(order.get(n));
    }
  }
}
