// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.Quantity;
import io.lockstep.study.point.Point;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Iterates over the points of a block. Conditions are evaluated as soon as their axes are set, so
 * that excluded subtrees are skipped.
 */
final class PlanCursor {
  private final PlanBlock block;
  private final List<PlanAxis> axes;
  private final int conditional; // number of leading axes that conditions read
  private final int[] steps;
  private final long most;
  private final long whole; // number of points for each combination of the leading axes
  private final Map<String, Object> known = new HashMap<>();
  private long behind; // index of the current point in the current combination
  private long looked;

  /** Starts before the first point. */
  PlanCursor(PlanBlock block) {
    this(block, Long.MAX_VALUE);
  }

  /**
   * @param most maximum number of combinations to evaluate before the iteration ends
   */
  PlanCursor(PlanBlock block, long most) {
    this.block = block;
    this.most = most;
    axes = block.axes();
    conditional = block.conditional();
    steps = new int[axes.size()];
    whole = product(axes, conditional);
    behind = whole;
    if (conditional > 0) {
      steps[0] = -1;
    }
  }

  /** Returns the product of the axes' lengths from an index on, at most {@link Long#MAX_VALUE}. */
  static long product(List<PlanAxis> axes, int from) {
    long product = 1;
    for (PlanAxis axis : axes.subList(from, axes.size())) {
      if (Math.multiplyHigh(product, axis.length()) != 0 || product * axis.length() < 0) {
        return Long.MAX_VALUE;
      }
      product *= axis.length();
    }
    return product;
  }

  /** Returns the number of points for each combination that {@link #front} finds. */
  long whole() {
    return whole;
  }

  /** Returns the number of combinations evaluated so far, including excluded ones. */
  long looked() {
    return looked;
  }

  /**
   * Advances to the next combination of the leading axes that satisfies the conditions; returns
   * false after the last combination.
   */
  boolean front() {
    behind = 0;
    if (conditional == 0) {
      return looked++ == 0;
    }
    int depth = looked == 0 ? 0 : conditional - 1;
    while (depth >= 0) {
      steps[depth]++;
      known.clear();
      if (steps[depth] == axes.get(depth).length()) {
        depth--;
        continue;
      }
      looked++;
      if (looked > most) {
        return false;
      }
      if (!holds(depth)) {
        continue;
      }
      if (depth == conditional - 1) {
        return true;
      }
      depth++;
      steps[depth] = -1;
    }
    return false;
  }

  private boolean holds(int depth) {
    for (Expression condition : block.conditions(depth)) {
      if (!condition.holds(this::value)) {
        return false;
      }
    }
    return true;
  }

  /** Moves to a point of the current combination, by index from 0. */
  void behind(long index) {
    behind = index;
    known.clear();
    for (int axis = axes.size() - 1; axis >= conditional; axis--) {
      int length = axes.get(axis).length();
      steps[axis] = (int) (index % length);
      index /= length;
    }
  }

  boolean next() {
    if (looked > 0 && behind + 1 < whole) {
      behind(behind + 1);
      return true;
    }
    if (!front()) {
      return false;
    }
    behind(0);
    return true;
  }

  private String text(PlanBlock.Place place) {
    return axes.get(place.axis()).value(place.column(), steps[place.axis()]);
  }

  private Object value(String name) {
    Object value = known.get(name);
    if (value == null) {
      PlanBlock.Place place = block.names().get(name);
      if (place != null) {
        value = name.equals(PlanBlock.DEVICE) ? text(place) : Quantity.value(text(place));
      } else if (block.formulas().containsKey(name)) {
        value = block.formulas().get(name).value(this::value);
      } else {
        value = WorkloadFiles.stem(block.workload());
      }
      known.put(name, value);
    }
    return value;
  }

  Point point(long index) {
    SortedMap<String, String> parameters = new TreeMap<>();
    SortedMap<String, String> settings = new TreeMap<>();
    block.parameters().forEach((name, place) -> parameters.put(name, text(place)));
    block.settings().forEach((name, place) -> settings.put(name, text(place)));
    block.madeParameters().forEach(made -> parameters.put(made.name(), made(made)));
    block.madeSettings().forEach(made -> settings.put(made.name(), made(made)));
    String device = axes.get(block.devices()).value(0, steps[block.devices()]);
    int phase = Integer.parseInt(axes.get(axes.size() - 1).value(0, steps[axes.size() - 1]));
    return new Point(index, block.workload(), parameters, device, settings, phase);
  }

  private String made(PlanBlock.Made made) {
    Expression expression = made.how().expression();
    Object value = expression.value(this::value);
    if (!made.how().unit().isEmpty() && !(value instanceof Number)) {
      throw new InputException(
          expression.where(), "expected a number before the unit, found " + Expression.text(value));
    }
    return Expression.text(value) + made.how().unit();
  }
}
