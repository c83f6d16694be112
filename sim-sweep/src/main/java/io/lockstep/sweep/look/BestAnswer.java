// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.answer.Answer;
import io.lockstep.sweep.file.Goals.Objective;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The best points of a sweep as {@code sweep best} prints them.
 *
 * @param here folder to which file names in commands are relative
 */
public record BestAnswer(BestPoints best, Path here) {
  private static final List<String> DIRECTIONS = List.of("minimise", "maximise");

  /**
   * One of the best points.
   *
   * @param number number among all best points, from 1
   * @param rank number within the group, from 1
   * @param values values of the objectives by expression
   */
  public record Line(
      BestPoints.Group group,
      int number,
      int rank,
      Candidate one,
      Map<String, BigDecimal> values,
      String command) {
    PointRow row() {
      return one.row();
    }
  }

  private static final Answer<Line> POINT =
      Answer.<Line>part()
          .integer("point", "Index in the plan, of the first phase.", l -> l.row().point().index())
          .text("workload", "Short name of the workload file.", l -> l.row().workload())
          .text("device", "", l -> l.row().point().device())
          .typed("parameters", "Parameters that the sweep sets.", l -> l.row().parameters())
          .typed("overrides", "Parameters of the device that it sets.", l -> l.row().settings())
          .integer("phases", "Launch phases that are averaged.", l -> l.one.phases())
          .numbers("figures", "Value of each objective by its expression.", Line::values)
          .text("command", "Shell command that simulates the point again.", Line::command);

  private static final Answer<List<Line>> GROUP =
      Answer.<List<Line>>part()
          .texts("values", "Of the names in per; empty for none.", g -> g.get(0).group.values())
          .integer("points", "Points in the group.", g -> g.get(0).group.points())
          .integer(
              "near",
              "Points within 0.3 % of the best one, itself included; absent for a front.",
              g -> g.get(0).group.near())
          .when(g -> g.get(0).group.near() > 0)
          .list("best", "Best first; a front is sorted by its first objective.", g -> g, POINT);

  private static final Answer<Objective> OBJECTIVE =
      Answer.<Objective>part()
          .text("expression", "", o -> o.value().text())
          .word("direction", "", DIRECTIONS, o -> DIRECTIONS.get(o.minimise() ? 0 : 1));

  /** Declares the document. */
  public static final Answer<BestAnswer> ANSWER =
      Answer.<BestAnswer>of("Best points of a sweep", "Output of sweep best with --format json.")
          .flag("pareto", "Whether the points are a Pareto front.", a -> a.query().isFront())
          .list("objectives", "", a -> a.query().objectives(), OBJECTIVE)
          .texts("per", "Names whose values form groups.", a -> a.query().per())
          .text("ranked_by", "Objectives, and names with equal values.", a -> a.query().words())
          .textOrNull("where", "Condition of all points; null for none.", BestAnswer::where)
          .list("groups", "In the order of their first points.", BestAnswer::groups, GROUP);

  private BestQuery query() {
    return best.query();
  }

  private String where() {
    return query().where().map(Object::toString).orElse("");
  }

  private List<List<Line>> groups() {
    List<List<Line>> groups = new ArrayList<>();
    int number = 0;
    for (BestPoints.Group group : best.groups()) {
      List<Line> lines = new ArrayList<>();
      for (Candidate one : group.best()) {
        Map<String, BigDecimal> values = byName(expressions(), one.values());
        String command = RunWords.of(one.row().point(), here);
        lines.add(new Line(group, ++number, lines.size() + 1, one, values, command));
      }
      groups.add(lines);
    }
    return groups;
  }

  private List<String> expressions() {
    return query().objectives().stream().map(o -> o.value().text()).toList();
  }

  private static <V> Map<String, V> byName(List<String> names, List<V> values) {
    Map<String, V> byName = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      byName.put(names.get(i), values.get(i));
    }
    return byName;
  }

  /** {@return the best points of all groups} */
  public List<Line> lines() {
    return groups().stream().flatMap(List::stream).toList();
  }

  /** {@return CSV text with a line for each point} */
  public String csv() {
    return Answer.<Line>part()
        .named("group", "", l -> byName(query().per(), l.group.values()))
        .integer("rank", "", Line::rank)
        .include(POINT, l -> l)
        .csvOfAll(Map.of("figures", "", "group", "per."), lines());
  }

  /** {@return the declaration of the table, whose columns depend on the query} */
  public Answer<Line> table() {
    List<String> per = query().per();
    Answer<Line> table = Answer.<Line>part().column(">#", l -> Integer.toString(l.number));
    for (int i = 0; i < per.size(); i++) {
      int at = i;
      table.column(per.get(i), l -> l.group.values().get(at));
    }
    if (!per.contains("workload")) {
      table.column("workload", l -> l.row().workload());
    }
    if (!per.contains("device")) {
      table.column("device", l -> l.row().point().device());
    }
    for (Objective o : query().objectives()) {
      table.column(">" + o.heading(), l -> o.shown(l.values.get(o.value().text())));
    }
    if (!query().isFront()) {
      table.column(">within 0.3 %", l -> Long.toString(l.group.near()));
    }
    return table
        .column(">of", l -> Long.toString(l.group.points()))
        .column("point", l -> l.one.words())
        .lessImportant("of", "workload");
  }
}
