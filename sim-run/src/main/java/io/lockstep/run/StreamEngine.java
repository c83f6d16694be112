// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Performs a device's operations one at a time, in the order of submission: a launch slot with its
 * hardware queue, or a copy engine.
 */
final class StreamEngine {
  private final Queue<StreamOperation> waiting = new ArrayDeque<>();
  private StreamOperation running; // null if there is none or its end is known
  private long lastEnd;
  private int lastStream = -1;

  void add(StreamOperation o) {
    waiting.add(o);
  }

  StreamOperation head() {
    return waiting.peek();
  }

  /**
   * Starts the next operation.
   *
   * @param picos when the kernel or the bus transfer starts
   * @param fixed duration of the operation's fixed cost before that, in picoseconds
   */
  StreamOperation start(long picos, long fixed) {
    running = waiting.remove();
    running.starts(picos, fixed);
    return running;
  }

  void ends(long picos) {
    running.ends(picos);
    lastEnd = picos;
    lastStream = running.stream;
    running = null;
  }

  StreamOperation running() {
    return running;
  }

  /** End of the last operation in picoseconds, or 0; valid only if none is running. */
  long lastEnd() {
    return lastEnd;
  }

  /** Stream of the last operation, or -1. */
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
   * @param order finds operations by number
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
