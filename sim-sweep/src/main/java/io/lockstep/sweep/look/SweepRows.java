package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.run.RunResult;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.point.Plan;
import io.lockstep.sweep.store.index.SweepStore;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * All points of a sweep with their outcomes, in the plan's order. Only requested statistics and
 * parameter defaults are kept: a million points take some hundred megabytes. Immutable once read.
 */
public final class SweepRows {
  private final Plan plan;
  private final Kept[] kept;
  private final RowNames names;
  private final Labels labels;

  private SweepRows(Plan plan, Kept[] kept, RowNames names) {
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
   * Reads the rows.
   *
   * @param store of the sweep, with an up-to-date index
   * @param plan its points
   * @param asked names used by expressions
   * @return the rows
   */
  public static SweepRows read(SweepStore store, Plan plan, Collection<String> asked) {
    return read(store, plan, asked, (point, result) -> {});
  }

  /**
   * Reads the rows.
   *
   * @param store of the sweep, with an up-to-date index
   * @param plan its points
   * @param asked names used by expressions
   * @param more receives each result, by point
   * @return the rows
   */
  static SweepRows read(
      SweepStore store, Plan plan, Collection<String> asked, BiConsumer<Integer, RunResult> more) {
    RowNames names = new RowNames(asked, new LetNames(plan.formulas()));
    Kept[] kept = new Kept[Math.toIntExact(plan.size())];
    Map<String, String> messages = new HashMap<>(); // looked up only: many are the same
    store.rows(
        columns -> {},
        outcome -> {
          RunResult result = outcome.result();
          int point = (int) outcome.point();
          names.see(result);
          kept[point] =
              new Kept(
                  result,
                  messages.computeIfAbsent(result.message(), m -> m),
                  names.parameters(result),
                  names.statistics(result));
          more.accept(point, result);
        });
    return new SweepRows(plan, kept, names);
  }

  /**
   * Visits all points in order, also those without a row.
   *
   * @param to receives each
   */
  public void forEach(Consumer<PointRow> to) {
    for (Point point : plan) {
      to.accept(new PointRow(point, labels.of(point.workload()), kept[(int) point.index()], names));
    }
  }

  /** Whether an expression reads a name, itself or by names of {@code let}. */
  boolean reads(Expression expression, String name) {
    return names.closure(expression.names()).contains(name);
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
   * @param expression to be evaluated
   * @throws InputException with the nearest valid name
   */
  public void check(Expression expression) {
    names.check(expression);
  }

  /**
   * Refuses a name that no row has.
   *
   * @param where what names it, for the message
   * @param name a parameter, a figure, a statistic
   * @throws InputException with the nearest valid name
   */
  public void check(String where, String name) {
    names.check(where, name);
  }
}
