package io.lockstep.parts.unit;

import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathLane;
import io.lockstep.spi.path.PathResource;
import java.util.Arrays;

/**
 * The critical paths of the wavefronts of a compute unit. A unit's issue logic reports how a
 * wavefront's time was spent ({@link #to}) and its dependencies ({@link #needs}); unreported time
 * is not attributed. Exists only if paths are requested. Not thread-safe.
 */
public final class WavefrontPaths {
  /** Work-groups in transit to the unit. */
  public final PathLane groups = new PathLane();

  /** Reports in transit to the dispatcher. */
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

  /** Begins a launch. */
  void begin() {
    Arrays.fill(path, null);
    draining = null;
  }

  /**
   * {@return the path of a resident wavefront}
   *
   * @param wavefront its slot
   */
  public Path at(int wavefront) {
    return path[wavefront];
  }

  /**
   * Extends a wavefront's path to a tick.
   *
   * @param wavefront its slot
   * @param tick no time is added if it is not after the path's
   * @param spent the resource
   * @param row of the code that it counts for, or {@link Path#NO_ROW}
   */
  public void to(int wavefront, long tick, PathResource spent, int row) {
    path[wavefront] = path[wavefront].to(tick, spent, row);
  }

  /**
   * Adds a dependency of a wavefront: if it came later than the wavefront's own path, the path
   * leads through it.
   *
   * @param wavefront its slot
   * @param other path of the dependency, or null if unknown
   */
  public void needs(int wavefront, Path other) {
    path[wavefront] = Path.later(path[wavefront], other);
  }

  /** A wavefront starts with its group. */
  void starts(int wavefront, Path group) {
    path[wavefront] = group;
  }

  /** A wavefront continues because another one has arrived or ended. */
  void follows(int wavefront, int last) {
    path[wavefront] = path[last];
  }

  /** Draining begins. */
  void drains(Path asked) {
    draining = asked;
  }

  /** The path from which draining began. */
  Path draining() {
    return draining;
  }
}
