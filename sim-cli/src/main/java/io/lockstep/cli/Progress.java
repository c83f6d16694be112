package io.lockstep.cli;

import io.lockstep.run.observe.Meter;
import java.util.Optional;

/**
 * Tells on standard error how far a long task is, where that is a terminal: a thread of its own
 * looks at a meter four times a second, from the second second on. Closing it removes the line.
 */
final class Progress implements AutoCloseable {
  private static final long INTERVAL_MILLIS = 250;
  private static final long QUIET_NANOS = 1_000_000_000;

  private final Meter meter = new Meter();
  private final Optional<StatusLine> line;
  private final int width;
  private final boolean unicode;
  private final long start = System.nanoTime();
  private final ProgressText text = new ProgressText();
  private boolean over;

  /** Begins to look, where there is somebody to tell. */
  Progress() {
    Terminal terminal = Terminal.here();
    line = Optional.ofNullable(terminal.showsProgress() ? StatusLine.ofProcess() : null);
    width = terminal.err().width();
    unicode = terminal.err().unicode();
    if (line.isPresent()) {
      Thread thread = new Thread(this::look, "lockstep-progress");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** What the task counts on. */
  Meter meter() {
    return meter;
  }

  /** The task is one of several, which count the same. */
  synchronized void within(int index, int count, String name) {
    text.within(index, count, name);
  }

  private synchronized void look() {
    try {
      while (!over) {
        wait(INTERVAL_MILLIS);
        long now = System.nanoTime();
        if (!over && now - start >= QUIET_NANOS) {
          String shown = text.line(meter.read(), now - start, width - 1);
          line.get().show(unicode ? shown : Ascii.of(shown));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void close() {
    over = true;
    notifyAll();
    line.ifPresent(StatusLine::clear);
  }
}
