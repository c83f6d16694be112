// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;

/**
 * Records critical paths of a compute unit's wavefronts: a clause depends on the wavefront's
 * previous clause, on the memory responses that it awaits, on space in the memory unit, and on
 * arbitration for the port. Created only when critical paths are requested.
 */
final class ClausePaths extends ClauseProbe {
  private final WavefrontPaths paths;
  private final MemoryUnit memory;
  private final Path[] answered; // by wavefront: the latest response
  private Path roomMade;

  private ClausePaths(WavefrontPaths paths, MemoryUnit memory, int wavefronts) {
    this.paths = paths;
    this.memory = memory;
    answered = new Path[wavefronts];
  }

  static ClauseProbe of(WavefrontPaths wanted, MemoryUnit memory, int wavefronts) {
    return new ClausePaths(wanted, memory, wavefronts);
  }

  @Override
  void starts(int w, long until) {
    answered[w] = null;
    paths.to(w, until, PathResource.DISPATCH, Path.NO_ROW);
  }

  @Override
  void passes(int w, long until, int row) {
    paths.to(w, until, PathResource.BARRIER, row);
  }

  @Override
  void lands(int w, long tick) {
    paths.needs(w, answered[w]);
    paths.to(w, tick, PathResource.FIRST_LEVEL, paths.at(w).row());
  }

  @Override
  void wants(int w, long from, int row) {
    paths.to(w, from, PathResource.DEPENDENCY, row);
  }

  @Override
  void alu(int w, long start, long issued, long end, int row, int local) {
    paths.to(w, start, PathResource.PORT, row);
    paths.to(w, issued, PathResource.ISSUE, row);
    paths.to(w, end, PathResource.LOCAL_MEMORY, local);
  }

  @Override
  void accepts() {
    roomMade = memory.cause();
  }

  @Override
  void turn(int w, long tick, int row) {
    paths.needs(w, roomMade);
    paths.to(w, tick, PathResource.PORT, row);
    memory.issuer(paths.at(w));
  }

  @Override
  void forgetsAnswers(int w) {
    answered[w] = null;
  }

  @Override
  void answers(int w, long tick, int token) {
    if (tick != MemoryUnit.PENDING) {
      Path data = memory.path(token);
      answers(w, (data == null ? paths.at(w) : data).to(tick, PathResource.FIRST_LEVEL));
    }
  }

  @Override
  void answered(int w, int token) {
    answers(w, memory.path(token));
  }

  @Override
  void local(int w, long tick) {
    answers(w, paths.at(w).to(tick, PathResource.LOCAL_MEMORY));
  }

  private void answers(int w, Path path) {
    answered[w] = Path.later(answered[w], path);
  }

  @Override
  void issued(int w, long until, int row) {
    paths.to(w, until, PathResource.ISSUE, row);
  }
}
