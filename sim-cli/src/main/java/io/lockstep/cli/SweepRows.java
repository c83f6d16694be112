package io.lockstep.cli;

import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The rows of a sweep as far as it has come. Thread-safe, but one thread runs points. */
final class SweepRows {
  private final Runner runner;
  private final List<RunResult> done = new ArrayList<>();
  private boolean running; // a point, whose rows are not among those above

  SweepRows(Runner runner) {
    this.runner = runner;
  }

  /** Runs a point. */
  void run(Function<Runner, List<RunResult>> point) {
    synchronized (this) {
      runner.begin();
      running = true;
    }
    List<RunResult> rows = point.apply(runner);
    synchronized (this) {
      done.addAll(rows);
      running = false;
    }
  }

  /** What there is: of the point that is under way those that are not done as interrupted. */
  synchronized List<RunResult> standing() {
    List<RunResult> all = new ArrayList<>(done);
    if (running) {
      all.addAll(runner.standing());
    }
    return all;
  }
}
