// SPDX-License-Identifier: Apache-2.0
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
 * All points of a sweep with their outcomes, in plan order. Only requested statistics and parameter
 * defaults are kept, so that a million points need some hundred megabytes. Immutable once read.
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
   * @param store store of the sweep, with an up-to-date index
   * @param asked names that expressions will read
   */
  public static SweepRows read(SweepStore store, Plan plan, Collection<String> asked) {
    return read(store, plan, asked, (point, result) -> {});
  }

  /** Reads the rows and passes each point's index and result to {@code more}. */
  static SweepRows read(
      SweepStore store, Plan plan, Collection<String> asked, BiConsumer<Integer, RunResult> more) {
    RowNames names = new RowNames(asked, new LetNames(plan.formulas()), store.relative());
    Kept[] kept = new Kept[Math.toIntExact(plan.size())];
    // never iterated; shares messages, since many are equal
    Map<String, String> messages = new HashMap<>();
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

  /** Passes each point to a consumer, in plan order, including points without a result. */
  public void forEach(Consumer<PointRow> to) {
    for (Point point : plan) {
      to.accept(new PointRow(point, labels.of(point.workload()), kept[(int) point.index()], names));
    }
  }

  /** Returns whether an expression reads a name, directly or through names of {@code let}. */
  boolean reads(Expression expression, String name) {
    return names.closure(expression.names()).contains(name);
  }

  public long size() {
    return kept.length;
  }

  public boolean hasStatistic(String name) {
    return names.hasStatistic(name);
  }

  /**
   * Throws if an expression reads a name that no row has.
   *
   * @throws InputException with the nearest valid name
   */
  public void check(Expression expression) {
    names.check(expression);
  }

  /**
   * Throws if no row has a name.
   *
   * @param where the option or position that uses the name, for the message
   * @param name a parameter, a figure or a statistic
   * @throws InputException with the nearest valid name
   */
  public void check(String where, String name) {
    names.check(where, name);
  }
}
