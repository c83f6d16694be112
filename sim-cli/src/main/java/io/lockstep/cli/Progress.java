package io.lockstep.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;

/** One line of progress on standard error, only where that is a terminal. Not thread-safe. */
final class Progress implements Consumer<String> {
  private static final long INTERVAL_NANOS = 200_000_000;
  private static final long QUIET_NANOS = 1_000_000_000;
  private static final String CLEAR = "\r\u001B[K";

  private final PrintWriter err;
  private final boolean shown = Terminal.here().showsProgress();
  private final long start = System.nanoTime();
  private long last;
  private boolean dirty;

  Progress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void accept(String text) {
    long now = System.nanoTime();
    if (!shown || now - start < QUIET_NANOS || now - last < INTERVAL_NANOS) {
      return;
    }
    last = now;
    dirty = true;
    err.print(CLEAR + text);
    err.flush();
  }

  /** Removes the line. */
  void clear() {
    if (dirty) {
      err.print(CLEAR);
      err.flush();
    }
  }
}
