package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.run.RunResult;
import io.lockstep.sweep.expression.Expression;
import io.lockstep.sweep.point.Plan;
import io.lockstep.sweep.point.Point;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.Outcome;
import io.lockstep.sweep.store.SegmentReader;
import io.lockstep.sweep.store.Segments;
import io.lockstep.sweep.store.SweepFolder;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * All points of a sweep with what stands of each, in the plan's order. Of statistics and defaults
 * of parameters those are kept that are asked for: a million points take some hundred megabytes.
 * Immutable once read.
 */
public final class SweepRows {
  private final Plan plan;
  private final Kept[] kept;
  private final FigureNames names;
  private final Labels labels;

  private SweepRows(Plan plan, Kept[] kept, FigureNames names) {
    this.plan = plan;
    this.kept = kept;
    this.names = names;
    Set<Path> files = new LinkedHashSet<>();
    for (Point point : plan) {
      files.add(point.workload());
      names.see(point);
    }
    labels = new Labels(files);
  }

  /**
   * Reads all segments.
   *
   * @param sweep the folder
   * @param plan its points
   * @param asked names of expressions that will be asked for
   * @param damages told of each place that is not believed; points there are missing
   * @return the rows
   */
  public static SweepRows read(
      SweepFolder sweep, Plan plan, Collection<String> asked, Consumer<Damage> damages) {
    return read(sweep, plan, asked, damages, (point, result) -> {});
  }

  /**
   * Reads all segments.
   *
   * @param sweep the folder
   * @param plan its points
   * @param asked names of expressions that will be asked for
   * @param damages told of each place that is not believed; points there are missing
   * @param standing told of each row that replaces what stood of its point
   * @return the rows
   */
  static SweepRows read(
      SweepFolder sweep,
      Plan plan,
      Collection<String> asked,
      Consumer<Damage> damages,
      BiConsumer<Integer, RunResult> standing) {
    FigureNames names = new FigureNames(asked);
    Kept[] kept = new Kept[Math.toIntExact(plan.size())];
    Map<String, String> messages = new HashMap<>(); // looked up only: many are the same
    for (Path segment : Segments.of(sweep)) {
      try (SegmentReader reader = new SegmentReader(sweep, segment, 0, damages)) {
        while (reader.advance()) {
          Outcome outcome = reader.outcome();
          if (outcome == null || !outcome.isDone() || outcome.point() >= kept.length) {
            continue;
          }
          RunResult result = outcome.result();
          names.see(result);
          String message = messages.computeIfAbsent(result.message(), m -> m);
          Kept row = new Kept(outcome, message, names.parameters(result), names.statistics(result));
          int at = (int) outcome.point();
          if (kept[at] == null || row.before(kept[at])) {
            kept[at] = row;
            standing.accept(at, result);
          }
        }
      }
    }
    return new SweepRows(plan, kept, names);
  }

  /**
   * Goes through all points in order, those without a row too.
   *
   * @param to told of each
   */
  public void forEach(Consumer<PointRow> to) {
    for (Point point : plan) {
      to.accept(new PointRow(point, labels.of(point.workload()), kept[(int) point.index()], names));
    }
  }

  /** {@return how many points there are} */
  public long size() {
    return kept.length;
  }

  /**
   * {@return whether a row has a statistic of this name}
   *
   * @param name of a statistic
   */
  public boolean hasStatistic(String name) {
    return names.hasStatistic(name);
  }

  /**
   * Refuses names that no row has.
   *
   * @param expression that is to be asked for
   * @throws InputException with the nearest name that there is
   */
  public void check(Expression expression) {
    names.check(expression);
  }

  /**
   * Refuses a name that no row has.
   *
   * @param where what names it, for the message
   * @param name a parameter, a figure, a statistic
   * @throws InputException with the nearest name that there is
   */
  public void check(String where, String name) {
    names.check(where, name);
  }
}
