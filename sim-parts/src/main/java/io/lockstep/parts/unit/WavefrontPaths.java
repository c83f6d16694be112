// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathLane;
import io.lockstep.spi.path.PathResource;
import java.util.Arrays;

/**
 * The critical paths of the wavefronts of a compute unit. A unit's issue logic reports the
 * resources on which a wavefront spent time ({@link #to}) and its dependencies ({@link #needs});
 * unreported time is not attributed. Forwards calls to a timeline. Exists only if paths are
 * requested. Not thread-safe.
 */
public final class WavefrontPaths extends UnitProbe {
  /** Paths of the work-groups in transit to the unit. */
  public final PathLane groups = new PathLane();

  /** Paths of the reports in transit to the dispatcher. */
  public final PathLane reports = new PathLane();

  private final Path[] path;
  private Path received; // path of the dispatcher's last message
  private UnitProbe timeline = NONE;

  WavefrontPaths(int wavefronts) {
    path = new Path[wavefronts];
  }

  /** Sets the timeline; returns this as a probe, so that callers load no subclass. */
  UnitProbe before(UnitProbe next) {
    timeline = next;
    return this;
  }

  @Override
  void begin() {
    Arrays.fill(path, null);
    received = null;
  }

  /**
   * {@return the path of a resident wavefront}
   *
   * @param wavefront slot of the wavefront
   */
  public Path at(int wavefront) {
    return path[wavefront];
  }

  /**
   * Extends a wavefront's path to a tick.
   *
   * @param wavefront slot of the wavefront
   * @param tick new end of the path; ignored if it is not after the current end
   * @param spent resource on which the time was spent
   * @param row row of the code to which the time is attributed, or {@link Path#NO_ROW}
   */
  public void to(int wavefront, long tick, PathResource spent, int row) {
    path[wavefront] = path[wavefront].to(tick, spent, row);
  }

  /**
   * Adds a dependency: if it ends later than the wavefront's path, the path continues from it.
   *
   * @param wavefront slot of the wavefront
   * @param other path of the dependency, or null if unknown
   */
  public void needs(int wavefront, Path other) {
    path[wavefront] = Path.later(path[wavefront], other);
  }

  @Override
  void receives(long tick) {
    received = groups.take().to(tick, PathResource.DISPATCH);
  }

  @Override
  void groupStarts(int group, long id, int waves, long tick) {
    timeline.groupStarts(group, id, waves, tick);
  }

  @Override
  void groupEnds(int group, long tick) {
    timeline.groupEnds(group, tick);
  }

  @Override
  void waveStarts(int wave, int group, int number, long tick) {
    path[wave] = received;
    timeline.waveStarts(wave, group, number, tick);
  }

  @Override
  void waveEnds(int wave, long tick) {
    to(wave, tick, PathResource.UNTOLD, path[wave].row());
    timeline.waveEnds(wave, tick);
  }

  @Override
  void waits(int wave, long tick) {
    to(wave, tick, PathResource.UNTOLD, path[wave].row());
    timeline.waits(wave, tick);
  }

  @Override
  void goesOn(int wave, int last, long tick) {
    path[wave] = path[last];
    timeline.goesOn(wave, last, tick);
  }

  @Override
  Path drains() {
    return received;
  }

  @Override
  Path ended(int wave) {
    return path[wave];
  }

  @Override
  void reports(long arrival, Path path) {
    reports.send(arrival, path);
  }
}
