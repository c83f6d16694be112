// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.observe.Observation;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.SharedProgramSource;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * The devices of one call, simulated from the same records by one or more threads. With several
 * threads, the source runs ahead on a separate thread. The results do not depend on the number of
 * threads. An observed run uses one thread. An instance is used for one run only.
 */
final class DeviceBatch {
  private final Catalogue catalogue;
  private final List<Row> rows;
  private final List<Row> live; // rows that were not refused before the run
  private final RunOptions options;
  private final Watchdog watchdog;
  private final Observation observation;
  private LaunchEnds ends = LaunchEnds.UNKNOWN;
  private final int threads;

  /**
   * @param rows one row per device, in the order of the results
   */
  DeviceBatch(
      Catalogue catalogue,
      List<Row> rows,
      RunOptions options,
      Watchdog watchdog,
      Observation observation) {
    this.catalogue = catalogue;
    this.rows = rows;
    this.options = options;
    this.watchdog = watchdog;
    this.observation = observation;
    threads = observation.isWatching() ? 1 : options.threads();
    live = rows.stream().filter(row -> !row.isDone()).toList();
  }

  /** Runs a program that was executed before. */
  void replay(RecordedExecution program) {
    new Workers(live, row -> Feed.ENDLESS, row -> row.probe(catalogue), watchdog).run(1);
    if (live.stream().anyMatch(Row::isNarrow)) {
      ends = program.ends(); // only now, because finding them may take a replay
    }
    try (ProgramSource first = program.replay()) {
      if (isOnePass(first.program()) && !options.sampling().isWanted()) {
        run(first, program);
      } else {
        runEach(program);
      }
    }
  }

  /** Returns whether devices read a program only once: it has neither warm-ups nor streams. */
  static boolean isOnePass(Program program) {
    return program.warmups() == 0 && !program.streams().any();
  }

  /**
   * Runs a program without warm-ups and streams, all devices from one source.
   *
   * @param source the program, at its beginning
   */
  void run(ProgramSource source, TraceSummary trace) {
    List<Row> all = unfinished();
    if (all.isEmpty()) {
      return;
    }
    Supplier<ProgramSource> none =
        () -> {
          throw new IllegalStateException("there is one pass");
        };
    if (threads > 1) {
      Workers[] workers = new Workers[1];
      try (SourceThread thread =
          new SourceThread(source, options.windowBytes(), all.size(), () -> workers[0].wake())) {
        Iterator<SourceThread.Cursor> cursors = thread.cursors().iterator();
        all.forEach(row -> row.source(cursors.next(), none));
        open();
        List<Row> opened = unfinished();
        workers[0] = new Workers(opened, Row::feed, row -> row.advance(trace), watchdog);
        thread.start();
        workers[0].run(Math.max(1, threads));
        if (watchdog.isOver()) {
          thread.giveUp();
        }
      } finally {
        close();
      }
      return;
    }
    if (all.size() == 1) {
      all.get(0).source(source, none);
    } else {
      Iterator<ProgramSource> cursors =
          new SharedProgramSource(source, options.windowBytes(), all.size()).consumers().iterator();
      all.forEach(row -> row.source(cursors.next(), none));
    }
    runOpened(trace);
  }

  /**
   * Runs a program that one device executes as it needs it.
   *
   * @param first the program, at its beginning
   * @param more opens the program for each pass after the first one
   */
  void runAlone(ProgramSource first, Supplier<ProgramSource> more, TraceSummary trace) {
    unfinished().forEach(row -> row.source(first, more));
    runOpened(trace);
  }

  /** Runs a program with warm-ups or streams: each device has its own replay. */
  private void runEach(RecordedExecution program) {
    unfinished().forEach(row -> row.source(program.replay(), program::replay));
    runOpened(program);
  }

  private void runOpened(TraceSummary trace) {
    try {
      open();
      new Workers(unfinished(), Row::feed, row -> row.advance(trace), watchdog).run(threads);
    } finally {
      close();
    }
  }

  /** Opens the devices in order, so that an error of the input is reported for the first device. */
  private void open() {
    List<Row> all = unfinished();
    int share = Math.max(1, threads / Math.max(1, all.size()));
    RunOptions own = options.withThreads(share);
    new Workers(
            all, row -> Feed.ENDLESS, row -> row.open(catalogue, ends, own, observation), watchdog)
        .run(1);
  }

  private List<Row> unfinished() {
    return live.stream().filter(row -> !row.isDone()).toList();
  }

  /** Closes all rows except abandoned ones, whose threads may still use them. */
  private void close() {
    for (Row row : rows) {
      if (!row.isAbandoned()) {
        row.close();
      }
    }
  }
}
