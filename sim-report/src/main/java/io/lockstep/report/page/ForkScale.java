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

  /** {@return thin lines at the ticks of the {@link #axis}, to follow {@link #begin}} */
  public String grid() {
    StringBuilder lines = new StringBuilder();
    for (double tick : ticks()) {
      if (tick != 1) {
        lines
            .append("<b class=\"tick\" style=\"left:")
            .append(Lengths.at(at(tick)))
            .append("%\"></b>");
      }
    }
    return lines.toString();
  }

  /** {@return a cell's content: the scale's labelled ticks, ÷2 for half and ×2 for twice} */
  public String axis() {
    StringBuilder axis = new StringBuilder("<div class=\"axis\">");
    for (double tick : ticks()) {
      axis.append("<span style=\"left:").append(Lengths.at(at(tick))).append("%\">");
      axis.append(tick == 1 ? "1" : tick > 1 ? "×" + plain(tick) : "÷" + plain(1 / tick));
      axis.append("</span>");
    }
    return axis.append("</div>").toString();
  }

  private static String plain(double round) {
    return new BigDecimal(round).round(new MathContext(3)).stripTrailingZeros().toPlainString();
  }

  /** {@return where a factor lies, percent of the width} */
  double at(double factor) {
    double at = 100 * (StrictMath.log(factor) - low) / (high - low);
    return Math.max(0, Math.min(100, at));
  }

  /**
   * Begins a cell's content: the line of no change.
   *
   * @return markup, to be followed by bars and {@link #end}
   */
  public String begin() {
    return "<div aria-hidden=\"true\"><b class=\"one\" style=\"left:"
        + Lengths.at(at(1))
        + "%\"></b>";
  }

  /**
   * {@return a bar from one factor to another, of a class by its direction}
   *
   * @param from above 0
   * @param to above 0
   */
  public String bar(double from, double to) {
    return span(to >= from ? "slow" : "fast", from, to);
  }

  /**
   * {@return a bar with a style class}
   *
   * @param kind a class of the page's style
   * @param from above 0
   * @param to above 0
   */
  public String span(String kind, double from, double to) {
    double left = Math.min(at(from), at(to));
    double wide = Math.max(0.3, Math.abs(at(to) - at(from)));
    return "<i class=\""
        + kind
        + "\" style=\"left:"
        + Lengths.at(left)
        + "%;width:"
        + Lengths.at(wide)
        + "%\"></i>";
  }

  /**
   * {@return a thin line over a bar's end that shows its error}
   *
   * @param end of the bar
   * @param error of its logarithm; no line if NaN
   */
  public String error(double end, double error) {
    return Double.isNaN(error)
        ? ""
        : span("err", end * StrictMath.exp(-error), end * StrictMath.exp(error));
  }

  /**
   * {@return a mark}
   *
   * @param factor above 0
   */
  public String tick(double factor) {
    return "<b style=\"left:" + Lengths.at(at(factor)) + "%\"></b>";
  }

  /** {@return the end of a cell's content} */
  public String end() {
    return "</div>";
  }
}
