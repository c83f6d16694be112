// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.Arrays;

/**
 * Records critical paths of wavefronts: an instruction depends on the wavefront's previous
 * instruction, on the operations that a wait instruction covers, and on arbitration for the unit.
 * Created only when critical paths are requested.
 */
final class IssuePaths extends IssueProbe {
  private final WavefrontPaths paths;
  private final int[] holder; // by SIMD: the last wavefront that used the vector ALU
  private final int visit;

  private IssuePaths(WavefrontPaths paths, int simds, int visit) {
    this.paths = paths;
    this.visit = visit;
    holder = new int[simds];
    Arrays.fill(holder, -1);
  }

  static IssueProbe of(WavefrontPaths wanted, int simds, int visit) {
    return new IssuePaths(wanted, simds, visit);
  }

  @Override
  Path path(int w) {
    return paths.at(w);
  }

  @Override
  void starts(int w, int row, long ready) {
    paths.to(w, ready, PathResource.DISPATCH, row);
  }

  @Override
  void passes(int w, int row, long ready) {
    paths.to(w, ready, PathResource.BARRIER, row);
  }

  @Override
  void waited(int w, WaitCounters counters, int instruction) {
    paths.needs(w, counters.path(w, instruction));
  }

  @Override
  void waited(int w, CompletionRing ring, int allowed) {
    paths.needs(w, ring.path(w, allowed));
  }

  @Override
  void waitedForAll(int w, WaitCounters counters) {
    paths.needs(w, counters.lastPath(w));
  }

  @Override
  void needs(int w, Path other) {
    paths.needs(w, other);
  }

  @Override
  void turn(int w, int i, long t) {
    paths.to(w, t, PathResource.PORT, i);
  }

  @Override
  void held(int w, int i, long until, PathResource by, long t) {
    paths.to(w, Math.min(until, t), by, i);
    turn(w, i, t);
  }

  @Override
  void vector(int s, int w, long until) {
    if (holder[s] == w) {
      paths.to(w, until, PathResource.ISSUE, paths.at(w).row());
    }
    holder[s] = w;
  }

  @Override
  void issued(int w, int i, long t, long ready) {
    turn(w, i, t);
    paths.to(w, Math.min(t + visit, ready), PathResource.ISSUE, i);
    paths.to(w, ready, PathResource.DEPENDENCY, i);
  }
}
