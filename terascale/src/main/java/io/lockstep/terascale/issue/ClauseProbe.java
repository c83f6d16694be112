package io.lockstep.terascale.issue;

/**
 * Observes clauses. This class does nothing and is the only one loaded without observers, so that
 * calls can be inlined.
 */
class ClauseProbe {
  static final ClauseProbe NONE = new ClauseProbe();

  void starts(int w, long until) {}

  /** It continues after the barrier at a block's end. */
  void passes(int w, long until, int row) {}

  /** Awaited data has arrived. */
  void lands(int w, long tick) {}

  /** It requests a port for its next clause. */
  void wants(int w, long from, int row) {}

  /** Bundles issue from {@code start} to {@code issued}; local memory is busy until {@code end}. */
  void alu(int w, long start, long issued, long end, int row, int local) {}

  void accepts() {}

  /** It has the fetch or store port for an operation; recorded answers are kept. */
  void turn(int w, long tick, int row) {}

  /** A new clause begins. */
  void forgetsAnswers(int w) {}

  /** An operation will be answered at a tick, possibly pending. */
  void answers(int w, long tick, int token) {}

  void answered(int w, int token) {}

  /** Local memory answers at a tick. */
  void local(int w, long tick) {}

  /** An operation has issued; the port is free at {@code until}. */
  void issued(int w, long until, int row) {}
}
