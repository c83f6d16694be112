package io.lockstep.report.explain;

import io.lockstep.explain.Explanation;
import io.lockstep.explain.Reason;
import io.lockstep.explain.Specification;
import io.lockstep.explain.Together;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.spi.spec.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The figures of one explanation: the waterfall, sentences, what stands behind them. Several may be
 * on one page. Immutable.
 */
final class Waterfall {
  private final Explanation e;
  private final String suffix; // of the tables' ids

  /**
   * @param e what was found
   * @param suffix of the tables' ids, letters and digits, once in a page
   */
  Waterfall(Explanation e, String suffix) {
    this.e = e;
    this.suffix = suffix;
  }

  /** What it is about, in one sentence. */
  String lead() {
    return e.workload()
        + (e.parameters().isEmpty() ? "" : " " + parameters())
        + ": "
        + Lengths.micros(e.fromPicos())
        + " µs on "
        + e.from()
        + ", "
        + Lengths.micros(e.toPicos())
        + " µs on "
        + e.to()
        + (e.kernels() ? ", the kernels' own time" : "")
        + ": "
        + Lengths.ratio(e.ratio())
        + " times as long.";
  }

  /** From one time to the other. */
  void write(Markup page) {
    page.raw("<p>Each reason is a factor of the time, found by simulation; they multiply to the ");
    page.raw("ratio. A bar begins where the one before it ends: to the right it takes longer, to ");
    page.raw("the left (striped) less. The thin line is two standard errors. <i>First</i> and ");
    page.raw(
        "<i>last</i>: changed before and after all others; where they differ, reasons meddle ");
    page.raw("with each other.</p>\n");
    List<Double> ends = new ArrayList<>();
    double at = 1;
    for (Reason r : e.reasons()) {
      at *= r.factor();
      ends.add(at);
      if (!Double.isNaN(r.error())) {
        ends.add(at * StrictMath.exp(r.error()));
        ends.add(at * StrictMath.exp(-r.error()));
      }
    }
    ForkScale scale = new ForkScale(ends);
    HtmlTable table =
        HtmlTable.begin(
            page,
            "waterfall" + suffix,
            of() + "the time of " + e.to() + " by that of " + e.from() + ", on a logarithmic scale",
            List.of(
                Column.words("reason"),
                Column.figures("factor"),
                Column.figures("2 s.e. %"),
                Column.words("faster, slower"),
                Column.figures("first"),
                Column.figures("last")),
            "class=\"forks\"");
    table.row(e.from()).cell("1").cell("").cell("class=\"fork\"", scale.begin() + scale.end());
    table.cell("").cell("").done();
    at = 1;
    for (Reason r : e.reasons()) {
      double to = at * r.factor();
      table.row(r.name()).cell(Lengths.fixed(r.factor(), 3)).cell(percent(r.error()));
      table.cell(
          "class=\"fork\"",
          scale.begin() + scale.bar(at, to) + scale.error(to, r.error()) + scale.end());
      table.cell(factor(r.first())).cell(factor(r.last())).done();
      at = to;
    }
    table.foot();
    table.row(e.to() + " / " + e.from()).cell(Lengths.fixed(e.ratio(), 3)).cell("");
    table.cell("class=\"fork\"", scale.begin() + scale.bar(1, e.ratio()) + scale.end());
    table.cell("").cell("").done().end();
    e.notes().forEach(note -> page.element("p class=\"note\"", note).raw("\n"));
  }

  /** How captions begin: no two of a page are alike. */
  private String of() {
    return e.workload() + (suffix.isEmpty() ? "" : " " + parameters()) + ": ";
  }

  private String parameters() {
    return e.parameters().entrySet().stream()
        .map(p -> p.getKey() + "=" + p.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Whether any reason has words. */
  boolean hasSentences() {
    return e.reasons().stream().anyMatch(r -> !r.sentence().isEmpty());
  }

  /** Whether figures of specifications stand behind reasons; behind steps none do. */
  boolean hasChanges() {
    return e.reasons().stream().anyMatch(r -> !r.changes().isEmpty());
  }

  private static String factor(double factor) {
    return Double.isNaN(factor) ? "" : Lengths.fixed(factor, 3);
  }

  private static String percent(double error) {
    return Double.isNaN(error) ? "?" : Lengths.fixed(100 * (StrictMath.exp(error) - 1), 1);
  }

  /** Why, in words. */
  void sentences(Markup page) {
    page.raw("<ul>\n");
    for (Reason r : e.reasons()) {
      if (!r.sentence().isEmpty()) {
        String name = r.sentence().startsWith(r.name() + ": ") ? r.name() : "";
        page.raw("<li><b>").text(name).raw("</b>");
        page.text(r.sentence().substring(name.length())).raw("</li>\n");
      }
    }
    page.raw("</ul>\n");
  }

  /** Pairs that make more or less together. */
  void together(Markup page) {
    HtmlTable table =
        HtmlTable.begin(
            page,
            "pairs" + suffix,
            of() + "factors of pairs beyond what each alone would make",
            List.of(Column.words("one"), Column.words("other"), Column.figures("factor")),
            "");
    for (Together t : e.together()) {
      table.row(t.one()).cell(t.other()).cell(Lengths.fixed(t.factor(), 3)).done();
    }
    table.end();
  }

  /** Figures behind reasons. */
  void changes(Markup page) {
    HtmlTable table =
        HtmlTable.begin(
            page,
            "set" + suffix,
            of() + "figures that differ, by reason",
            List.of(
                Column.words("reason"),
                Column.words("figure"),
                Column.words(e.from()),
                Column.words(e.to())),
            "");
    for (Reason r : e.reasons()) {
      r.changes()
          .forEach(
              (path, change) ->
                  table
                      .row(r.name())
                      .cell(path)
                      .cell(Dimension.readable(change.from()))
                      .cell(Dimension.readable(change.to()))
                      .done());
    }
    table.end();
  }

  /** What was simulated. */
  void simulated(Markup page) {
    page.raw("<p>Each again: <code>lockstep run W --device … --set … --first-phase k</code></p>\n");
    page.raw("<details><summary>Specifications</summary>\n");
    HtmlTable table =
        HtmlTable.begin(
            page,
            "specifications" + suffix,
            of() + "specifications that were simulated, time at launch phase 0",
            List.of(
                Column.words("device"),
                Column.words("groups of " + e.to()),
                Column.figures("µs"),
                Column.figures("kernels µs"),
                Column.words("set"),
                Column.words("specification")),
            "");
    for (Specification s : e.specifications()) {
      StringBuilder set = new StringBuilder();
      s.recipe().set().forEach((k, v) -> set.append(set.isEmpty() ? "" : " ").append(k + "=" + v));
      table.row(s.recipe().device()).cell(String.join(", ", s.groups()));
      table.cell(Lengths.micros(s.picos().get(0))).cell(Lengths.micros(s.kernelPicos().get(0)));
      table.cell(set.toString()).cell(s.recipe().spec().hash()).done();
    }
    table.end();
    page.raw("</details>\n");
  }
}
