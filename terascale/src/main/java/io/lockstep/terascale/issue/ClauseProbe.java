package io.lockstep.terascale.issue;

/**
 * Observes the clauses of a compute unit. This class ignores them all, and is all that is loaded
 * where nothing is observed, so its calls cost nothing; {@link ClausePaths} records critical paths.
 */
class ClauseProbe {
  /** Observes nothing. */
  static final ClauseProbe NONE = new ClauseProbe();

  /** A wavefront has come, and begins at a tick. */
  void starts(int w, long until) {}

  /** A wavefront goes on after a barrier at the end of a block. */
  void passes(int w, long until, int row) {}

  /** The data that a wavefront waited for is there. */
  void lands(int w, long tick) {}

  /** A wavefront wants a port for its next clause from a tick on. */
  void wants(int w, long from, int row) {}

  /** An ALU clause has its port: from its start its bundles are issued, then its banks are busy. */
  void alu(int w, long start, long issued, long end, int row, int local) {}

  /** The memory unit takes instructions again. */
  void accepts() {}

  /** A wavefront has the fetch or store port for an operation; its answers so far stay. */
  void turn(int w, long tick, int row) {}

  /** Answers from here on are of a new clause. */
  void forgetsAnswers(int w) {}

  /** An operation's answer is known, or will be. */
  void answers(int w, long tick, int token) {}

  /** An operation's answer has come. */
  void answered(int w, int token) {}

  /** The answer of an operation on local memory comes at a tick. */
  void local(int w, long tick) {}

  /** An operation is issued, and its port free from a tick on. */
  void issued(int w, long until, int row) {}
}
