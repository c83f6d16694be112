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

/** Values of an axis as they come up, and their places once all are known. Not thread-safe. */
final class AxisValues {
  private static final int MOST = 24;
  private static final int BINS = 8;
  private static final MathContext THREE = new MathContext(3);
  private static final Pattern DECIMAL = Pattern.compile("(\\*?)([0-9]+\\.[0-9]+)([A-Za-z/%]*)");

  private final String name;
  private final SweepAxis.Kind kind;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, Integer> places = new HashMap<>(); // looked up only
  private boolean everywhere = true;

  AxisValues(String name, SweepAxis.Kind kind) {
    this.name = name;
    this.kind = kind;
  }

  /** A point's value; null if it has none. */
  void see(String value) {
    if (value == null) {
      everywhere = false;
    } else {
      values.computeIfAbsent(value, AxisValues::quantity);
    }
  }

  /** A value as it is sorted: factors by their numbers. */
  private static Object quantity(String text) {
    Object factor = text.startsWith("*") ? Quantity.value(text.substring(1).strip()) : "";
    return factor instanceof Number ? factor : Quantity.value(text);
  }

  /** An end of several values: decimals with three digits. */
  private static String brief(String value) {
    Matcher parts = DECIMAL.matcher(value);
    return parts.matches()
        ? parts.group(1)
            + new BigDecimal(parts.group(2)).round(THREE).toPlainString()
            + parts.group(3)
        : value;
  }

  /** Whether it is more than one thing. */
  boolean varies() {
    return values.size() > 1 || values.size() == 1 && !everywhere;
  }

  /** The place of a value; -1 if a point has none. */
  int place(String value) {
    return value == null ? -1 : places.get(value);
  }

  private double number(String value) {
    return ((Number) values.get(value)).doubleValue();
  }

  /** The axis; places are known from now on. */
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
