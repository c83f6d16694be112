package io.lockstep.run.variant;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A simulated result as a file keeps it: JSON, the same bytes for the same result, its SHA-256
 * beside it. Whoever reads one writes it again and compares. Stateless.
 */
final class ResultText {
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
      json.writeStartObject();
      json.writeStringField("workload", r.workload());
      json.writeStringField("device", r.device());
      json.writeStringField("name", r.deviceName());
      texts(json, "parameters", r.parameters());
      texts(json, "overrides", r.overrides());
      json.writeStringField("status", r.status().name());
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
    } catch (IOException e) {
      throw new UncheckedIOException(e); // into memory
    }
    return text.toString();
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
    Map<String, String> texts = new TreeMap<>();
    Map<String, SortedMap<String, String>> maps = new TreeMap<>();
    try (JsonParser json = JSON.createParser(bytes)) {
      SortedMap<String, String> map = new TreeMap<>();
      String outer = "";
      for (JsonToken t = json.nextToken(); t != null; t = json.nextToken()) {
        if (t == JsonToken.START_OBJECT && json.currentName() != null) {
          outer = json.currentName();
          map = new TreeMap<>();
          maps.put(outer, map);
        } else if (t == JsonToken.END_OBJECT) {
          outer = "";
        } else if (t.isScalarValue()) {
          boolean inner = maps.containsKey(outer) && !outer.equals("result");
          (inner ? map : texts).put(json.currentName(), json.getText());
        }
      }
      return Optional.of(result(texts, maps));
    } catch (IOException | IllegalArgumentException | NullPointerException e) {
      return Optional.empty();
    }
  }

  private static RunResult result(
      Map<String, String> texts, Map<String, SortedMap<String, String>> maps) {
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    maps.get("statistics").forEach((name, text) -> statistics.put(name, new BigDecimal(text)));
    String verified = texts.get("verified");
    return new RunResult(
        texts.get("workload"),
        texts.get("device"),
        texts.get("name"),
        maps.get("parameters"),
        maps.get("overrides"),
        RunStatus.valueOf(texts.get("status")),
        verified.equals("null") ? null : Boolean.valueOf(verified),
        texts.get("message"),
        Long.parseLong(texts.get("cycles")),
        Long.parseLong(texts.get("picos")),
        Long.parseLong(texts.get("kernel_picos")),
        texts.get("fingerprint"),
        texts.get("trace_sha256"),
        texts.get("device_sha256"),
        statistics,
        texts.get("bound"),
        null,
        null,
        null,
        null,
        null);
  }
}
