package io.lockstep.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lockstep.execute.check.Access;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.Finding;
import io.lockstep.run.baseline.Baseline;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
    return write(version, results, CheckLog.none());
  }

  /**
   * The whole document, with what checks found where some were asked for.
   *
   * @param checks made while the program was executed
   */
  public static String write(String version, List<RunResult> results, CheckLog checks) {
    return write(version, results, checks, Optional.empty());
  }

  /**
   * The whole document beside a baseline.
   *
   * @param compared these results with it, in the same order
   */
  public static String write(
      String version,
      List<RunResult> results,
      CheckLog checks,
      Optional<Baseline.Comparison> compared) {
    return JsonDocument.of(
        version,
        json -> {
          json.writeArrayFieldStart("results");
          for (int i = 0; i < results.size(); i++) {
            json.writeStartObject();
            write(json, results.get(i));
            if (compared.isPresent()) {
              BaselineJson.change(json, compared.get().changes().get(i));
            }
            json.writeEndObject();
          }
          json.writeEndArray();
          if (compared.isPresent()) {
            BaselineJson.summary(json, compared.get());
          }
          if (checks.wantsAny()) {
            write(json, checks);
          }
        });
  }

  /** What checks found, as fields of the object that is being written. */
  static void write(JsonGenerator json, CheckLog checks) throws IOException {
    json.writeArrayFieldStart("checks");
    for (Finding f : checks.findings()) {
      json.writeStartObject();
      json.writeStringField("check", f.check().name().toLowerCase(Locale.ROOT));
      json.writeStringField("kernel", f.kernel());
      json.writeStringField("source", f.source());
      json.writeStringField("place", f.place());
      json.writeNumberField("offset", f.offset());
      json.writeBooleanField("between_groups", f.betweenGroups());
      json.writeArrayFieldStart("accesses");
      if (f.first() != null) {
        write(json, f.first());
      }
      write(json, f.second());
      json.writeEndArray();
      if (f.width() > 0) {
        json.writeNumberField("width", f.width());
      }
      json.writeNumberField("count", f.count());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("check_notes");
    for (String note : checks.notes()) {
      json.writeString(note);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Access access) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", access.kind().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("line", access.line());
    json.writeNumberField("work_group", access.group());
    json.writeNumberField("work_item", access.workItem());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, RunResult r) throws IOException {
    json.writeStringField("workload", r.workload());
    json.writeStringField("device", r.device());
    texts(json, "parameters", r.parameters());
    texts(json, "overrides", r.overrides());
    json.writeStringField("status", r.status().name().toLowerCase(Locale.ROOT));
    if (r.failure() != null) {
      json.writeStringField("failure", r.failure().key());
    }
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
      json.writeNumberField("kernel_cycles", r.kernelCycles());
      json.writeFieldName("kernel_seconds");
      json.writeNumber(Numbers.seconds(r.kernelPicos()).toPlainString());
      json.writeStringField("fingerprint", r.fingerprint());
      json.writeStringField("trace_sha256", r.traceSha256());
    } else {
      json.writeNullField("cycles");
      json.writeNullField("seconds");
      json.writeNullField("kernel_cycles");
      json.writeNullField("kernel_seconds");
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
  }

  /**
   * Parameters and overrides: numbers where they are plain numbers, text where they have a unit.
   */
  static void texts(JsonGenerator json, String name, Map<String, String> values)
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
