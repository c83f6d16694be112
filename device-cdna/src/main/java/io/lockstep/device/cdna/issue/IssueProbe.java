package io.lockstep.device.cdna.issue;

import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;

/**
 * Observes issued instructions. This class does nothing and is the only one loaded without
 * observers, so that calls can be inlined.
 */
class IssueProbe {
  static final IssueProbe NONE = new IssueProbe();

  /** The critical path, or null if not requested. */
  Path path(int w) {
    return null;
  }

  /** It may issue from a tick on. */
  void starts(int w, int row, long ready) {}

  /** It continues after a barrier. */
  void passes(int w, int row, long ready) {}

  /** A wait instruction is satisfied. */
  void waited(int w, WaitCounters counters, int instruction) {}

  /** At most {@code allowed} operations of a counter are outstanding. */
  void waited(int w, CompletionRing ring, int allowed) {}

  /** A finished wavefront has no outstanding operation left. */
  void waitedForAll(int w, WaitCounters counters) {}

  /** It depends on another path too. */
  void needs(int w, Path other) {}

  /** It has its turn. */
  void turn(int w, int i, long t) {}

  /** It has its turn after a unit was busy until a tick. */
  void held(int w, int i, long until, PathResource by, long t) {}

  /** It gets the vector ALU, busy until a tick, maybe with the same wavefront. */
  void vector(int s, int w, long until) {}

  /** It has issued and may issue again from {@code ready} on. */
  void issued(int w, int i, long t, long ready) {}
}
