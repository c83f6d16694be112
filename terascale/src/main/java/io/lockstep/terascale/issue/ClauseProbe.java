// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

/**
 * Observes the clauses of a compute unit. This base class ignores all calls. Without observers it
 * is the only loaded implementation, so that its methods can be inlined; {@link ClausePaths}
 * records critical paths.
 */
class ClauseProbe {
  static final ClauseProbe NONE = new ClauseProbe();

  void starts(int w, long until) {}

  /** Called when a wavefront continues after the barrier at the end of a block. */
  void passes(int w, long until, int row) {}

  /** Called when the data that a wavefront waited for has arrived. */
  void lands(int w, long tick) {}

  /** Called when a wavefront requests a port for its next clause, starting at a tick. */
  void wants(int w, long from, int row) {}

  /**
   * Called when an ALU clause issues.
   *
   * @param start first tick of issue
   * @param issued end of issue
   * @param end tick until which the banks of local memory are busy
   */
  void alu(int w, long start, long issued, long end, int row, int local) {}

  void accepts() {}

  /** Called when a wavefront gets the fetch or store port; recorded responses are kept. */
  void turn(int w, long tick, int row) {}

  /** Discards recorded responses because a new clause begins. */
  void forgetsAnswers(int w) {}

  /** Called when an operation is issued, with the possibly pending tick of its response. */
  void answers(int w, long tick, int token) {}

  void answered(int w, int token) {}

  /** Called when a local-memory operation is issued, with the tick of its response. */
  void local(int w, long tick) {}

  /** Called when an operation has issued, with the tick from which its port is free. */
  void issued(int w, long until, int row) {}
}
