package io.lockstep.run;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Something that performs a device's operations one at a time, in the order in which they were
 * submitted: a launch slot with its hardware queue, or a copy engine. Not thread-safe.
 */
final class StreamEngine {
  private final Queue<StreamOperation> waiting = new ArrayDeque<>();
  private StreamOperation current; // the last that was started; null before the first

  void add(StreamOperation o) {
    waiting.add(o);
  }

  /** The next one, or null. */
  StreamOperation head() {
    return waiting.peek();
  }

  /** Starts the next one. */
  StreamOperation start(long picos) {
    current = waiting.remove();
    current.starts(picos);
    return current;
  }

  /** The one whose end is not known, or null. */
  StreamOperation running() {
    return current == null || current.hasEnd() ? null : current;
  }

  /** When the last one ended, or 0; only if none is running. */
  long lastEnd() {
    return current == null ? 0 : current.end();
  }

  /** The stream of the last one, or -1. */
  int lastStream() {
    return current == null ? -1 : current.stream;
  }
}
