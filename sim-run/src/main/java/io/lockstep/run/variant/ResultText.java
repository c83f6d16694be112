package io.lockstep.run.variant;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file form of a result: JSON, with the same bytes for the same result. It contains everything
 * except host figures, times by line and critical paths. A folder of results stores its SHA-256
 * too; a reader writes the result again and compares. Stateless.
 */
public final class ResultText {
  private static final JsonFactory JSON = new JsonFactory();

  private ResultText() {}

  static byte[] write(String key, RunResult r) {
    String result = result(r);
    return ("{\"lockstep_result\":1,\"key\":\""
            + key
            + "\",\"sha256\":\""
            + Digests.sha256(key + "\n" + result)
            + "\",\"result\":"
            + result
            + "}\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String result(RunResult r) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(r, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // into memory
    }
    return text.toString();
  }

  /**
   * Writes a result as one object. Statistics come last; numbers keep their scale.
   *
   * @param r however it came out
   * @param json takes the object where a value is due
   * @throws IOException where that cannot be written
   */
  public static void write(RunResult r, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("workload", r.workload());
    json.writeStringField("device", r.device());
    json.writeStringField("name", r.deviceName());
    texts(json, "parameters", r.parameters());
    texts(json, "overrides", r.overrides());
    json.writeStringField("status", r.status().name());
    if (r.failure() != null) {
      json.writeStringField("failure", r.failure().name());
    }
    json.writeStringField("verified", String.valueOf(r.verified()));
    json.writeStringField("message", r.message());
    json.writeNumberField("cycles", r.cycles());
    json.writeNumberField("picos", r.picos());
    json.writeNumberField("kernel_picos", r.kernelPicos());
    json.writeStringField("fingerprint", r.fingerprint());
    json.writeStringField("trace_sha256", r.traceSha256());
    json.writeStringField("device_sha256", r.deviceSha256());
    json.writeStringField("bound", r.bound());
    json.writeObjectFieldStart("statistics");
    for (Map.Entry<String, BigDecimal> e : r.statistics().entrySet()) {
      json.writeFieldName(e.getKey());
      json.writeNumber(e.getValue().toString()); // with its scale
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, String name, Map<String, String> map)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> e : map.entrySet()) {
      json.writeStringField(e.getKey(), e.getValue());
    }
    json.writeEndObject();
  }

  /** What a file says; empty where it is no such file. It may say what nobody wrote. */
  static Optional<RunResult> read(byte[] bytes) {
    RunResult result = null;
    try (JsonParser json = JSON.createParser(bytes)) {
      for (JsonToken t = json.nextToken(); t != null; t = json.nextToken()) {
        if (t == JsonToken.START_OBJECT && "result".equals(json.currentName())) {
          result = read(json);
        }
      }
      return Optional.ofNullable(result);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads a result that {@link #write(RunResult, JsonGenerator)} has written. Names that it does
   * not know are left out.
   *
   * @param json stands at the begin of the object; afterwards at its end
   * @return the result
   * @throws IOException where that is no JSON, or no result
   */
  public static RunResult read(JsonParser json) throws IOException {
    Map<String, String> texts = new HashMap<>(); // looked up only
    SortedMap<String, String> parameters = new TreeMap<>();
    SortedMap<String, String> overrides = new TreeMap<>();
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    try {
      for (JsonToken t = json.nextToken(); t != JsonToken.END_OBJECT; t = json.nextToken()) {
        String name = json.currentName();
        t = json.nextToken();
        if (t == JsonToken.START_OBJECT && name.equals("parameters")) {
          texts(json, parameters);
        } else if (t == JsonToken.START_OBJECT && name.equals("overrides")) {
          texts(json, overrides);
        } else if (t == JsonToken.START_OBJECT && name.equals("statistics")) {
          while (json.nextToken() == JsonToken.FIELD_NAME) {
            String statistic = json.currentName();
            json.nextToken();
            statistics.put(statistic, new BigDecimal(json.getText()));
          }
        } else if (t.isScalarValue()) {
          texts.put(name, json.getText());
        } else {
          json.skipChildren();
        }
      }
      return result(texts, parameters, overrides, statistics);
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new IOException("not a result", e);
    }
  }

  private static void texts(JsonParser json, Map<String, String> to) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      to.put(name, json.getText());
    }
  }

  private static RunResult result(
      Map<String, String> texts,
      SortedMap<String, String> parameters,
      SortedMap<String, String> overrides,
      SortedMap<String, BigDecimal> statistics) {
    String failure = texts.get("failure");
    return new RunResult(
        text(texts, "workload"),
        text(texts, "device"),
        text(texts, "name"),
        parameters,
        overrides,
        RunStatus.valueOf(text(texts, "status")),
        verified(text(texts, "verified")),
        text(texts, "message"),
        Long.parseLong(text(texts, "cycles")),
        Long.parseLong(text(texts, "picos")),
        Long.parseLong(text(texts, "kernel_picos")),
        text(texts, "fingerprint"),
        text(texts, "trace_sha256"),
        text(texts, "device_sha256"),
        statistics,
        text(texts, "bound"),
        null,
        failure == null ? null : Failure.valueOf(failure),
        null,
        null,
        null);
  }

  private static Boolean verified(String text) {
    return text.equals("null") ? null : Boolean.valueOf(text);
  }

  private static String text(Map<String, String> texts, String name) {
    String text = texts.get(name);
    if (text == null) {
      throw new IllegalArgumentException(name);
    }
    return text;
  }
}
