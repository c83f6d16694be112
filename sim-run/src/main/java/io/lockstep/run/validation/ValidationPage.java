package io.lockstep.run.validation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Rows, scores and scatter plots as one HTML document that needs nothing else: no script, no
 * network. Figures are also in tables, marks also differ in shape. The same rows give the same
 * bytes. Not thread-safe.
 */
public final class ValidationPage {
  private static final int WORST = 10;
  private static final int LEAST_ROWS = 3; // of a unit with a plot of its own
  private static final String OTHERS = "other units, each row in its own";

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1c1c1c; --soft: #595959; --line: #d0d0d0; --page: #fff; --mark: #fff3c4; }
      @media (prefers-color-scheme: dark) {
      :root { --ink: #ececec; --soft: #b4b4b4; --line: #454545; --page: #151515; --mark: #4a3f10; }
      }
      body { margin: 0 auto; padding: 1rem; max-width: 76rem; font: 1rem/1.45 system-ui, sans-serif; color: var(--ink); background: var(--page); }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
      a { color: inherit; }
      .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem; }
      figure { margin: 0; } figcaption { color: var(--soft); }
      svg { width: 100%; max-width: 36rem; height: auto; font-size: 12px; }
      svg text { fill: var(--ink); text-anchor: middle; } svg text.y { text-anchor: end; }
      .grid path { stroke: var(--line); } .grid rect { fill: none; stroke: var(--soft); }
      .lines path { stroke: var(--soft); fill: none; stroke-width: 1.4; } .lines .band { stroke-dasharray: 4 4; stroke-width: 1; }
      [class^="c"] { fill: var(--c); stroke: var(--c); stroke-width: 1.6; fill-opacity: .85; } .hollow { fill: var(--page); fill-opacity: .35; }
      .tip { visibility: hidden; } a:hover .tip { visibility: visible; } a:hover [class^="c"] { stroke: var(--ink); stroke-width: 3; }
      .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; } .legend svg { width: 1rem; height: 1rem; vertical-align: -.15rem; margin-right: .3rem; }
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; font-size: .9rem; } caption { text-align: left; color: var(--soft); }
      th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; } th { font-weight: 600; }
      .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
      tr:target { background: var(--mark); } tr { scroll-margin-top: 1rem; }
      .missed td:nth-of-type(8) { font-weight: 600; }
      """;

  private final List<RowResult> rows;
  private final Scores scores;
  private final Palette palette;
  private final Map<RowResult, Integer> anchors = new IdentityHashMap<>();
  private final Markup page = new Markup();

  private ValidationPage(List<RowResult> rows) {
    this.rows = rows;
    scores = Scores.of(rows);
    palette = new Palette(rows);
    rows.forEach(row -> anchors.put(row, anchors.size() + 1));
  }

  /**
   * {@return the document}
   *
   * @param title what was validated
   * @param version of the program
   * @param rows in the suite's order
   * @param leftOut what was not asked for, or empty
   */
  public static String of(String title, String version, List<RowResult> rows, String leftOut) {
    return new ValidationPage(rows).document(title, version, leftOut);
  }

  private String document(String title, String version, String leftOut) {
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw("<meta http-equiv=\"Content-Security-Policy\" ");
    page.raw("content=\"default-src 'none'; style-src 'unsafe-inline'\">\n");
    page.element("title", "Validation: " + title).raw("\n<style>\n").raw(STYLE);
    page.raw(Palette.style()).raw("</style>\n</head>\n<body>\n<main>\n");
    page.element("h1", "Validation: " + title).raw("\n");
    page.element("p", summary()).raw("\n");
    if (!leftOut.isEmpty()) {
      page.element("p", "Left out: " + leftOut).raw("\n");
    }
    plots();
    worst();
    groups();
    nullModels();
    table();
    page.raw("</main>\n<footer>");
    page.element("p", "lockstep " + version + "; docs/validation.md defines the scores.");
    return page.raw("</footer>\n</body>\n</html>\n").toString();
  }

  private String summary() {
    return scores.simulated()
        + " of "
        + scores.rows()
        + " rows have a value. Within their tolerance: "
        + share(scores.withinTolerance())
        + "; within a factor of 1.1: "
        + share(scores.within11())
        + ", 1.25: "
        + share(scores.within125())
        + ", 1.5: "
        + share(scores.within15())
        + ". Mean over groups: error "
        + number(scores.error())
        + ", bias "
        + number(scores.bias())
        + ". WMAPE "
        + share(scores.wmape())
        + ". Correlation of logarithms: Pearson "
        + number(scores.pearson())
        + ", Spearman "
        + number(scores.spearman())
        + ".";
  }

  private static String share(OptionalDouble share) {
    return share.isEmpty() ? "–" : ValidationText.percent(share, false);
  }

  private static String number(OptionalDouble number) {
    return number.isEmpty() ? "–" : ValidationText.factor(number);
  }

  // ------------------------------------------------------------------ plots

  private void plots() {
    page.raw("<h2>Simulated against published</h2>\n");
    Map<String, List<RowResult>> units = new TreeMap<>();
    List<RowResult> shown = rows.stream().filter(RowResult::isLogarithmic).toList();
    for (RowResult row : shown) {
      units.computeIfAbsent(row.unit(), unit -> new ArrayList<>()).add(row);
    }
    if (shown.isEmpty()) {
      page.raw("<p>No row has a value to draw.</p>\n");
      return;
    }
    legend();
    List<String> few =
        units.keySet().stream().filter(u -> units.get(u).size() < LEAST_ROWS).toList();
    List<RowResult> others = new ArrayList<>();
    if (few.size() > 1) {
      few.forEach(unit -> others.addAll(units.remove(unit)));
    }
    page.raw("<div class=\"plots\">\n");
    List<Map.Entry<String, List<RowResult>>> all = new ArrayList<>(units.entrySet());
    all.sort(Comparator.comparing(e -> -e.getValue().size()));
    int number = 0;
    for (Map.Entry<String, List<RowResult>> unit : all) {
      plot(++number, unit.getKey().isEmpty() ? "no unit" : unit.getKey(), unit.getValue());
    }
    if (!others.isEmpty()) {
      plot(++number, OTHERS, others);
    }
    page.raw("</div>\n");
    int undrawn = rows.size() - shown.size();
    if (undrawn > 0) {
      page.element("p", undrawn + " rows without a value, or with 0, are in the table alone.");
      page.raw("\n");
    }
  }

  private void plot(int number, String unit, List<RowResult> drawn) {
    page.raw("<figure>\n");
    new ScatterPlot("plot" + number, unit, drawn).draw(page, palette, anchors::get);
    page.element("figcaption", drawn.size() + (drawn.size() == 1 ? " row, " : " rows, ") + unit);
    page.raw("\n</figure>\n");
  }

  private void legend() {
    page.raw("<ul class=\"legend\">\n");
    for (String device : palette.devices()) {
      page.raw("<li><svg viewBox=\"-8 -8 16 16\" aria-hidden=\"true\">");
      page.raw(palette.mark(device, 0, 0, true)).raw("</svg>").text(device).raw("</li>\n");
    }
    page.raw("</ul>\n<p>Filled: within the row's tolerance; hollow: missed. Solid line: equal; ");
    page.raw("dashed: 1.5 times as much or as little. A mark leads to its row.</p>\n");
  }

  // ------------------------------------------------------------------ tables

  private void worst() {
    List<RowResult> worst =
        rows.stream()
            .filter(row -> row.isLogarithmic() && !row.isWithin())
            .sorted(Comparator.comparingDouble(row -> -row.factor().getAsDouble()))
            .limit(WORST)
            .toList();
    if (worst.isEmpty()) {
      return;
    }
    page.raw("<h2>Farthest off</h2>\n<ol>\n");
    for (RowResult row : worst) {
      page.raw("<li><a href=\"#r" + anchors.get(row) + "\">").text(row.id()).raw("</a> ");
      page.text(
          row.device()
              + ": "
              + (row.value().getAsDouble() < row.expected() ? "too small" : "too large")
              + " by a factor of "
              + number(row.factor())
              + (row.note().isEmpty() ? "" : "; " + row.note()));
      page.raw("</li>\n");
    }
    page.raw("</ol>\n");
  }

  private void groups() {
    page.raw("<h2>Groups</h2>\n");
    begin("Scores by group", "group", ">rows", ">with a value", ">hits", ">error", ">bias");
    for (Scores.Group group : scores.groups()) {
      page.raw("<tr>");
      cells(
          group.name(),
          new Number("" + group.rows()),
          new Number("" + group.simulated()),
          new Number(share(group.withinTolerance())),
          new Number(number(group.error())),
          new Number(number(group.bias())));
    }
    end();
  }

  private void nullModels() {
    if (scores.nullModels().stream().noneMatch(model -> model.rows() > 0)) {
      return;
    }
    page.raw("<h2>Null models</h2>\n");
    begin(
        "What needs no simulator, and the simulation on the same rows",
        "model",
        ">rows",
        ">its error",
        ">the simulation's",
        ">simulation as near");
    for (Scores.NullModel model : scores.nullModels()) {
      page.raw("<tr>");
      cells(
          model.name(),
          new Number("" + model.rows()),
          new Number(number(model.error())),
          new Number(number(model.simulationError())),
          new Number(share(model.nearer())));
    }
    end();
  }

  private void table() {
    page.raw("<h2>Rows</h2>\n");
    begin(
        "All rows in the suite's order",
        "row",
        "device",
        "group",
        ">published",
        ">simulated",
        "unit",
        ">error",
        ">allowed",
        "hit",
        "source",
        "note");
    for (RowResult row : rows) {
      page.raw("<tr id=\"r" + anchors.get(row) + "\"");
      page.raw(row.isWithin() ? ">" : " class=\"missed\">");
      cells(
          row.id(),
          row.device(),
          row.group(),
          new Number(ValidationText.value(OptionalDouble.of(row.expected()))),
          new Number(
              row.status() == RowStatus.OK
                  ? ValidationText.value(row.value())
                  : ValidationText.status(row)),
          row.unit(),
          new Number(ValidationText.percent(row.error(), true)),
          new Number(ValidationText.percent(OptionalDouble.of(row.tolerance()), false)),
          row.value().isEmpty() ? "" : row.isWithin() ? "yes" : "no",
          row.source(),
          row.note());
    }
    end();
  }

  /** A cell that holds a figure; a heading of such cells begins with {@code >}. */
  private record Number(String text) {}

  private void begin(String caption, String... headings) {
    page.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"").text(caption);
    page.raw("\">\n<table>\n").element("caption", caption).raw("\n<thead><tr>");
    for (String heading : headings) {
      boolean number = heading.startsWith(">");
      page.element(
          "th scope=\"col\"" + (number ? " class=\"n\"" : ""),
          number ? heading.substring(1) : heading);
    }
    page.raw("</tr></thead>\n<tbody>\n");
  }

  private void cells(String first, Object... others) {
    page.element("th scope=\"row\"", first);
    for (Object cell : others) {
      if (cell instanceof Number number) {
        page.element("td class=\"n\"", number.text());
      } else {
        page.element("td", (String) cell);
      }
    }
    page.raw("</tr>\n");
  }

  private void end() {
    page.raw("</tbody>\n</table>\n</div>\n");
  }
}
