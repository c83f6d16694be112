// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.observe.Meter;
import io.lockstep.run.Numbers;
import io.lockstep.study.StudyListener;
import io.lockstep.study.point.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows progress and finished rows on standard error if this is a terminal. After the first second,
 * a thread reads a meter four times a second. Closing removes the line.
 */
public final class Progress implements AutoCloseable {
  private static final long INTERVAL_MILLIS = 250;
  private static final long QUIET_NANOS = 1_000_000_000;

  private final Meter meter = new Meter();
  private final Optional<StatusLine> line;
  private final int width;
  private final boolean unicode;
  private final long start = System.nanoTime();
  private final ProgressText text = new ProgressText();
  private final List<String> rows = new ArrayList<>(); // finished, but not shown yet
  private boolean over;

  public Progress() {
    this(
        Optional.ofNullable(Terminal.here().showsProgress() ? StatusLine.ofProcess() : null),
        Terminal.here().err());
  }

  Progress(Optional<StatusLine> line, Screen screen) {
    this.line = line;
    width = screen.width();
    unicode = screen.unicode();
    if (line.isPresent()) {
      Thread thread = new Thread(this::look, "lockstep-progress");
      thread.setDaemon(true);
      thread.start();
    }
  }

  public Meter meter() {
    return meter;
  }

  /** Declares the current task as one of several with equal weight. */
  public synchronized void within(int index, int count, String name) {
    text.within(index, count, name);
  }

  /** Returns a listener that counts finished requests in addition to the meter's work-groups. */
  public StudyListener counting(List<Request> requests) {
    AtomicInteger done = new AtomicInteger();
    meter.phase("simulating", "work-groups", OptionalLong.empty());
    within(0, requests.size(), name(requests.get(0)));
    return (request, result) -> {
      int now = done.incrementAndGet();
      within(Math.min(now, requests.size() - 1), requests.size(), name(request));
    };
  }

  /**
   * Returns a listener that shows each result in a line of its own as soon as it is final. Results
   * of the first second appear at its end, so that a short run shows its table only.
   *
   * @param count number of expected results; a single one is not shown
   * @param next receives the results too
   */
  public StudyListener rows(int count, StudyListener next) {
    AtomicInteger done = new AtomicInteger();
    return (request, result) -> {
      if (count > 1) {
        String end =
            result.isSimulated()
                ? Numbers.micros(result.picos()) + " µs"
                : result.status().name().toLowerCase(Locale.ROOT);
        String place = done.incrementAndGet() + " of " + count;
        row("%s: %s on %s  %s".formatted(place, name(request), result.device(), end));
      }
      next.done(request, result);
    };
  }

  private synchronized void row(String text) {
    rows.add(unicode ? text : Ascii.of(text));
    if (System.nanoTime() - start >= QUIET_NANOS) {
      showRows();
    }
  }

  private void showRows() {
    line.ifPresent(shown -> rows.forEach(shown::print));
    rows.clear();
  }

  private static String name(Request request) {
    return request.workload().name();
  }

  private synchronized void look() {
    try {
      while (!over) {
        wait(INTERVAL_MILLIS);
        long now = System.nanoTime();
        if (!over && now - start >= QUIET_NANOS) {
          showRows();
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
