// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.address;

import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInput;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes questions about address spaces and their answers as fields. */
public final class AddressFields {
  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,17}");

  private AddressFields() {}

  public static String json(
      String version, AddressKind kind, AddressInputs inputs, AddressAnswer answer) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("kind", kind.name());
          json.group("inputs", to -> inputs.all().forEach((k, v) -> value(k, v, to)));
          json.group("result", to -> result(answer, to));
          json.list("steps", answer.steps(), AddressFields::step);
        });
  }

  private static void value(String name, String text, Fields to) {
    if (DECIMAL.matcher(text).matches()) {
      to.number(name, new BigDecimal(text));
    } else {
      to.text(name, text);
    }
  }

  private static void result(AddressAnswer answer, Fields to) {
    for (AddressAnswer.Value v : answer.result()) {
      if (v.isNumber()) {
        to.number(v.name(), new BigDecimal(v.text()));
      } else {
        to.text(v.name(), v.text());
      }
    }
  }

  public static void step(AddressAnswer.Step step, Fields to) {
    to.text("term", step.term());
    to.text("formula", step.formula());
    to.text("value", step.value());
    to.text("source", step.source());
  }

  /** {@return the steps of an answer as CSV} */
  public static String csv(AddressAnswer answer) {
    CsvRows csv = CsvRows.all(Map.of());
    answer.steps().forEach(s -> csv.row(to -> step(s, to)));
    return csv.text();
  }

  public static void kind(AddressKind kind, Fields to) {
    to.text("kind", kind.name());
    to.text("meaning", kind.meaning());
    to.texts("inputs", kind.inputs().stream().map(AddressInput::name).toList());
    to.text("example", kind.example());
  }

  public static void input(AddressInput input, Fields to) {
    to.text("input", input.name());
    to.text("default", input.fallback().orElse("must be given"));
    to.text("meaning", input.meaning());
  }

  /** {@return the listing of kinds as JSON} */
  public static String json(String version, List<AddressKind> kinds) {
    return JsonDocument.of(
        version,
        json ->
            json.list(
                "kinds",
                kinds,
                (kind, to) -> {
                  to.text("kind", kind.name());
                  to.text("meaning", kind.meaning());
                  to.text("example", kind.example());
                  to.list("inputs", kind.inputs(), AddressFields::input);
                }));
  }
}
