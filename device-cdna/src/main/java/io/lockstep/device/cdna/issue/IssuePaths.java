package io.lockstep.device.cdna.issue;

import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.Arrays;

/**
 * What the issue logic tells of the critical paths of its wavefronts: an instruction needs its
 * wavefront's last one, what a wait names, and its turn. There is one only where paths are wanted.
 * Not thread-safe.
 */
final class IssuePaths {
  private final WavefrontPaths paths;
  private final int[] holder; // of each SIMD's vector ALU, a wavefront
  private final int visit;

  IssuePaths(WavefrontPaths paths, int simds, int visit) {
    this.paths = paths;
    this.visit = visit;
    holder = new int[simds];
    Arrays.fill(holder, -1);
  }

  /** A wavefront needs something else than its last instruction, too. */
  void needs(int w, Path other) {
    paths.needs(w, other);
  }

  /** A wavefront has its turn. */
  void turn(int w, int i, long t) {
    paths.to(w, t, PathResource.PORT, i);
  }

  /** The same, of a unit that did not take anything before a tick. */
  void held(int w, int i, long until, PathResource by, long t) {
    paths.to(w, Math.min(until, t), by, i);
    turn(w, i, t);
  }

  /** A wavefront has the vector ALU, which was held until a tick; perhaps by itself. */
  void vector(int s, int w, long until) {
    if (holder[s] == w) {
      paths.to(w, until, PathResource.ISSUE, paths.at(w).row());
    }
    holder[s] = w;
  }

  /** A wavefront has issued, and may issue its next one from a tick on. */
  void issued(int w, int i, long t, long ready) {
    turn(w, i, t);
    paths.to(w, Math.min(t + visit, ready), PathResource.ISSUE, i);
    paths.to(w, ready, PathResource.DEPENDENCY, i);
  }
}
