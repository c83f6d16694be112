// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import io.lockstep.explain.trial.Decimals;
import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import java.util.List;

/** Writes sensitivities as JSON and CSV. Later versions only add fields. */
public final class SensitivityFields {
  private SensitivityFields() {}

  /** {@return the complete JSON document} */
  public static String json(String version, Sensitivity s) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("device", s.device());
          json.text("workload", s.workload());
          json.typed("parameters", s.parameters());
          json.text("timing", s.kernels() ? "kernels" : "workload");
          json.numbers("picoseconds", longs(s.picos()));
          json.number("noise", Decimals.of(s.noise()));
          json.list("figures", s.figures(), SensitivityFields::figure);
          json.texts("notes", s.notes());
        });
  }

  /** {@return CSV text with a line for each simulated value, and for each figure without one} */
  public static String csv(Sensitivity s) {
    CsvRows csv =
        CsvRows.of(
            List.of(
                "figure",
                "value",
                "kind",
                "seen",
                "elasticity",
                "error",
                "step",
                "factor",
                "factor_error",
                "message"));
    for (FigureEffect f : s.figures()) {
      for (FigureStep step : f.steps()) {
        csv.row(
            to -> {
              plain(f, to);
              to.text("step", step.value());
              to.number("factor", Decimals.of(step.factor()));
              to.number("factor_error", Decimals.of(step.error()));
            });
      }
      if (f.isStuck()) {
        csv.row(to -> plain(f, to));
      }
    }
    return csv.text();
  }

  private static void plain(FigureEffect f, Fields to) {
    to.text("figure", f.figure());
    to.text("value", f.value());
    to.word("kind", f.kind());
    to.flag("seen", f.seen());
    to.number("elasticity", Decimals.of(f.elasticity()));
    to.number("error", Decimals.of(f.error()));
    to.text("message", f.message().isEmpty() ? null : f.message());
  }

  private static void figure(FigureEffect f, Fields to) {
    plain(f, to);
    to.list(
        "steps",
        f.steps(),
        (step, of) -> {
          of.text("value", step.value());
          of.number("factor", Decimals.of(step.factor()));
          of.number("error", Decimals.of(step.error()));
          of.numbers("picoseconds", longs(step.picos()));
        });
  }

  private static long[] longs(List<Long> values) {
    return values.stream().mapToLong(v -> v).toArray();
  }
}
