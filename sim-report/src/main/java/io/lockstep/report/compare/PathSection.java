package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.spi.path.PathResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the critical paths of launches were spent on, where that was asked for. */
final class PathSection {
  private static final int[] LEAST = {250, 120, 60, 30, 10}; // tenths of a percent

  private final Comparison c;
  private final Footnote foot;

  PathSection(Comparison c, Footnote foot) {
    this.c = c;
    this.foot = foot;
  }

  boolean isThere() {
    return c.results().stream().anyMatch(r -> r.path() != null);
  }

  void write(Markup page) {
    page.raw(
        "<p>The way back from the last write of each launch, at every join to what was needed ");
    page.raw("last: percent of the launches&#39; own time, which add up to 100.</p>\n");
    c.folded(page, this::point);
  }

  private void point(Markup page, int p) {
    Point point = c.points().get(p);
    Map<String, String> meanings = new LinkedHashMap<>(); // of each share, in their order
    for (PathResource k : PathResource.values()) {
      point.results().stream()
          .filter(r -> r.path() != null)
          .flatMap(r -> r.path().shares().shares().stream())
          .filter(s -> s.meaning().equals(k.meaning()))
          .forEach(s -> meanings.putIfAbsent(s.key(), s.meaning()));
    }
    List<Column> columns = new ArrayList<>(List.of(Column.words("device")));
    columns.add(Column.figures("kernels µs"));
    meanings.forEach(
        (key, meaning) -> columns.add(Column.figures(key.replace('_', ' ')).meaning(meaning)));
    HtmlTable table =
        HtmlTable.begin(
            page,
            "path" + p,
            c.workloads().get(p) + ": percent of the critical paths by resource",
            columns,
            "class=\"bars\"");
    for (int d = 0; d < c.devices().size(); d++) {
      RunResult r = point.results().get(d);
      if (r.path() == null) {
        continue;
      }
      Map<String, Long> ticks = new LinkedHashMap<>();
      r.path().shares().shares().forEach(s -> ticks.put(s.key(), s.ticks()));
      int[] shares =
          Shares.of(meanings.keySet().stream().mapToLong(k -> ticks.getOrDefault(k, 0L)).toArray());
      table.row(c.names().get(d)).cell(Lengths.micros(r.kernelPicos()));
      for (int share : shares) {
        int shade = 0;
        for (int i = 0; i < LEAST.length && shade == 0; i++) {
          shade = share >= LEAST[i] ? LEAST.length - i : 0;
        }
        table.cell(shade == 0 ? "" : "class=\"h" + shade + "\"", Shares.text(share));
      }
      table.done();
    }
    table.end();
    foot.write(page, point);
  }
}
