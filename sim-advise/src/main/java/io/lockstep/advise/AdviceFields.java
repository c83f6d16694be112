// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.trial.Decimals;
import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes recommendations as JSON and CSV. Later versions only add fields. */
public final class AdviceFields {
  private AdviceFields() {}

  /** {@return the complete JSON document} */
  public static String json(String version, Recommendations r) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("workload", r.workload());
          json.typed("parameters", r.parameters());
          json.text("timing", r.kernels() ? "kernels" : "workload");
          json.word("state", r.state());
          json.list(
              "devices",
              r.devices(),
              (device, to) -> {
                to.text("device", device.device());
                to.number("picoseconds", BigDecimal.valueOf(device.picos()));
                to.text("problem", device.problem().isEmpty() ? null : device.problem());
              });
          json.list(
              "advice",
              r.findings(),
              (advice, to) -> {
                plain(advice, to);
                to.group("evidence", all -> advice.evidence().forEach(all::number));
              });
          json.texts("notes", r.notes());
        });
  }

  /** {@return CSV text with a line for each finding} */
  public static String csv(Recommendations r) {
    CsvRows csv =
        CsvRows.of(
            List.of(
                "device",
                "rule",
                "finding",
                "change",
                "kernel",
                "line",
                "gain",
                "low",
                "high",
                "simulated",
                "evidence"));
    r.findings()
        .forEach(
            advice ->
                csv.row(
                    to -> {
                      plain(advice, to);
                      to.text("evidence", evidence(advice.evidence()));
                    }));
    return csv.text();
  }

  private static void plain(Advice advice, Fields to) {
    to.text("device", advice.device());
    to.text("rule", advice.rule());
    to.text("finding", advice.words().finding());
    to.text("change", advice.words().change());
    to.text("kernel", advice.place().kernel().isEmpty() ? null : advice.place().kernel());
    to.number(
        "line", advice.place().line() == 0 ? null : BigDecimal.valueOf(advice.place().line()));
    boolean isKnown = !advice.gain().equals(Advice.Gain.NONE);
    to.number("gain", isKnown ? Decimals.of(advice.gain().mean()) : null);
    to.number("low", isKnown ? Decimals.of(advice.gain().low()) : null);
    to.number("high", isKnown ? Decimals.of(advice.gain().high()) : null);
    to.text("simulated", advice.words().simulated());
  }

  private static String evidence(Map<String, BigDecimal> numbers) {
    return numbers.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue().stripTrailingZeros().toPlainString())
        .collect(Collectors.joining(" "));
  }
}
