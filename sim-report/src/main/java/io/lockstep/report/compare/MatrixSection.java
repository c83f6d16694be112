package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Devices by workloads: how many times as fast as a base. The page's script takes any device as the
 * base and either time; it computes as this class does.
 */
final class MatrixSection {
  private final Comparison c;
  private final Footnote foot;
  private final Map<String, List<String>> gaps = new LinkedHashMap<>(); // reason to whose

  MatrixSection(Comparison c, Footnote foot) {
    this.c = c;
    this.foot = foot;
  }

  void write(Markup page) {
    List<String> devices = c.names();
    List<String> workloads = c.workloads();
    String base = devices.get(c.base());
    page.raw("<p>Each figure is the time of <b class=\"basename\">").text(base);
    page.raw("</b> divided by the device's: 2.00 is twice as fast, 0.50 takes twice the time. ");
    page.raw("<span class=\"s2\">Blue</span> is faster, <span class=\"f2\">orange</span> slower, ");
    page.raw("each a step darker at 2 and at 4 times.</p>\n");
    List<Column> columns = new ArrayList<>(List.of(Column.words("device")));
    boolean several = workloads.size() > 1;
    columns.add(
        Column.figures(several ? "geometric mean" : "mean")
            .meaning("Over the workloads that both have run; in brackets how many, if not all."));
    workloads.forEach(w -> columns.add(Column.figures(w)));
    String attributes = "data-base=\"" + text(base) + "\" data-time=\"" + (c.kernels() ? "k" : "t");
    HtmlTable table =
        HtmlTable.begin(
            page,
            "times",
            "Speed against the base, by workload",
            columns,
            attributes + "\"" + (several ? "" : " data-show=\"0,2\""));
    for (int d = 0; d < devices.size(); d++) {
      row(table, d);
    }
    table.end();
    gaps(page);
    foot.write(page);
  }

  private void row(HtmlTable table, int d) {
    List<Point> points = c.points();
    double sum = 0;
    int n = 0;
    List<String[]> cells = new ArrayList<>();
    for (int p = 0; p < points.size(); p++) {
      RunResult own = points.get(p).results().get(d);
      RunResult base = points.get(p).results().get(c.base());
      if (!own.isSimulated()) {
        cells.add(new String[] {"class=\"gap\"", gap(own, p, d)});
        continue;
      }
      String data = " data-t=\"" + own.picos() + "\" data-k=\"" + own.kernelPicos() + "\"";
      if (base.isSimulated() && c.picos(own) > 0 && c.picos(base) > 0) {
        double ratio = (double) c.picos(base) / c.picos(own);
        sum += StrictMath.log(ratio);
        n++;
        cells.add(new String[] {(shaded(ratio) + data).strip(), Lengths.ratio(ratio)});
      } else {
        cells.add(new String[] {data.strip(), "–"});
      }
    }
    double mean = n == 0 ? 0 : StrictMath.exp(sum / n);
    table.row(c.names().get(d), d == c.base() ? "class=\"base\"" : "");
    table.cell(
        shaded(n == 0 ? 1 : mean),
        n == 0 ? "–" : Lengths.ratio(mean) + (n == points.size() ? "" : " (" + n + ")"));
    cells.forEach(cell -> table.cell(cell[0], cell[1]));
    table.done();
  }

  /** The class of a ratio's shade; none if it is within a tenth. */
  static String shade(double ratio) {
    if (ratio >= 1.1) {
      return ratio >= 4 ? "s3" : ratio >= 2 ? "s2" : "s1";
    }
    if (ratio > 1 / 1.1) {
      return "";
    }
    return ratio > 0.5 ? "f1" : ratio > 0.25 ? "f2" : "f3";
  }

  private static String shaded(double ratio) {
    String shade = shade(ratio);
    return shade.isEmpty() ? "" : "class=\"" + shade + "\"";
  }

  private String gap(RunResult r, int point, int device) {
    String status = r.status().name().toLowerCase(Locale.ROOT);
    String reason = status + ": " + r.message();
    gaps.computeIfAbsent(reason, k -> new ArrayList<>())
        .add(c.workloads().get(point) + " on " + c.names().get(device));
    int number = new ArrayList<>(gaps.keySet()).indexOf(reason) + 1;
    return "<a href=\"#gap" + number + "\">" + status + "<sup>" + number + "</sup></a>";
  }

  private void gaps(Markup page) {
    if (gaps.isEmpty()) {
      return;
    }
    page.raw("<h3>Why some have no time</h3>\n<ol>\n");
    int number = 0;
    for (Map.Entry<String, List<String>> gap : gaps.entrySet()) {
      page.raw("<li id=\"gap" + ++number + "\">").text(String.join(", ", gap.getValue()));
      page.text(": " + gap.getKey()).raw("</li>\n");
    }
    page.raw("</ol>\n");
  }

  private static String text(String words) {
    return new Markup().text(words).toString();
  }
}
