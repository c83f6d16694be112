package io.lockstep.parts.dispatch;

import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.Arrays;
import java.util.List;

/**
 * The critical paths of work-groups on their way out and of reports on their way back: a group
 * leaves when the launch has begun, the group before it has left, and a group whose room it needs
 * has ended; whichever came last. There is one only where paths are wanted. Not thread-safe.
 */
final class DispatchPaths {
  private final List<WavefrontPaths> units;
  private final Path[] freed; // by unit: the last report
  private final Path[] freedDomain;
  private Path first;
  private Path sent;
  private Path reported;
  private Path drained;
  private Path end;

  /**
   * @param domains of units that share a limit
   */
  DispatchPaths(List<WavefrontPaths> units, int domains) {
    this.units = units;
    freed = new Path[units.size()];
    freedDomain = new Path[domains];
  }

  /** A launch begins at a tick; its first group leaves at another. */
  void begin(LaunchPlan plan, long tick, long start) {
    int rows = plan.code().origins().map(CodeOrigins::rows).orElse(0);
    first = Path.start(tick, rows).to(start, PathResource.LAUNCH);
    sent = null;
    reported = null;
    drained = null;
    end = null;
    Arrays.fill(freed, null);
    Arrays.fill(freedDomain, null);
  }

  /** A group leaves for a unit. */
  void sends(int unit, int domain, long now, long arrival) {
    Path room = Path.later(freed[unit], freedDomain.length > 1 ? freedDomain[domain] : null);
    Path last = Path.later(Path.later(first, room), sent);
    PathResource why =
        last == sent
            ? PathResource.DISPATCH_RATE
            : last == room ? PathResource.DISPATCH : PathResource.LAUNCH;
    sent = last.to(now, why, Path.NO_ROW);
    units.get(unit).groups.send(arrival, sent);
  }

  /** A unit reports the end of a group, or that it has drained. */
  void reported(int unit, int domain, boolean isDrained, long now) {
    Path path = units.get(unit).reports.take().to(now, PathResource.DISPATCH, Path.NO_ROW);
    if (isDrained) {
      drained = Path.later(drained, path);
      return;
    }
    freed[unit] = path;
    freedDomain[domain] = path;
    reported = Path.later(reported, path);
  }

  /** A unit is asked to drain: the last group has ended. */
  void drains(int unit, long arrival) {
    units.get(unit).groups.send(arrival, Path.later(first, reported));
  }

  /** All units have drained. */
  void drained(long now) {
    end = Path.later(first, drained).to(now, PathResource.DISPATCH, Path.NO_ROW);
  }

  /** The launch has ended: what came after the draining was the second level's. */
  void finishes(long now) {
    end = end.to(now, PathResource.L2, Path.NO_ROW);
  }

  /** The path of the launch; null before its end. */
  Path end() {
    return end;
  }
}
