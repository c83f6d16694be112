// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.Arrays;
import java.util.List;

/**
 * Tracks the critical paths of work-groups and of their completion notices. The path of a group
 * continues from the latest of the launch, the dispatch of the preceding group, and the end of a
 * group that made room.
 */
final class DispatchPaths {
  private final List<WavefrontPaths> units;
  private final Path[] freed; // by unit: path of the last report
  private final Path[] freedDomain;
  private Path first;
  private Path sent;
  private Path reported;
  private Path drained;
  private Path end;

  DispatchPaths(List<WavefrontPaths> units, int domains) {
    this.units = units;
    freed = new Path[units.size()];
    freedDomain = new Path[domains];
  }

  /** Begins a launch at {@code tick}; its first group leaves at {@code start}. */
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

  void drains(int unit, long arrival) {
    units.get(unit).groups.send(arrival, Path.later(first, reported));
  }

  void drained(long now) {
    end = Path.later(first, drained).to(now, PathResource.DISPATCH, Path.NO_ROW);
  }

  /** Ends the launch. The time since all units drained is attributed to the second-level cache. */
  void finishes(long now) {
    end = end.to(now, PathResource.L2, Path.NO_ROW);
  }

  Path end() {
    return end;
  }
}
