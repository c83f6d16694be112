package io.lockstep.cli.sweep;

import io.lockstep.io.expression.Expression;
import io.lockstep.report.page.Column;
import io.lockstep.report.sweep.Effect;
import io.lockstep.report.sweep.Front;
import io.lockstep.report.sweep.GridAxis;
import io.lockstep.report.sweep.GridPoint;
import io.lockstep.report.sweep.Influence;
import io.lockstep.report.sweep.Rows;
import io.lockstep.report.sweep.SweepData;
import io.lockstep.report.sweep.SweepGrid;
import io.lockstep.report.sweep.SweepPage;
import io.lockstep.run.Verdict;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SearchSection.Objective;
import io.lockstep.sweep.look.BestPoints;
import io.lockstep.sweep.look.BestQuery;
import io.lockstep.sweep.look.Candidate;
import io.lockstep.sweep.look.MainEffects;
import io.lockstep.sweep.look.PointRow;
import io.lockstep.sweep.look.ProblemSizes;
import io.lockstep.sweep.look.RunWords;
import io.lockstep.sweep.look.SobolIndex;
import io.lockstep.sweep.look.SobolIndices;
import io.lockstep.sweep.look.SweepAxis;
import io.lockstep.sweep.look.SweepRows;
import io.lockstep.sweep.look.SweepTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the page of a sweep shows, taken from its results. */
public final class SweepPageData {
  private static final String BYTES = "dram.bytes";
  private static final int BEST = 5;
  private static final int NAMED = 6;
  private static final double MICROS = 1e6;

  private final OpenSweep sweep;
  private final Objective by;
  private final SweepRows rows;
  private final List<Objective> front;
  private final SweepTable table;
  private final List<String> per; // points that may be compared

  /** A refusal or failure with all points that have it. */
  private static final class Failed {
    long points;
    Point first;
    final Set<String> devices = new LinkedHashSet<>();
  }

  /**
   * @param front two figures, or none for the usual ones
   */
  SweepPageData(OpenSweep sweep, Expression drawn, List<Objective> front) {
    this.sweep = sweep;
    by = new Objective(true, drawn);
    Set<String> names = new TreeSet<>(drawn.names());
    front.forEach(o -> names.addAll(o.value().names()));
    per = ProblemSizes.groups(sweep.plan, names);
    names.addAll(per);
    names.add(BYTES);
    rows = SweepRows.read(sweep.store, sweep.plan, names);
    boolean usual = front.isEmpty() && rows.hasStatistic(BYTES);
    this.front = usual ? List.of(by, new Objective(true, Expression.of("--pareto", BYTES))) : front;
    List<Expression> figures = new ArrayList<>(List.of(drawn));
    this.front.forEach(
        o -> {
          if (figures.stream().noneMatch(f -> f.text().equals(o.value().text()))) {
            figures.add(o.value());
          }
        });
    table = SweepTable.of(rows, figures);
  }

  SweepData of(String title) {
    Rows statuses = statuses();
    return new SweepData(
        title,
        lead(statuses),
        grid(),
        statuses,
        failures(),
        best(),
        bestByDevice(),
        fronts(),
        frontRows(),
        MainEffects.of(table, 0).stream()
            .map(e -> new Effect(e.workload(), e.axis(), e.value(), e.factor(), e.blocks()))
            .toList(),
        SobolIndices.of(rows, sweep.plan.file(), by.value()).stream()
            .map(SweepPageData::influence)
            .toList(),
        plain(sweep.plan.text()),
        List.of(
            "lockstep sweep sweep.yaml -o " + title + "/",
            "lockstep sweep export " + title + "/ --csv",
            "lockstep sweep best " + title + "/ --by " + RunWords.quoted(by.value().text())));
  }

  /** Names of files as seen from here: what others see is the same. */
  private static String plain(String text) {
    return text.replace(OpenSweep.here() + "/", "");
  }

  private static double scale(Expression figure) {
    return figure.text().endsWith("seconds") && figure.names().contains(figure.text()) ? MICROS : 1;
  }

  private static String name(Expression figure) {
    if (scale(figure) == 1) {
      return figure.text();
    }
    return figure.text().startsWith("kernel") ? "kernel time in µs" : "time in µs";
  }

  private SweepGrid grid() {
    List<GridAxis> axes = new ArrayList<>();
    for (SweepAxis a : table.axes()) {
      GridAxis.Kind kind = GridAxis.Kind.valueOf(a.kind().name());
      axes.add(new GridAxis(a.name(), kind, a.values(), a.numbers()));
    }
    double[] scales = table.figures().stream().mapToDouble(SweepPageData::scale).toArray();
    List<GridPoint> points = new ArrayList<>();
    for (SweepTable.Entry e : table.entries()) {
      double[] values = e.values().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] *= scales[i];
      }
      points.add(new GridPoint(e.index(), e.places(), e.status(), values));
    }
    return new SweepGrid(axes, table.figures().stream().map(SweepPageData::name).toList(), points);
  }

  private Rows statuses() {
    Map<String, Long> counts = new LinkedHashMap<>();
    rows.forEach(row -> counts.merge(row.verdict(), 1L, Long::sum));
    List<String> order = new ArrayList<>(); // the usual one
    for (Verdict verdict : Verdict.values()) {
      order.add(verdict.words());
    }
    order.add(PointRow.MISSING);
    List<List<String>> cells = new ArrayList<>();
    for (String status : order) {
      if (counts.containsKey(status)) {
        cells.add(List.of(status, "" + counts.get(status)));
      }
    }
    return new Rows(
        "Points by how they came out",
        List.of(Column.words("status"), Column.figures("points")),
        cells);
  }

  private String lead(Rows statuses) {
    StringBuilder words = new StringBuilder();
    words.append(rows.size()).append(rows.size() == 1 ? " point: " : " points: ");
    List<String> parts = new ArrayList<>();
    statuses.cells().forEach(c -> parts.add(c.get(1) + " " + c.get(0)));
    words.append(String.join("; ", parts)).append(". ");
    List<String> axes = new ArrayList<>();
    for (SweepAxis a : table.axes()) {
      axes.add(a.name() + " (" + (a.isBinned() ? "many" : a.values().size()) + ")");
    }
    return axes.isEmpty()
        ? words.toString().strip()
        : words + "What varies: " + String.join(", ", axes) + ".";
  }

  private Rows failures() {
    Map<List<String>, Failed> groups = new LinkedHashMap<>();
    rows.forEach(
        row -> {
          if (!row.isOk() && !row.status().equals(PointRow.MISSING)) {
            List<String> key = List.of(row.message(), row.status(), row.failure());
            Failed failed = groups.computeIfAbsent(key, k -> new Failed());
            failed.first = failed.points++ == 0 ? row.point() : failed.first;
            failed.devices.add(row.point().device());
          }
        });
    List<Map.Entry<List<String>, Failed>> all = new ArrayList<>(groups.entrySet());
    all.sort((a, b) -> Long.compare(b.getValue().points, a.getValue().points)); // stable
    List<List<String>> cells = new ArrayList<>();
    all.forEach(
        e -> {
          Failed failed = e.getValue();
          List<String> key = e.getKey();
          String status = key.get(1) + (key.get(2).isEmpty() ? "" : ": " + key.get(2));
          List<String> devices = new ArrayList<>(failed.devices);
          String named = String.join(", ", devices.subList(0, Math.min(NAMED, devices.size())));
          int more = devices.size() - NAMED;
          cells.add(
              List.of(
                  status,
                  "" + failed.points,
                  plain(key.get(0)),
                  more > 0 ? named + " and " + more + " more" : named,
                  RunWords.of(failed.first, OpenSweep.here())));
        });
    return new Rows(
        "What was refused, wrong or failed, by message, with a command that shows it",
        List.of(
            Column.words("status"),
            Column.figures("points"),
            Column.words("message"),
            Column.words("devices"),
            SweepPage.command()),
        cells);
  }

  private Rows best() {
    int top = per.size() > 1 ? 1 : BEST; // a few for each size are many
    BestQuery query = new BestQuery(List.of(by), per, Optional.empty(), top);
    return rows(BestPoints.of(rows, query), "Best points, ranked by " + query.words());
  }

  private Rows bestByDevice() {
    List<String> onEach = new ArrayList<>(per);
    onEach.add("device");
    BestQuery query = new BestQuery(List.of(by), onEach, Optional.empty(), 1);
    return rows(
        BestPoints.of(rows, query), "The best point on each device, ranked by " + query.words());
  }

  private Rows frontRows() {
    BestPoints best =
        front.isEmpty()
            ? new BestPoints(new BestQuery(List.of(by), per, Optional.empty(), 1), List.of())
            : BestPoints.of(rows, new BestQuery(front, per, Optional.empty(), 1));
    return rows(best, "Points on the front, by the first figure: " + best.query().words());
  }

  private Rows rows(BestPoints best, String caption) {
    List<Objective> objectives = best.query().objectives();
    List<Column> columns =
        new ArrayList<>(
            List.of(Column.words("workload"), Column.figures("#"), Column.words("device")));
    objectives.forEach(o -> columns.add(Column.figures(name(o.value()))));
    columns.add(Column.words("point"));
    columns.add(SweepPage.command());
    List<List<String>> cells = new ArrayList<>();
    for (BestPoints.Group group : best.groups()) {
      int rank = 0;
      for (Candidate one : group.best()) {
        PointRow row = one.row();
        List<String> line =
            new ArrayList<>(List.of(row.workload(), "" + ++rank, row.point().device()));
        for (int i = 0; i < objectives.size(); i++) {
          line.add(Objectives.shown(objectives.get(i), one.values().get(i)));
        }
        line.add(BestTable.words(one));
        line.add(RunWords.of(row.point(), OpenSweep.here()));
        cells.add(line);
      }
    }
    return new Rows(caption, columns, cells);
  }

  /**
   * For each workload and problem size all points, those of the front in the order of the first
   * figure.
   */
  private List<Front> fronts() {
    if (front.isEmpty()) {
      return List.of();
    }
    BestPoints best = BestPoints.of(rows, new BestQuery(front, per, Optional.empty(), 1));
    int x = figure(front.get(0));
    int y = figure(front.get(1));
    double wide = scale(front.get(0).value());
    double high = scale(front.get(1).value());
    Map<Long, List<String>> groups = new HashMap<>(); // looked up only
    rows.forEach(row -> groups.put(row.point().index(), BestPoints.values(row, per)));
    List<Front> fronts = new ArrayList<>();
    for (BestPoints.Group group : best.groups()) {
      StringBuilder name = new StringBuilder(group.values().get(0));
      for (int i = 1; i < per.size(); i++) {
        name.append(' ').append(per.get(i)).append('=').append(group.values().get(i));
      }
      Set<Long> there = new TreeSet<>();
      List<Front.Mark> marks = new ArrayList<>();
      for (Candidate one : group.best()) {
        there.add(one.row().point().index());
        marks.add(
            new Front.Mark(
                one.values().get(0).doubleValue() * wide,
                one.values().get(1).doubleValue() * high,
                true,
                RunWords.of(one.row().point(), OpenSweep.here())));
      }
      for (SweepTable.Entry e : table.entries()) {
        boolean of = groups.get(e.index()).equals(group.values());
        boolean both = !Double.isNaN(e.values()[x]) && !Double.isNaN(e.values()[y]);
        if (of && both && !there.contains(e.index())) {
          marks.add(new Front.Mark(e.values()[x] * wide, e.values()[y] * high, false, ""));
        }
      }
      fronts.add(
          new Front(
              name.toString(), name(front.get(0).value()), name(front.get(1).value()), marks));
    }
    return fronts;
  }

  private int figure(Objective objective) {
    for (int i = 0; i < table.figures().size(); i++) {
      if (table.figures().get(i).text().equals(objective.value().text())) {
        return i;
      }
    }
    throw new IllegalStateException(objective.toString());
  }

  private static Influence influence(SobolIndices s) {
    String note =
        s.message().isEmpty()
            ? s.base() + " base points" + (s.lost() > 0 ? ", " + s.lost() + " left out" : "")
            : s.message();
    return new Influence(
        s.of(),
        note,
        s.indices().stream()
            .map(i -> new Influence.Share(i.name(), interval(i.first()), interval(i.total())))
            .toList());
  }

  private static Influence.Interval interval(SobolIndex.Estimate e) {
    return new Influence.Interval(e.value(), e.low(), e.high());
  }
}
