package io.lockstep.parts.unit;

import io.lockstep.parts.path.Path;
import io.lockstep.parts.path.PathLane;
import io.lockstep.parts.path.PathResource;
import java.util.Arrays;

/**
 * The critical paths of the wavefronts of a compute unit: what each needed to get where it is. A
 * unit's own issue logic says what a wavefront's time is spent on ({@link #to}) and whom it waited
 * for ({@link #needs}); what it does not say is not attributed. There is one only where paths are
 * wanted. Not thread-safe.
 */
public final class WavefrontPaths {
  /** Work-groups on their way to the unit. */
  public final PathLane groups = new PathLane();

  /** Reports on their way to the dispatcher. */
  public final PathLane reports = new PathLane();

  private final Path[] path;
  private Path draining;

  /**
   * Wavefronts that have not come.
   *
   * @param wavefronts slots
   */
  WavefrontPaths(int wavefronts) {
    path = new Path[wavefronts];
  }

  /** A launch begins. */
  void begin() {
    Arrays.fill(path, null);
    draining = null;
  }

  /**
   * {@return the path of a wavefront that is resident}
   *
   * @param wavefront its slot
   */
  public Path at(int wavefront) {
    return path[wavefront];
  }

  /**
   * A wavefront's path goes on to a tick, which it reaches at the earliest.
   *
   * @param wavefront its slot
   * @param tick where it is not beyond the path's, no time is added
   * @param spent what the time was spent on
   * @param row of the code that it counts to, or {@link Path#NO_ROW}
   */
  public void to(int wavefront, long tick, PathResource spent, int row) {
    path[wavefront] = path[wavefront].to(tick, spent, row);
  }

  /**
   * A wavefront needed something else too: if that came later than what it has needed so far, its
   * path leads through there from now on.
   *
   * @param wavefront its slot
   * @param other its path, or null where it is not known
   */
  public void needs(int wavefront, Path other) {
    path[wavefront] = Path.later(path[wavefront], other);
  }

  /** A wavefront comes with its group. */
  void starts(int wavefront, Path group) {
    path[wavefront] = group;
  }

  /** A wavefront goes on because another one has arrived or ended. */
  void follows(int wavefront, int last) {
    path[wavefront] = path[last];
  }

  /** The unit is asked to drain. */
  void drains(Path asked) {
    draining = asked;
  }

  /** What draining began with. */
  Path draining() {
    return draining;
  }
}
