package io.lockstep.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.TreeSet;

/**
 * Bars of factors on one logarithmic scale around 1, as cells of a table. Immutable.
 *
 * <p>The cells say nothing that the table's figures do not; a reader of screens reads these.
 */
public final class ForkScale {
  private static final double LEAST = 1.02; // the scale reaches so far to both sides at least
  private static final double MARGIN = 0.04;
  private static final double[] ROUND = { // of ticks, those first that are there before others
    2, 10, 100, 1000, 1.2, 1.5, 5, 1.1, 3, 20, 50, 1.05, 1.02, 1.01
  };
  private static final double EDGE = 4; // percent of the width without labels
  private static final double APART = 11; // percent of the width from label to label

  private final double low; // logarithms
  private final double high;

  /**
   * A scale that holds 1 and some factors.
   *
   * @param factors above 0
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

  /** {@return round factors within the scale, far enough apart to be labelled, in their order} */
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

  /** {@return thin lines at the ticks of the {@link #axis}, to stand before the bars} */
  public List<Element> grid() {
    return ticks().stream()
        .filter(tick -> tick != 1)
        .map(tick -> Element.of("b.tick").with("style", "left:" + percent(tick)))
        .toList();
  }

  /** {@return a cell with the scale's labelled ticks, ÷2 for half and ×2 for twice} */
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

  /** {@return where a factor lies, percent of the width} */
  double at(double factor) {
    double at = 100 * (StrictMath.log(factor) - low) / (high - low);
    return Math.max(0, Math.min(100, at));
  }

  private String percent(double factor) {
    return Lengths.at(at(factor)) + "%";
  }

  /**
   * {@return a cell with bars and the line of no change}
   *
   * @param bars and marks of this scale, collections of them
   */
  public Element cell(Object... bars) {
    return fork(Element.of("b.one").with("style", "left:" + percent(1)), List.of(bars));
  }

  /**
   * {@return a cell with bars alone}
   *
   * @param bars and marks, collections of them
   */
  public static Element fork(Object... bars) {
    return Element.of("td.fork", Element.of("div", bars).with("aria-hidden", true));
  }

  /**
   * {@return a bar from one factor to another, of a class by its direction}
   *
   * @param from above 0
   * @param to above 0
   */
  public Element bar(double from, double to) {
    return span(to >= from ? "slow" : "fast", from, to);
  }

  /**
   * {@return a bar with a style class}
   *
   * @param kind a class of the page's style
   * @param from above 0
   * @param to above 0
   */
  public Element span(String kind, double from, double to) {
    double left = Math.min(at(from), at(to));
    return between(kind, left, Math.max(0.3, Math.abs(at(to) - at(from))));
  }

  /**
   * {@return a bar of a cell}
   *
   * @param kind a class of the page's style
   * @param left its left end, percent of the width
   * @param wide its length, percent of the width
   */
  public static Element between(String kind, double left, double wide) {
    String style = "left:" + Lengths.at(left) + "%;width:" + Lengths.at(wide) + "%";
    return Element.of("i").classed(kind).with("style", style);
  }

  /**
   * {@return a thin line over a bar's end that shows its error}
   *
   * @param end of the bar
   * @param error of its logarithm; no line if NaN
   */
  public List<Element> error(double end, double error) {
    return Double.isNaN(error)
        ? List.of()
        : List.of(span("err", end * StrictMath.exp(-error), end * StrictMath.exp(error)));
  }

  /**
   * {@return a mark}
   *
   * @param factor above 0
   */
  public Element tick(double factor) {
    return Element.of("b").with("style", "left:" + percent(factor));
  }
}
