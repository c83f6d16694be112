// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.expression.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects the values of an axis, then assigns each value its place on the axis. Numeric axes with
 * many values are divided into bins.
 */
final class AxisValues {
  private static final int MOST = 24;
  private static final int BINS = 8;
  private static final MathContext THREE = new MathContext(3);
  private static final Pattern DECIMAL = Pattern.compile("(\\*?)([0-9]+\\.[0-9]+)([A-Za-z/%]*)");

  private final String name;
  private final SweepAxis.Kind kind;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, Integer> places = new HashMap<>(); // never iterated
  private boolean everywhere = true;

  AxisValues(String name, SweepAxis.Kind kind) {
    this.name = name;
    this.kind = kind;
  }

  /** Records the value of a point; null if the point has none. */
  void see(String value) {
    if (value == null) {
      everywhere = false;
    } else {
      values.computeIfAbsent(value, AxisValues::quantity);
    }
  }

  /** Returns the sort key of a value; factors are sorted by their numbers. */
  private static Object quantity(String text) {
    Object factor = text.startsWith("*") ? Quantity.value(text.substring(1).strip()) : "";
    return factor instanceof Number ? factor : Quantity.value(text);
  }

  /** Formats a bound of a bin, with at most three significant digits for decimals. */
  private static String brief(String value) {
    Matcher parts = DECIMAL.matcher(value);
    return parts.matches()
        ? parts.group(1)
            + new BigDecimal(parts.group(2)).round(THREE).toPlainString()
            + parts.group(3)
        : value;
  }

  /** Returns whether points differ on this axis, by their values or by the lack of a value. */
  boolean varies() {
    return values.size() > 1 || values.size() == 1 && !everywhere;
  }

  /** Returns the place of a value; -1 for a point without one. Valid after {@link #axis}. */
  int place(String value) {
    return value == null ? -1 : places.get(value);
  }

  private double number(String value) {
    return ((Number) values.get(value)).doubleValue();
  }

  /** Builds the axis and assigns the places. */
  SweepAxis axis() {
    List<String> order = new ArrayList<>(values.keySet());
    boolean numeric =
        values.values().stream().allMatch(Number.class::isInstance)
            && values.keySet().stream().map(v -> v.startsWith("*")).distinct().count() == 1;
    boolean quantity = kind == SweepAxis.Kind.PARAMETER || kind == SweepAxis.Kind.SETTING;
    if (!numeric || !quantity && kind != SweepAxis.Kind.PHASE) {
      for (int i = 0; i < order.size(); i++) {
        places.put(order.get(i), i);
      }
      return new SweepAxis(name, kind, order, List.of(), false);
    }
    order.sort(Comparator.comparingDouble(this::number));
    int count = order.size() > MOST ? BINS : order.size();
    List<String> shown = new ArrayList<>();
    List<Double> numbers = new ArrayList<>();
    for (int bin = 0; bin < count; bin++) {
      int from = (int) ((long) order.size() * bin / count);
      int to = (int) ((long) order.size() * (bin + 1) / count);
      for (int i = from; i < to; i++) {
        places.put(order.get(i), bin);
      }
      String first = order.get(from);
      shown.add(to - from == 1 ? first : brief(first) + " to " + brief(order.get(to - 1)));
      numbers.add(number(order.get((from + to - 1) / 2)));
    }
    return new SweepAxis(name, kind, shown, numbers, count < order.size());
  }
}
