package io.lockstep.sweep.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.run.Failure;
import io.lockstep.run.result.JsonTree;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.study.store.ResultText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Writes and reads an outcome as JSON in one line of ASCII. */
final class OutcomeText {
  /** Escapes non-ASCII characters, so that any text is preserved, even unpaired surrogates. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private OutcomeText() {}

  /** The fields of an outcome that are read without parsing the whole line. */
  record Head(long point, boolean done, boolean repeatable) {}

  static byte[] write(PointOutcome o) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("point", o.point());
      json.writeStringField("key", o.key());
      OutcomeOrigin by = o.provenance();
      json.writeObjectFieldStart("provenance");
      json.writeStringField("host", by.host());
      json.writeNumberField("process", by.process());
      json.writeStringField("shard", by.shard());
      json.writeNumberField("attempt", by.attempt());
      json.writeNumberField("wall_micros", by.wallMicros());
      json.writeStringField("signal", by.signal());
      json.writeEndObject();
      json.writeFieldName("result");
      ResultText.write(o.result(), json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * @throws IOException if the text is not an outcome
   */
  static PointOutcome read(byte[] bytes, int from, int length) throws IOException {
    JsonNode outcome = JsonTree.read(bytes, from, length);
    JsonNode by = outcome.path("provenance");
    try {
      return new PointOutcome(
          point(text(outcome, "point")),
          text(outcome, "key"),
          ResultText.read(outcome.path("result")),
          new OutcomeOrigin(
              text(by, "host"),
              Long.parseLong(text(by, "process")),
              text(by, "shard"),
              Integer.parseInt(text(by, "attempt")),
              Long.parseLong(text(by, "wall_micros")),
              text(by, "signal")));
    } catch (IllegalArgumentException e) {
      throw new IOException("no outcome", e);
    }
  }

  private static String text(JsonNode object, String name) throws IOException {
    JsonNode value = object.path(name);
    if (!value.isValueNode()) {
      throw new IOException("no " + name);
    }
    return value.asText();
  }

  /**
   * Reads an outcome up to the last field that {@link Head} needs, token by token. A resumed sweep
   * reads the heads of all lines, and statistics, which come last, are most of a line.
   *
   * @throws IOException if the text is not an outcome
   */
  static Head head(byte[] bytes, int from, int length) throws IOException {
    Map<String, String> texts = new HashMap<>(); // lookup only
    try (JsonParser json = JSON.createParser(bytes, from, length)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("no outcome");
      }
      JsonToken t = json.nextToken();
      String last = ResultFields.VERIFIED.keptName();
      for (; t != null && !texts.containsKey(last); t = json.nextToken()) {
        if (t == JsonToken.START_OBJECT && isTyped(json.currentName())) {
          json.skipChildren();
        } else if (t.isScalarValue()) {
          texts.put(json.currentName(), json.getText());
        }
      }
      text(texts, ResultFields.STATUS.keptName());
      String named = texts.get(ResultFields.FAILURE.keptName());
      Failure failure = named == null ? null : Failure.valueOf(named);
      boolean repeatable = PointOutcome.isRepeatable(failure, text(texts, "signal"));
      return new Head(point(text(texts, "point")), failure != Failure.INTERRUPTED, repeatable);
    } catch (IllegalArgumentException e) {
      throw new IOException("no outcome", e);
    }
  }

  /** Whether an object has user-defined names. */
  private static boolean isTyped(String name) {
    return name.equals(ResultFields.PARAMETERS.keptName())
        || name.equals(ResultFields.OVERRIDES.keptName());
  }

  private static long point(String text) throws IOException {
    long point = Long.parseLong(text);
    if (point < 0) {
      throw new IOException("no outcome");
    }
    return point;
  }

  private static String text(Map<String, String> texts, String name) throws IOException {
    String text = texts.get(name);
    if (text == null) {
      throw new IOException("no " + name);
    }
    return text;
  }
}
