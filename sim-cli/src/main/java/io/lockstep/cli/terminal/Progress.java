// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.observe.Meter;
import io.lockstep.study.StudyListener;
import io.lockstep.study.point.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows progress on standard error if this is a terminal. After the first second, a thread reads a
 * meter four times a second. Closing removes the line.
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
  private boolean over;

  public Progress() {
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

  private static String name(Request request) {
    return request.workload().name();
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
