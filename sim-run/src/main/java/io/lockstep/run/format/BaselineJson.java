package io.lockstep.run.format;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.baseline.BaselineChange;
import io.lockstep.run.baseline.BaselineRow;
import io.lockstep.run.baseline.StatisticChange;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/** What has changed against a baseline, as fields of results in JSON. Stateless. */
final class BaselineJson {
  private BaselineJson() {}

  /** A field of the result that is being written. */
  static void change(JsonGenerator json, BaselineChange change) throws IOException {
    json.writeObjectFieldStart("baseline");
    json.writeStringField("change", change.kind().name().toLowerCase(Locale.ROOT));
    if (change.was().isPresent()) {
      BaselineRow was = change.was().get();
      json.writeStringField("status", was.status());
      number(json, "cycles", was.cycles());
      number(json, "seconds", was.seconds());
      number(json, "time_ratio", change.timeRatio());
      number(json, "kernel_time_ratio", change.kernelRatio());
      json.writeArrayFieldStart("reasons");
      for (String reason : change.reasons()) {
        json.writeString(reason);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("statistics");
      for (StatisticChange s : change.statistics()) {
        json.writeStartObject();
        json.writeStringField("name", s.name());
        number(json, "was", s.was());
        number(json, "now", s.now());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  /** Fields of the document: what was compared with, and what is not there any more. */
  static void summary(JsonGenerator json, Baseline.Comparison compared) throws IOException {
    json.writeObjectFieldStart("baseline");
    json.writeStringField("file", compared.baseline().file().toString());
    json.writeStringField("lockstep", compared.baseline().version());
    json.writeArrayFieldStart("missing");
    for (BaselineRow row : compared.missing()) {
      json.writeStartObject();
      json.writeStringField("workload", row.workload());
      json.writeStringField("device", row.device());
      JsonDocument.texts(json, "parameters", row.parameters());
      JsonDocument.texts(json, "overrides", row.overrides());
      json.writeStringField("status", row.status());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("added_statistics");
    for (String name : compared.added()) {
      json.writeString(name);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String name, Optional<BigDecimal> value)
      throws IOException {
    json.writeFieldName(name);
    if (value.isPresent()) {
      json.writeNumber(value.get().toPlainString());
    } else {
      json.writeNull();
    }
  }
}
