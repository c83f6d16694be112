package io.lockstep.run;

import io.lockstep.observe.Observation;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.SharedProgramSource;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * The devices of one call: brought forward by a few threads, or one, from the same records. On
 * several, the source runs ahead on a thread of its own. Results are the same. Where something is
 * written down beside the results, one thread does it all. For one call of one of its run methods.
 */
final class DeviceBatch {
  private final Catalogue catalogue;
  private final String identity; // of the trace; null where it is not known yet
  private final List<Row> rows;
  private final List<Row> live; // those that are not refused from the start
  private final RunOptions options;
  private final Watchdog watchdog;
  private final Observation observation;
  private LaunchEnds ends = LaunchEnds.UNKNOWN;
  private final int threads;

  /**
   * @param rows one for each device, in the order of the results
   * @param identity of the trace; null if it is not known yet
   */
  DeviceBatch(
      Catalogue catalogue,
      List<Row> rows,
      String identity,
      RunOptions options,
      Watchdog watchdog,
      Observation observation) {
    this.catalogue = catalogue;
    this.identity = identity;
    this.rows = rows;
    this.options = options;
    this.watchdog = watchdog;
    this.observation = observation;
    threads = observation.isWatching() ? 1 : options.threads();
    live = rows.stream().filter(row -> !row.isDone()).toList();
  }

  /**
   * Runs a program that has been executed before.
   *
   * @param shown by that execution; computed only if a device's wavefronts may be too narrow
   */
  void replay(Supplier<ProgramSource> replay, Supplier<LaunchEnds> shown, TraceSummary trace) {
    new Workers(live, row -> Feed.ENDLESS, row -> row.probe(catalogue), watchdog).run(1);
    if (live.stream().anyMatch(Row::isNarrow)) {
      ends = shown.get();
    }
    try (ProgramSource first = replay.get()) {
      if (isOnePass(first.program()) && !observation.checkpoint().isWanted()) {
        run(first, trace);
      } else {
        runEach(replay, trace);
      }
    }
  }

  /** Whether devices go through a program once, and through no launch side by side. */
  static boolean isOnePass(Program program) {
    return program.warmups() == 0 && !program.streams().any();
  }

  /**
   * Runs a program without warm-ups, all devices from the same records.
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

  /** Runs a program with warm-ups or streams: each device replays it for itself. */
  private void runEach(Supplier<ProgramSource> replay, TraceSummary trace) {
    unfinished().forEach(row -> row.source(replay.get(), replay));
    runOpened(trace);
  }

  private void runOpened(TraceSummary trace) {
    try {
      open();
      new Workers(unfinished(), Row::feed, row -> row.advance(trace), watchdog).run(threads);
    } finally {
      close();
    }
  }

  /** One after the other; an error of the input is reported for the first. */
  private void open() {
    List<Row> all = unfinished();
    int share = Math.max(1, threads / Math.max(1, all.size()));
    RunOptions own = options.withThreads(share);
    new Workers(
            all,
            row -> Feed.ENDLESS,
            row -> row.open(catalogue, ends, own, observation, identity),
            watchdog)
        .run(1);
  }

  private List<Row> unfinished() {
    return live.stream().filter(row -> !row.isDone()).toList();
  }

  /** What is left open where the call has failed as a whole. */
  private void close() {
    for (Row row : rows) {
      if (!row.isAbandoned()) {
        row.close();
      }
    }
  }
}
