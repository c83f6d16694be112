// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;

/**
 * Observes the instructions that a compute unit issues. This base class ignores all calls. Without
 * observers it is the only loaded implementation, so that its methods can be inlined; {@link
 * IssuePaths} records critical paths.
 */
class IssueProbe {
  static final IssueProbe NONE = new IssueProbe();

  /** Returns the critical path of a wavefront; null if paths are not requested. */
  Path path(int w) {
    return null;
  }

  /** Called when a wavefront starts, with the tick from which it may issue. */
  void starts(int w, int row, long ready) {}

  /** Called when a wavefront passes a barrier, with the tick from which it may issue. */
  void passes(int w, int row, long ready) {}

  /** Called when a wait instruction of a wavefront is satisfied. */
  void waited(int w, WaitCounters counters, int instruction) {}

  /** Called after a wait until a counter had at most {@code allowed} outstanding operations. */
  void waited(int w, CompletionRing ring, int allowed) {}

  /** Called when a finished wavefront has waited for all its outstanding operations. */
  void waitedForAll(int w, WaitCounters counters) {}

  /** Called when a wavefront depends on another path in addition to its previous instruction. */
  void needs(int w, Path other) {}

  void turn(int w, int i, long t) {}

  /** Called when an instruction issues after a unit was busy until a given tick. */
  void held(int w, int i, long until, PathResource by, long t) {}

  /**
   * Called when a wavefront gets the vector ALU.
   *
   * @param until tick until which the ALU was busy, possibly with the same wavefront
   */
  void vector(int s, int w, long until) {}

  /** Called after an issue, with the tick from which the wavefront may issue again. */
  void issued(int w, int i, long t, long ready) {}
}
