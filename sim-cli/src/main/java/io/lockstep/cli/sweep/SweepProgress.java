// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.terminal.Ascii;
import io.lockstep.cli.terminal.ProgressText;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.StatusLine;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.TimeLeft;
import io.lockstep.run.Verdict;
import io.lockstep.sweep.work.Count;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Shows a sweep's progress: a transient line on a terminal, elsewhere a line per minute. */
public final class SweepProgress implements AutoCloseable {
  private static final long INTERVAL_MILLIS = 250;
  private static final long QUIET_NANOS = 1_000_000_000;
  private static final long MINUTE_NANOS = 60 * QUIET_NANOS;

  /**
   * @param computed number of points computed since the start
   * @param more further text for the line, including its separator; may be empty
   */
  record Work(Supplier<Count> count, LongSupplier computed, Supplier<String> more) {}

  private final Work work;
  private final PrintWriter err;
  private final Optional<StatusLine> line;
  private final Screen screen = Terminal.here().err();
  private final long start = System.nanoTime();
  private final TimeLeft timeLeft = new TimeLeft();
  private boolean over;

  SweepProgress(Work work, PrintWriter err) {
    this.work = work;
    this.err = err;
    Terminal terminal = Terminal.here();
    line = Optional.ofNullable(terminal.showsProgress() ? StatusLine.ofProcess() : null);
    Thread thread = new Thread(this::look, "lockstep-progress");
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized void look() {
    long told = start;
    try {
      while (!over) {
        wait(INTERVAL_MILLIS);
        long now = System.nanoTime();
        if (!over && line.isPresent() && now - start >= QUIET_NANOS) {
          String shown = text(now - start);
          shown = shown.substring(0, Math.min(shown.length(), screen.width() - 1));
          line.get().show(screen.unicode() ? shown : Ascii.of(shown));
        } else if (!over && line.isEmpty() && now - told >= MINUTE_NANOS) {
          told = now;
          err.println("lockstep: " + text(now - start));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String text(long nanos) {
    Count count = work.count.get();
    return text(count, work.computed.getAsLong(), nanos, timeLeft) + work.more.get();
  }

  /**
   * @param computed number of points computed since the start
   * @param nanos time since the start in nanoseconds
   * @param timeLeft estimator used for all lines
   */
  public static String text(Count count, long computed, long nanos, TimeLeft timeLeft) {
    StringBuilder words = new StringBuilder();
    words.append(count.done()).append(" of ").append(count.all()).append(" points");
    double points = Math.max(1, computed + count.missing());
    timeLeft.look(nanos, computed / points);
    timeLeft
        .rate()
        .ifPresent(
            rate -> words.append(String.format(Locale.ROOT, ", %.1f a second", rate * points)));
    long bad = count.of(Verdict.FAILED) + count.aside();
    if (bad > 0) {
      words.append(", ").append(bad).append(" failed");
    }
    OptionalLong left = timeLeft.left();
    if (left.isPresent() && count.missing() > 0) {
      words.append(", ").append(ProgressText.time(left.getAsLong())).append(" left");
    }
    return words.toString();
  }

  @Override
  public synchronized void close() {
    over = true;
    notifyAll();
    line.ifPresent(StatusLine::clear);
  }
}
