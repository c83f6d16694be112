// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import io.lockstep.sweep.file.SearchSection.Objective;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Best points as fields of documents and tables. New fields may be added, but none renamed. */
public final class BestFields {
  private BestFields() {}

  /**
   * {@return the complete document}
   *
   * @param version version of Lockstep
   * @param best best points to write
   * @param here folder that file names in commands are relative to
   */
  public static String json(String version, BestPoints best, Path here) {
    BestQuery query = best.query();
    return JsonDocument.of(
        version,
        json -> {
          json.flag("pareto", query.isFront());
          json.list("objectives", query.objectives(), BestFields::objective);
          json.texts("per", query.per());
          json.text("ranked_by", query.words());
          json.text("where", query.where().map(Object::toString).orElse(null));
          json.list(
              "groups",
              best.groups(),
              (group, to) -> {
                to.texts("values", group.values());
                to.number("points", group.points());
                to.list("best", group.best(), (one, of) -> point(query, one, here, of));
              });
        });
  }

  /**
   * {@return a line for each point}
   *
   * @param best best points to write
   * @param here folder that file names in commands are relative to
   */
  public static String csv(BestPoints best, Path here) {
    CsvRows csv = CsvRows.all(Map.of("figures", "", "group", "per."), "group", "rank");
    for (BestPoints.Group group : best.groups()) {
      int rank = 0;
      for (Candidate one : group.best()) {
        int number = ++rank;
        csv.row(
            to -> {
              to.group(
                  "group",
                  of -> {
                    List<String> per = best.query().per();
                    for (int i = 0; i < per.size(); i++) {
                      of.text(per.get(i), group.values().get(i));
                    }
                  });
              to.number("rank", number);
              point(best.query(), one, here, to);
            });
      }
    }
    return csv.text();
  }

  private static void objective(Objective objective, Fields to) {
    to.text("expression", objective.value().text());
    to.text("direction", objective.minimise() ? "minimise" : "maximise");
  }

  private static void point(BestQuery query, Candidate one, Path here, Fields to) {
    PointRow row = one.row();
    to.number("point", row.point().index());
    to.text("workload", row.workload());
    to.text("device", row.point().device());
    to.typed("parameters", row.parameters());
    to.typed("overrides", row.settings());
    to.number("phases", one.phases());
    to.group(
        "figures",
        of -> {
          for (int i = 0; i < query.objectives().size(); i++) {
            of.number(query.objectives().get(i).value().text(), one.values().get(i));
          }
        });
    to.text("command", RunWords.of(row.point(), here));
  }
}
