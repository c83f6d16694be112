package io.lockstep.report.sweep;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A sweep as a page. Stateless. */
public final class SweepPage {
  private static final int MOST_BYTES = 2_000_000;
  private static final int MOST_POINTS = 20_000;
  private static final int MOST_ROWS = 300;
  private static final String COMMAND = "command";

  private SweepPage() {}

  /**
   * {@return the document: at most two megabytes; if there are too many points, they are not
   * included and axes cannot be chosen}
   *
   * @param origin the command
   * @param data the content
   */
  public static String of(Origin origin, SweepData data) {
    boolean points = data.grid().points().size() <= MOST_POINTS;
    String page = page(origin, data, points);
    return points && page.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES
        ? page(origin, data, false)
        : page;
  }

  private static String page(Origin origin, SweepData data, boolean points) {
    SweepGrid grid = data.grid();
    String figure = grid.figures().get(0);
    Page page = new Page("Sweep: " + data.title(), origin);
    page.lead(data.lead());
    page.data(SweepJson.of(origin.version(), grid, points));
    page.own(resource("sweep.css"), resource("sweep.js"));
    page.add(new Section("standing", "How it came out", to -> standing(to, data)));
    page.add(new Section("best", "Best points", to -> best(to, data)));
    HeatMap heat = new HeatMap(grid);
    if (heat.isThere()) {
      page.add(new Section("heatmap", "Over two axes", to -> heat(to, heat, grid, points)));
    }
    LinePlots lines = new LinePlots(grid);
    if (lines.isThere()) {
      page.add(new Section("lines", "Over one axis", lines::write));
    }
    if (!data.fronts().isEmpty()) {
      page.add(new Section("fronts", "Pareto front", to -> fronts(to, data)));
    }
    if (!data.effects().isEmpty()) {
      page.add(
          new Section(
              "main-effects",
              "What each axis does",
              to -> EffectTables.effects(to, data.effects(), figure)));
    }
    if (!data.influences().isEmpty()) {
      page.add(
          new Section(
              "sobol",
              "Sobol indices",
              to -> EffectTables.influences(to, data.influences(), figure)));
    }
    page.add(new Section("file", "The sweep, and how to have it again", to -> file(to, data)));
    return page.write();
  }

  private static void standing(Markup page, SweepData data) {
    table(page, "statuses", data.statuses());
    if (!data.failures().cells().isEmpty()) {
      table(page, "failures", data.failures());
    }
  }

  private static void best(Markup page, SweepData data) {
    table(page, "bestpoints", data.best());
    if (data.grid().axis(GridAxis.Kind.DEVICE).isPresent()) {
      table(page, "bydevice", data.bestByDevice());
    }
  }

  private static void heat(Markup page, HeatMap heat, SweepGrid grid, boolean points) {
    if (!points) {
      page.element(
          "p class=\"note\"",
          grid.points().size()
              + " points are too many for a page in which axes can be chosen: this is one of its"
              + " heat maps. `lockstep sweep query` and `export` have all points.");
    }
    heat.write(page, points);
  }

  private static void fronts(Markup page, SweepData data) {
    page.element("p", "Points that no other point is better than in both figures.");
    page.raw("<div class=\"plots\">\n");
    data.fronts().forEach(f -> FrontPlot.write(page, f));
    page.raw("</div>\n");
    table(page, "frontpoints", data.front());
  }

  private static void table(Markup page, String id, Rows rows) {
    int shown = Math.min(MOST_ROWS, rows.cells().size());
    String caption = rows.caption();
    if (shown < rows.cells().size()) {
      caption += ": the first " + shown + " of " + rows.cells().size();
    }
    HtmlTable table = HtmlTable.begin(page, id, caption, rows.columns(), "");
    for (List<String> cells : rows.cells().subList(0, shown)) {
      table.row(cells.get(0));
      for (int i = 1; i < cells.size(); i++) {
        if (rows.columns().get(i).name().equals(COMMAND)) {
          String code = new Markup().element("code", cells.get(i)).toString();
          table.cell("class=\"cmd\"", code);
        } else {
          table.cell(cells.get(i));
        }
      }
      table.done();
    }
    table.end();
  }

  /** {@return a column of commands, each as it is typed} */
  public static Column command() {
    return Column.words(COMMAND);
  }

  private static void file(Markup page, SweepData data) {
    for (String command : data.again()) {
      page.raw("<p>").element("code", command).raw("</p>\n");
    }
    page.raw("<details class=\"file\"><summary>The sweep's file, everything looked up</summary>\n");
    page.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" ");
    page.raw("aria-label=\"The sweep's file\">").element("pre", data.file());
    page.raw("</div></details>\n");
  }

  private static String resource(String name) {
    try (InputStream in = SweepPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
