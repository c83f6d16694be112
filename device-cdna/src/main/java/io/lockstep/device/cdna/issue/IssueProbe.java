// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.issue;

import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;

/**
 * Observes the instructions that a compute unit issues. This base class does nothing and is the
 * only one loaded when nothing is observed, so that its calls can be inlined; {@link IssuePaths}
 * records critical paths.
 */
class IssueProbe {
  static final IssueProbe NONE = new IssueProbe();

  /** The critical path of a wavefront; null if paths are not requested. */
  Path path(int w) {
    return null;
  }

  /** A wavefront starts and may issue from a tick on. */
  void starts(int w, int row, long ready) {}

  /** A wavefront continues after a barrier from a tick on. */
  void passes(int w, int row, long ready) {}

  /** A wait instruction of a wavefront is satisfied. */
  void waited(int w, WaitCounters counters, int instruction) {}

  /** A wavefront has waited until a counter had at most {@code allowed} outstanding operations. */
  void waited(int w, CompletionRing ring, int allowed) {}

  /** A finished wavefront has waited for all its outstanding operations. */
  void waitedForAll(int w, WaitCounters counters) {}

  /** A wavefront depends on another path in addition to its previous instruction. */
  void needs(int w, Path other) {}

  void turn(int w, int i, long t) {}

  /** An instruction has its turn after a unit was busy until a tick. */
  void held(int w, int i, long until, PathResource by, long t) {}

  /**
   * A wavefront gets the vector ALU, which was busy until a tick, possibly with the same wavefront.
   */
  void vector(int s, int w, long until) {}

  /** A wavefront has issued and may issue its next instruction from a tick on. */
  void issued(int w, int i, long t, long ready) {}
}
