package io.lockstep.report.compare;

import io.lockstep.parts.path.PathResource;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.run.path.PathShares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
    List<PathResource> resources =
        Arrays.stream(PathResource.values())
            .filter(
                k ->
                    point.results().stream()
                        .anyMatch(r -> r.path() != null && r.path().shares().ticks(k) > 0))
            .toList();
    List<Column> columns = new ArrayList<>(List.of(Column.words("device")));
    columns.add(Column.figures("kernels µs"));
    resources.forEach(
        k -> columns.add(Column.figures(k.key().replace('_', ' ')).meaning(k.meaning())));
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
      PathShares all = r.path().shares();
      int[] shares = Shares.of(resources.stream().mapToLong(all::ticks).toArray());
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
