// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.stream;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.study.Study;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.point.PointRequests;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.Schedulable;
import io.lockstep.study.work.LaneListener;
import io.lockstep.study.work.PointComputer;
import io.lockstep.study.work.WorkQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/**
 * Computes points that arrive as lines, and answers each with one line as soon as it is done, while
 * further lines are read. The error of a line affects no other line. Equal points that are under
 * way at the same time are computed once.
 *
 * <p>A bounded number of points is under way, so memory is bounded whatever the length of the
 * input. Use once; {@link #count} and {@link #close} are thread-safe.
 */
public final class PointStream {
  /** Maximum number of lines that have been read and not answered. */
  private static final int MOST_OPEN = 4096;

  /** Ends the work because the answers are no longer read. */
  private static final class Unread extends RuntimeException {
    Unread() {
      super("the answers are not read", null, false, false);
    }
  }

  /** A point under way, and its index among all lines that are answered. */
  private record Asked(long index, PointLine line, Request request) implements Schedulable {
    @Override
    public ProgramKey program() {
      return request.program();
    }

    @Override
    public String device() {
      return request.spec().id();
    }
  }

  /** Equal requests whose overrides are spelled alike, since refusals quote the spelling. */
  private record Same(Request request, SortedMap<String, String> spelled) {
    Same(Request request) {
      this(request, request.spec().overrides());
    }
  }

  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final StudyOptions options;
  private final AnswerLines answers;
  private final WorkQueue<Asked> queue = WorkQueue.open();
  private final Semaphore open = new Semaphore(MOST_OPEN);
  private final Map<Same, List<Asked>> asked = new HashMap<>(); // lookup only
  private RuntimeException unreadable; // why the input ended early, or null

  /**
   * Creates a stream.
   *
   * @param options options of each point, workers and the store of results; {@code strict} is
   *     ignored
   * @param kept patterns of the statistics that answers have; empty for all
   * @param sink receives each answer with its line feed, one at a time, on any thread; returns
   *     false if the reader is gone, which ends the work
   */
  public PointStream(
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      StudyOptions options,
      PointOrder order,
      List<String> kept,
      Predicate<String> sink) {
    this.catalogue = catalogue;
    this.frontends = frontends;
    this.options = options;
    answers = new AnswerLines(order, kept, sink, open::release);
  }

  /**
   * Answers all lines of an input, then returns.
   *
   * @throws InputException if the input cannot be read to its end; the lines before are answered
   * @throws io.lockstep.io.OutputException if a result or an execution cannot be stored
   */
  public void run(PointLines lines) {
    Thread reader = new Thread(() -> read(lines), "lockstep-points");
    reader.setDaemon(true); // it may wait for input that never comes
    reader.start();
    try (Study study = new Study(catalogue, frontends, options)) {
      study.run(
          queue,
          Asked::request,
          new LaneListener<>() {
            @Override
            public void computed(Asked point, PointComputer.Computed computed) {
              answer(point, computed.result());
            }
          });
    } catch (Unread e) {
      return;
    } finally {
      answers.close(); // the reader's thread may go on for a moment
    }
    synchronized (asked) {
      if (unreadable != null) {
        throw unreadable;
      }
    }
  }

  private void read(PointLines lines) {
    try {
      PointRequests requests = new PointRequests(catalogue);
      long index = 0;
      for (Optional<PointLine> line = lines.next(); line.isPresent(); line = lines.next()) {
        open.acquire();
        if (answers.isClosed()) {
          queue.endAfter(-1);
          break;
        }
        ask(index++, line.get(), requests);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      synchronized (asked) {
        unreadable = e;
      }
    } finally {
      queue.close();
    }
  }

  private void ask(long index, PointLine line, PointRequests requests) {
    Request request = null;
    String error = line.error();
    if (error.isEmpty()) {
      try {
        request = requests.apply(line.point());
        error = request.problem();
      } catch (InputException e) {
        error = e.getMessage();
      }
    }
    if (!error.isEmpty()) {
      answers.error(index, line, error);
      return;
    }
    Asked point = new Asked(index, line, request);
    synchronized (asked) {
      List<Asked> equal = asked.get(new Same(request));
      if (equal != null) {
        equal.add(point);
        return;
      }
      asked.put(new Same(request), new ArrayList<>(List.of(point)));
    }
    queue.add(point);
  }

  private void answer(Asked point, RunResult result) {
    List<Asked> equal;
    synchronized (asked) {
      equal = asked.remove(new Same(point.request()));
    }
    for (Asked one : equal) {
      if (result.failure() == Failure.INPUT) {
        answers.error(one.index(), one.line(), result.message());
      } else {
        answers.result(one.index(), one.line(), result);
      }
    }
    if (answers.isClosed()) {
      throw new Unread();
    }
  }

  /** Returns the numbers of answers so far. */
  public StreamCount count() {
    return answers.count();
  }

  /** Writes no more answers, and completes the one that is being written. */
  public void close() {
    answers.close();
  }
}
