// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.TreeSet;

/**
 * Table cells with bars of factors on a logarithmic scale around 1. Immutable.
 *
 * <p>The cells are hidden from screen readers; the table's numbers contain the same information.
 */
public final class ForkScale {
  private static final double LEAST = 1.02; // minimum extent of the scale on either side of 1
  private static final double MARGIN = 0.04;
  private static final double[] ROUND = { // candidate ticks in order of preference
    2, 10, 100, 1000, 1.2, 1.5, 5, 1.1, 3, 20, 50, 1.05, 1.02, 1.01
  };
  private static final double EDGE = 4; // percentage of the width without labels at either end
  private static final double APART = 11; // minimum distance of labels, percentage of the width

  private final double low; // natural logarithms of the ends
  private final double high;

  /**
   * Creates a scale that contains 1 and all given factors.
   *
   * @param factors factors above 0
   */
  public ForkScale(List<Double> factors) {
    double least = -StrictMath.log(LEAST);
    double most = StrictMath.log(LEAST);
    for (double f : factors) {
      if (f > 0 && !Double.isInfinite(f)) {
        least = Math.min(least, StrictMath.log(f));
        most = Math.max(most, StrictMath.log(f));
      }
    }
    double margin = (most - least) * MARGIN;
    low = least - margin;
    high = most + margin;
  }

  /** Returns round factors within the scale, far enough apart for labels, in ascending order. */
  List<Double> ticks() {
    TreeSet<Double> ticks = new TreeSet<>(List.of(1.0));
    for (double round : ROUND) {
      for (double tick : new double[] {round, 1 / round}) {
        double at = 100 * (StrictMath.log(tick) - low) / (high - low);
        if (at >= EDGE
            && at <= 100 - EDGE
            && ticks.stream().allMatch(t -> Math.abs(at(t) - at) >= APART)) {
          ticks.add(tick);
        }
      }
    }
    return List.copyOf(ticks);
  }

  /** Returns thin lines at the ticks of the {@link #axis}, to be placed before the bars. */
  private List<Element> grid() {
    return ticks().stream()
        .filter(tick -> tick != 1)
        .map(tick -> Element.of("b.tick").with("style", "left:" + percent(tick)))
        .toList();
  }

  /** Returns a cell with labelled ticks, such as ÷2 for one half and ×2 for two. */
  public Element axis() {
    Element axis = Element.of("div.axis");
    for (double tick : ticks()) {
      String label = tick == 1 ? "1" : tick > 1 ? "×" + plain(tick) : "÷" + plain(1 / tick);
      axis.child("span", label).with("style", "left:" + percent(tick));
    }
    return Element.of("td.fork", axis);
  }

  private static String plain(double round) {
    return new BigDecimal(round).round(new MathContext(3)).stripTrailingZeros().toPlainString();
  }

  /** Returns the position of a factor, as a percentage of the width. */
  double at(double factor) {
    double at = 100 * (StrictMath.log(factor) - low) / (high - low);
    return Math.max(0, Math.min(100, at));
  }

  private String percent(double factor) {
    return Lengths.at(at(factor)) + "%";
  }

  /**
   * Returns a cell with bars, a line at 1, and thin lines at the ticks.
   *
   * @param bars bars and marks of this scale, or collections of them
   */
  public Element cell(Object... bars) {
    return fork(grid(), Element.of("b.one").with("style", "left:" + percent(1)), List.of(bars));
  }

  /**
   * Returns a cell with bars, without a line at 1 or ticks.
   *
   * @param bars bars and marks, or collections of them
   */
  public static Element fork(Object... bars) {
    return Element.of("td.fork", Element.of("div", bars).with("aria-hidden", true));
  }

  /** Returns a bar between two factors, whose CSS class shows the direction. */
  public Element bar(double from, double to) {
    return span(to >= from ? "slow" : "fast", from, to);
  }

  /** Returns a bar between two factors with a given CSS class. */
  public Element span(String kind, double from, double to) {
    double left = Math.min(at(from), at(to));
    return between(kind, left, Math.max(0.3, Math.abs(at(to) - at(from))));
  }

  /**
   * Returns a bar of a cell.
   *
   * @param kind CSS class
   * @param left left end, percentage of the width
   * @param wide length, percentage of the width
   */
  public static Element between(String kind, double left, double wide) {
    String style = "left:" + Lengths.at(left) + "%;width:" + Lengths.at(wide) + "%";
    return Element.of("i").classed(kind).with("style", style);
  }

  /**
   * Returns an error bar around the end of a bar.
   *
   * @param error error of the end's logarithm; NaN for no error bar
   */
  public List<Element> error(double end, double error) {
    return Double.isNaN(error)
        ? List.of()
        : List.of(span("err", end * StrictMath.exp(-error), end * StrictMath.exp(error)));
  }

  /** Returns a mark at a factor. */
  public Element tick(double factor) {
    return Element.of("b").with("style", "left:" + percent(factor));
  }
}
