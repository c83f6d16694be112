// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.whatif;

import io.lockstep.explain.trial.Decimals;
import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import java.util.List;

/** Writes alternatives as JSON and CSV. Later versions only add fields. */
public final class AlternativesFields {
  private AlternativesFields() {}

  /** {@return the complete JSON document} */
  public static String json(String version, Alternatives a) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("workload", a.workload());
          json.typed("parameters", a.parameters());
          json.text("timing", a.kernels() ? "kernels" : "workload");
          json.list(
              "devices",
              a.bases(),
              (base, to) -> {
                to.text("device", base.device());
                to.numbers("picoseconds", longs(base.picos()));
              });
          json.list(
              "changes",
              a.changes(),
              (change, to) -> {
                plain(change, to);
                to.numbers("picoseconds", longs(change.picos()));
              });
          json.texts("notes", a.notes());
        });
  }

  /** {@return CSV text with a line for each change} */
  public static String csv(Alternatives a) {
    CsvRows csv =
        CsvRows.of(List.of("device", "figure", "value", "factor", "error", "sentence", "problem"));
    a.changes().forEach(change -> csv.row(to -> plain(change, to)));
    return csv.text();
  }

  private static void plain(Alternative change, Fields to) {
    to.text("device", change.device());
    to.text("figure", change.figure());
    to.text("value", change.value());
    to.number("factor", Decimals.of(change.factor()));
    to.number("error", Decimals.of(change.error()));
    to.text("sentence", change.sentence().isEmpty() ? null : change.sentence());
    to.text("problem", change.problem().isEmpty() ? null : change.problem());
  }

  private static long[] longs(List<Long> values) {
    return values.stream().mapToLong(v -> v).toArray();
  }
}
