// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import io.lockstep.io.ShellWord;
import io.lockstep.io.expression.Expression;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import io.lockstep.run.Verdict;
import io.lockstep.run.answer.Heading;
import io.lockstep.sweep.file.Goals.Objective;
import io.lockstep.sweep.look.BestPoints;
import io.lockstep.sweep.look.BestQuery;
import io.lockstep.sweep.look.Candidate;
import io.lockstep.sweep.look.PointRow;
import io.lockstep.sweep.look.ProblemSizes;
import io.lockstep.sweep.look.RunWords;
import io.lockstep.sweep.look.SweepAxis.Kind;
import io.lockstep.sweep.look.SweepRows;
import io.lockstep.sweep.look.SweepTable;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.store.index.SweepStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page about a sweep. The constructor reads all results. Immutable. */
public final class SweepPage {
  private static final int MOST_ROWS = 300;
  private static final String COMMAND = "command";
  private static final String BYTES = "dram.bytes";
  private static final int BEST = 5;
  private static final int NAMED = 6;
  private static final double MICROS = 1e6;

  private final SweepPlan plan;
  private final Optional<Expression> constraints;
  private final Path here;
  private final Objective by;
  private final SweepRows rows;
  private final List<Objective> front;
  private final SweepTable table;
  private final List<String> per; // names whose values define groups of comparable points

  /**
   * Reads the data of the page.
   *
   * @param drawn metric to draw; smaller is better
   * @param front two metrics of a Pareto front; empty for the default metrics
   * @param here working directory, which is removed from paths in commands
   * @throws io.lockstep.io.InputException if an expression uses a name that no point has
   */
  public SweepPage(
      SweepStore store, SweepPlan plan, Expression drawn, List<Objective> front, Path here) {
    this.plan = plan;
    this.here = here;
    by = new Objective(true, drawn);
    Set<String> names = new TreeSet<>(drawn.names());
    front.forEach(o -> names.addAll(o.value().names()));
    constraints = plan.file().goals().condition(Optional.empty());
    constraints.ifPresent(c -> names.addAll(c.names()));
    per = ProblemSizes.groups(plan, names);
    names.addAll(per);
    names.add(BYTES);
    rows = SweepRows.read(store, plan, names);
    boolean usual = front.isEmpty() && rows.hasStatistic(BYTES);
    this.front = usual ? List.of(by, new Objective(true, Expression.of("--pareto", BYTES))) : front;
    Map<String, Expression> figures = new LinkedHashMap<>(Map.of(drawn.text(), drawn));
    this.front.forEach(o -> figures.putIfAbsent(o.value().text(), o.value()));
    table = SweepTable.of(rows, List.copyOf(figures.values()));
  }

  /** Writes the document. */
  public String of(Origin origin, String title) {
    SweepTable grid =
        table.scaled(table.figures().stream().mapToDouble(SweepPage::scale).toArray());
    Map<String, Long> statuses = statuses();
    Page page = new Page("Sweep: " + title, origin).lead(lead(statuses));
    page.style(Page.resource(SweepPage.class, "sweep.css"));
    LinePlots lines = new LinePlots(grid, name(by.value()));
    if (lines.isThere()) {
      page.add(new Section("lines", "Line plots", lines::write));
    }
    page.add(new Section("best", "Best points", this::best));
    if (!front.isEmpty()) {
      BestPoints found = best(front, per, 1);
      if (!found.groups().isEmpty()) {
        page.add(new Section("fronts", "Pareto front", to -> fronts(to, found)));
      }
    }
    page.add(new Section("standing", "Point status", to -> standing(to, statuses)));
    page.add(new Section("file", "Reproduce", to -> file(to, title)));
    return page.write();
  }

  /** Removes the working directory from paths. */
  private String plain(String text) {
    return text.replace(here + "/", "");
  }

  /**
   * Returns the factor by which a metric is scaled for display; times are shown in microseconds.
   */
  private static double scale(Expression figure) {
    return figure.text().endsWith("seconds") && figure.names().contains(figure.text()) ? MICROS : 1;
  }

  private static String name(Expression figure) {
    if (scale(figure) == 1) {
      return figure.text();
    }
    return figure.text().startsWith("kernel") ? "kernel time in µs" : "time in µs";
  }

  private Map<String, Long> statuses() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Verdict verdict : Verdict.values()) {
      counts.put(verdict.words(), 0L);
    }
    counts.put(PointRow.MISSING, 0L);
    rows.forEach(row -> counts.merge(row.verdict(), 1L, Long::sum));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private String lead(Map<String, Long> statuses) {
    String words =
        rows.size()
            + (rows.size() == 1 ? " point: " : " points: ")
            + statuses.entrySet().stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining("; "))
            + ".";
    String axes =
        table.axes().stream()
            .map(a -> a.name() + " (" + (a.isBinned() ? "many" : a.values().size()) + ")")
            .collect(Collectors.joining(", "));
    return axes.isEmpty() ? words : words + " Axes, with their numbers of values: " + axes + ".";
  }

  private void standing(Element page, Map<String, Long> statuses) {
    List<List<Object>> counts = new ArrayList<>();
    statuses.forEach((status, count) -> counts.add(List.of(status, count)));
    table(page, "statuses", "Points by status", Heading.all("status", ">points"), counts);
    List<List<Object>> failures = failures();
    if (!failures.isEmpty()) {
      table(
          page,
          "failures",
          "Refused, wrong and failed points by message, with a command that reproduces one",
          Heading.all("status", ">points", "message", "devices", COMMAND),
          failures);
    }
  }

  /** Groups refused, wrong and failed points by message, largest groups first. */
  private List<List<Object>> failures() {
    Map<List<String>, List<PointRow>> groups = new LinkedHashMap<>();
    rows.forEach(
        row -> {
          if (!row.isOk() && !row.status().equals(PointRow.MISSING)) {
            String status = row.status() + (row.failure().isEmpty() ? "" : ": " + row.failure());
            groups.computeIfAbsent(List.of(row.message(), status), k -> new ArrayList<>()).add(row);
          }
        });
    List<Map.Entry<List<String>, List<PointRow>>> all = new ArrayList<>(groups.entrySet());
    all.sort((a, b) -> b.getValue().size() - a.getValue().size()); // stable
    List<List<Object>> cells = new ArrayList<>();
    all.forEach(
        e -> {
          List<PointRow> failed = e.getValue();
          List<String> devices = failed.stream().map(r -> r.point().device()).distinct().toList();
          String named = devices.stream().limit(NAMED).collect(Collectors.joining(", "));
          int more = devices.size() - NAMED;
          cells.add(
              List.of(
                  e.getKey().get(1),
                  failed.size(),
                  plain(e.getKey().get(0)),
                  more > 0 ? named + " and " + more + " more" : named,
                  command(failed.get(0))));
        });
    return cells;
  }

  private Element command(PointRow row) {
    return Element.of("td.cmd", Element.of("code", RunWords.of(row.point(), here)));
  }

  private BestPoints best(List<Objective> objectives, List<String> of, int top) {
    return BestPoints.of(rows, new BestQuery(objectives, of, constraints, top));
  }

  private void best(Element page) {
    int top = per.size() > 1 ? 1 : BEST; // several points for each problem size would be too many
    table(page, "bestpoints", "Best points, ranked by ", best(List.of(by), per, top));
    if (table.axis(Kind.DEVICE) >= 0) {
      List<String> onEach = Stream.concat(per.stream(), Stream.of("device")).toList();
      BestPoints each = best(List.of(by), onEach, 1);
      table(page, "bydevice", "The best point on each device, ranked by ", each);
    }
  }

  private void fronts(Element page, BestPoints best) {
    page.p("Points for which no other point is better in both metrics.");
    Element plots = page.child("div.plots");
    Map<Long, List<String>> groups = new HashMap<>(); // lookup only
    rows.forEach(row -> groups.put(row.point().index(), BestPoints.values(row, per)));
    best.groups().forEach(group -> front(group, groups).write(plots));
    table(page, "frontpoints", "Points of the Pareto front, by the first metric: ", best);
  }

  private int figure(Expression wanted) {
    List<String> texts = table.figures().stream().map(f -> f.text()).toList();
    return texts.indexOf(wanted.text());
  }

  private FrontPlot front(BestPoints.Group group, Map<Long, List<String>> groups) {
    Expression across = front.get(0).value();
    Expression up = front.get(1).value();
    int x = figure(across);
    int y = figure(up);
    StringBuilder name = new StringBuilder(group.values().get(0));
    for (int i = 1; i < per.size(); i++) {
      name.append(' ').append(per.get(i)).append('=').append(group.values().get(i));
    }
    Set<Long> there = new TreeSet<>();
    List<FrontPlot.Mark> marks = new ArrayList<>();
    for (Candidate one : group.best()) {
      there.add(one.row().point().index());
      marks.add(
          new FrontPlot.Mark(
              one.values().get(0).doubleValue() * scale(across),
              one.values().get(1).doubleValue() * scale(up),
              true,
              RunWords.of(one.row().point(), here)));
    }
    for (SweepTable.Entry e : table.entries()) {
      double[] v = e.values();
      boolean both = !Double.isNaN(v[x]) && !Double.isNaN(v[y]);
      if (both && !there.contains(e.index()) && groups.get(e.index()).equals(group.values())) {
        marks.add(new FrontPlot.Mark(v[x] * scale(across), v[y] * scale(up), false, ""));
      }
    }
    return new FrontPlot(name.toString(), name(across), name(up), marks);
  }

  private void table(Element page, String id, String caption, BestPoints best) {
    List<Objective> objectives = best.query().objectives();
    List<Heading> columns = Heading.all("workload", ">#", "device");
    objectives.forEach(o -> columns.add(Heading.figures(name(o.value()))));
    columns.addAll(Heading.all("point", COMMAND));
    List<List<Object>> cells = new ArrayList<>();
    for (BestPoints.Group group : best.groups()) {
      int rank = 0;
      for (Candidate one : group.best()) {
        PointRow row = one.row();
        List<Object> line = new ArrayList<>();
        line.addAll(List.of(row.workload(), ++rank, row.point().device()));
        for (int i = 0; i < objectives.size(); i++) {
          line.add(objectives.get(i).shown(one.values().get(i)));
        }
        line.addAll(List.of(one.words(), command(row)));
        cells.add(line);
      }
    }
    String where = best.query().where().map(w -> "; where " + w.text()).orElse("");
    table(page, id, caption + best.query().words() + where, columns, cells);
  }

  private static void table(
      Element page, String id, String caption, List<Heading> columns, List<List<Object>> cells) {
    int shown = Math.min(MOST_ROWS, cells.size());
    String more = shown < cells.size() ? ": the first " + shown + " of " + cells.size() : "";
    HtmlTable table = new HtmlTable(page, id, caption + more, columns);
    cells.subList(0, shown).forEach(table::row);
  }

  private void file(Element page, String title) {
    String folder = ShellWord.of(Path.of(title)) + "/";
    for (String command :
        List.of(
            "lockstep sweep sweep.yaml -o " + folder,
            "lockstep sweep export " + folder + " --format csv",
            "lockstep sweep best " + folder + " --by " + ShellWord.of(by.value().text()))) {
      page.p(Element.of("code", command));
    }
    Element folded = page.details("Sweep file, with all references resolved").classed("file");
    Element box = folded.child("div.scroll").with("role", "region").with("tabindex", 0);
    box.with("aria-label", "Sweep file").child("pre", plain(plan.text()));
  }
}
