// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Performs a device's operations one at a time, in the order of submission. An engine is a launch
 * slot with its hardware queue, or a copy engine.
 */
public final class StreamEngine {
  private final Queue<StreamOperation> waiting = new ArrayDeque<>();
  private StreamOperation running; // null if no operation is running, or if its end is known
  private long lastEnd;
  private int lastStream = -1;

  public void add(StreamOperation o) {
    waiting.add(o);
  }

  public StreamOperation head() {
    return waiting.peek();
  }

  /**
   * Starts the next operation.
   *
   * @param picos time at which the kernel or the bus transfer starts, in picoseconds
   * @param fixed duration of the fixed cost before the start, in picoseconds
   */
  public StreamOperation start(long picos, long fixed) {
    running = waiting.remove();
    running.starts(picos, fixed);
    return running;
  }

  public void ends(long picos) {
    running.ends(picos);
    lastEnd = picos;
    lastStream = running.stream;
    running = null;
  }

  public StreamOperation running() {
    return running;
  }

  /** Returns the end of the last operation in picoseconds, or 0; only while no operation runs. */
  public long lastEnd() {
    return lastEnd;
  }

  public int lastStream() {
    return lastStream;
  }
}
