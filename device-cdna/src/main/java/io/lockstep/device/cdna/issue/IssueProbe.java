package io.lockstep.device.cdna.issue;

import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;

/**
 * Observes the instructions that a compute unit issues. This class ignores them all, and is all
 * that is loaded where nothing is observed, so its calls cost nothing; {@link IssuePaths} records
 * critical paths.
 */
class IssueProbe {
  /** Observes nothing. */
  static final IssueProbe NONE = new IssueProbe();

  /** The critical path of a wavefront; null if none is wanted. */
  Path path(int w) {
    return null;
  }

  /** A wavefront starts, and may issue from a tick on. */
  void starts(int w, int row, long ready) {}

  /** A wavefront goes on after a barrier from a tick on. */
  void passes(int w, int row, long ready) {}

  /** A wavefront has waited for what its wait instruction names. */
  void waited(int w, WaitCounters counters, int instruction) {}

  /** A wavefront has waited until only so many operations of a counter are under way. */
  void waited(int w, CompletionRing ring, int allowed) {}

  /** A wavefront whose code is done has waited for all that it had under way. */
  void waitedForAll(int w, WaitCounters counters) {}

  /** A wavefront needs something else than its last instruction, too. */
  void needs(int w, Path other) {}

  /** A wavefront has its turn. */
  void turn(int w, int i, long t) {}

  /** The same, of a unit that did not take anything before a tick. */
  void held(int w, int i, long until, PathResource by, long t) {}

  /** A wavefront has the vector ALU, which was held until a tick; perhaps by itself. */
  void vector(int s, int w, long until) {}

  /** A wavefront has issued, and may issue its next one from a tick on. */
  void issued(int w, int i, long t, long ready) {}
}
