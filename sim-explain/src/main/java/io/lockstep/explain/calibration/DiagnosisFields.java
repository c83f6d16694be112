// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.trial.Decimals;
import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import java.util.List;

/** Writes diagnoses as JSON and CSV. Later versions only add fields. */
public final class DiagnosisFields {
  private DiagnosisFields() {}

  /** {@return the complete JSON document} */
  public static String json(String version, Diagnosis d) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("device", d.device());
          json.number("error", Decimals.of(d.error()));
          json.list("suspects", d.candidates(), DiagnosisFields::candidate);
          json.list("rows", d.rows(), DiagnosisFields::row);
          json.texts("no_effect", d.unseen());
          json.texts("no_step", d.stuck());
          json.number("simulations", d.simulations());
          json.texts("notes", d.notes());
        });
  }

  /** {@return CSV text with a line for each candidate} */
  public static String csv(Diagnosis d) {
    CsvRows csv =
        CsvRows.of(
            List.of(
                "rank",
                "figure",
                "value",
                "implied",
                "response",
                "explained",
                "remaining",
                "simulated",
                "alike"));
    d.candidates().forEach(s -> csv.row(to -> candidate(s, to)));
    return csv.text();
  }

  private static void candidate(CalibrationCandidate s, Fields to) {
    to.number("rank", s.rank());
    to.text("figure", s.figure());
    to.text("value", s.value());
    to.text("implied", s.implied());
    to.number("response", Decimals.of(s.response()));
    to.number("explained", Decimals.of(s.explained()));
    to.number("remaining", Decimals.of(s.remaining()));
    to.flag("simulated", s.simulated());
    to.texts("alike", s.alike());
  }

  private static void row(Residual row, Fields to) {
    to.text("id", row.id());
    to.number("expected", Decimals.significant(row.expected()));
    to.number("simulated", Decimals.significant(row.simulated()));
    to.number("error", Decimals.of(row.error()));
    to.number("left", Decimals.of(row.left()));
    to.number("weight", Decimals.of(row.weight()));
  }
}
