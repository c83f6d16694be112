package io.lockstep.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Results as JSON: stable names, additions only (DESIGN, section 6). Stateless. */
public final class ResultJson {
  private ResultJson() {}

  /**
   * The whole document.
   *
   * @param version of Lockstep
   * @param results in the order asked for
   */
  public static String write(String version, List<RunResult> results) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.setPrettyPrinter(printer());
      json.writeStartObject();
      json.writeStringField("lockstep", version);
      json.writeArrayFieldStart("results");
      for (RunResult result : results) {
        write(json, result);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.append('\n').toString();
  }

  /** Two spaces, line feeds on every system. */
  static DefaultPrettyPrinter printer() {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
  }

  private static void write(JsonGenerator json, RunResult r) throws IOException {
    json.writeStartObject();
    json.writeStringField("workload", r.workload());
    json.writeStringField("device", r.device());
    texts(json, "parameters", r.parameters());
    texts(json, "overrides", r.overrides());
    json.writeStringField("status", r.status().name().toLowerCase(Locale.ROOT));
    json.writeFieldName("verified");
    if (r.verified() == null) {
      json.writeNull();
    } else {
      json.writeBoolean(r.verified());
    }
    json.writeStringField("message", r.message());
    if (r.isSimulated()) {
      json.writeNumberField("cycles", r.cycles());
      json.writeFieldName("seconds");
      json.writeNumber(Numbers.seconds(r.picos()).toPlainString());
      json.writeStringField("fingerprint", r.fingerprint());
      json.writeStringField("trace_sha256", r.traceSha256());
    } else {
      json.writeNullField("cycles");
      json.writeNullField("seconds");
      json.writeNullField("fingerprint");
      json.writeNullField("trace_sha256");
    }
    json.writeStringField("device_sha256", r.deviceSha256());
    if (!r.bound().isEmpty()) {
      json.writeStringField("bound", r.bound());
    }
    json.writeObjectFieldStart("statistics");
    for (Map.Entry<String, BigDecimal> e : r.statistics().entrySet()) {
      json.writeFieldName(e.getKey());
      json.writeNumber(e.getValue().toPlainString());
    }
    json.writeEndObject();
    if (r.host() != null) {
      json.writeObjectFieldStart("host");
      json.writeFieldName("seconds");
      json.writeNumber(BigDecimal.valueOf(r.host().nanos(), 9).toPlainString());
      json.writeNumberField(
          "wavefront_instructions_per_second", r.host().wavefrontInstructionsPerSecond());
      json.writeNumberField(
          "work_item_instructions_per_second", r.host().workItemInstructionsPerSecond());
      json.writeNumberField("peak_bytes", r.host().peakBytes());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /**
   * Parameters and overrides: numbers where they are plain numbers, text where they have a unit.
   */
  private static void texts(JsonGenerator json, String name, Map<String, String> values)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> e : values.entrySet()) {
      json.writeFieldName(e.getKey());
      if (e.getValue().matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
        json.writeNumber(e.getValue());
      } else {
        json.writeString(e.getValue());
      }
    }
    json.writeEndObject();
  }
}
