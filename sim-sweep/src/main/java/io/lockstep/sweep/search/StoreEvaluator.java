// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.study.point.Point;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.point.Plan;
import io.lockstep.sweep.point.PointLimits;
import io.lockstep.sweep.store.SegmentReader;
import io.lockstep.sweep.store.Segments;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Driver;
import io.lockstep.sweep.work.Range;
import io.lockstep.sweep.work.SweepPart;
import io.lockstep.sweep.work.WorkOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Computes points in a sweep folder, by threads or processes, and stores the results durably.
 * Points in the folder that an earlier search has computed are reused. {@link #stop} is
 * thread-safe, the other methods are not.
 */
public final class StoreEvaluator implements SearchEvaluator {
  private final SweepFolder sweep;
  private final Plan what; // supplies the limits and the statistics to keep
  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final WorkOptions options;
  private final Map<Long, PointOutcome> known = new HashMap<>(); // lookup only; by point index
  // Lookup only; bytes read so far by segment.
  private final Map<Path, Long> examined = new HashMap<>();
  private volatile Driver driver; // driver of the points being computed, or null
  private volatile boolean stopped;
  private int violations;

  /**
   * @param what plan that supplies the limits and stored statistics of all points
   */
  public StoreEvaluator(
      SweepFolder sweep,
      Plan what,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      WorkOptions options) {
    this.sweep = sweep;
    this.what = what;
    this.catalogue = catalogue;
    this.frontends = List.copyOf(frontends);
    this.options = options;
    read();
  }

  @Override
  public List<PointOutcome> evaluate(List<Point> points) {
    if (!known.keySet().containsAll(points.stream().map(Point::index).toList())) {
      compute(points);
      read();
    }
    List<PointOutcome> outcomes = new ArrayList<>();
    for (Point point : points) {
      PointOutcome outcome = known.get(point.index());
      if (outcome == null) {
        return List.of(); // the work was stopped
      }
      requireSame(point, outcome);
      outcomes.add(outcome);
    }
    return outcomes;
  }

  private void compute(List<Point> points) {
    if (stopped) {
      return;
    }
    List<Range> ranges =
        List.of(new Range(points.get(0).index(), points.get(points.size() - 1).index()));
    Driver next =
        new Driver(
            sweep,
            new Together(points, what),
            SweepPart.of("search", ranges),
            catalogue,
            frontends,
            options);
    driver = next;
    if (stopped) {
      return;
    }
    next.run();
    stopped |= next.isCancelled();
    violations += next.violations();
    driver = null;
  }

  /** Reads the outcomes appended to segments since the last call. */
  private void read() {
    for (Path segment : Segments.of(sweep)) {
      long from = examined.getOrDefault(segment, 0L);
      try (SegmentReader reader =
          new SegmentReader(
              sweep, segment, from, damage -> options.notes().accept(damage.text()))) {
        while (reader.advance()) {
          PointOutcome outcome = reader.outcome();
          if (outcome != null && outcome.isDone() && !options.existing().isOld(outcome.build())) {
            known.merge(outcome.point(), outcome, StoreEvaluator::better);
          }
        }
        examined.put(segment, reader.examined());
      }
    }
  }

  /** Prefers the later revision, then a repeatable outcome to one that depends on this machine. */
  private static PointOutcome better(PointOutcome one, PointOutcome other) {
    if (one.revision() != other.revision()) {
      return one.revision() > other.revision() ? one : other;
    }
    return one.isRepeatable() ? one : other;
  }

  private void requireSame(Point point, PointOutcome outcome) {
    boolean same =
        outcome.result().device().equals(point.device())
            && outcome.result().overrides().keySet().equals(point.settings().keySet());
    if (!same && outcome.result().isSimulated()) {
      throw new InputException(
          sweep.root().toString(),
          "point "
              + point.index()
              + " was another one when it was computed, by another version of"
              + " Lockstep or from files that were changed; name another folder");
    }
  }

  /** Stops the work; points being computed stay missing. Thread-safe. */
  public void stop() {
    stopped = true;
    Driver current = driver;
    if (current != null) {
      current.stop();
    }
  }

  /** Returns the number of points whose trace differed from other points of the same program. */
  public int violations() {
    return violations;
  }

  /** The points of one batch of a search, as a plan. */
  private record Together(List<Point> points, Plan what) implements Plan {
    @Override
    public long size() {
      return points.size();
    }

    @Override
    public Iterator<Point> iterator(long first) {
      return points.iterator();
    }

    @Override
    public PointLimits limits() {
      return what.limits();
    }

    @Override
    public List<String> kept() {
      return what.kept();
    }
  }
}
