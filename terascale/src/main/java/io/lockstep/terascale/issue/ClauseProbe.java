// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

/**
 * Observes the clauses of a compute unit. This base class does nothing and is the only one loaded
 * when nothing is observed, so that its calls can be inlined; {@link ClausePaths} records critical
 * paths.
 */
class ClauseProbe {
  static final ClauseProbe NONE = new ClauseProbe();

  void starts(int w, long until) {}

  /** A wavefront continues after the barrier at the end of a block. */
  void passes(int w, long until, int row) {}

  /** The data that a wavefront waited for has arrived. */
  void lands(int w, long tick) {}

  /** A wavefront requests a port for its next clause from a tick on. */
  void wants(int w, long from, int row) {}

  /**
   * An ALU clause has its port: its bundles issue from {@code start} to {@code issued}, then the
   * banks of local memory are busy until {@code end}.
   */
  void alu(int w, long start, long issued, long end, int row, int local) {}

  void accepts() {}

  /** A wavefront has the fetch or store port for an operation; its recorded answers are kept. */
  void turn(int w, long tick, int row) {}

  /** Discards recorded answers, since a new clause begins. */
  void forgetsAnswers(int w) {}

  /** An operation is issued that is answered at a tick, possibly pending. */
  void answers(int w, long tick, int token) {}

  void answered(int w, int token) {}

  /** An operation on local memory is answered at a tick. */
  void local(int w, long tick) {}

  /** An operation has issued; its port is free from a tick on. */
  void issued(int w, long until, int row) {}
}
