package io.lockstep.sweep.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.study.store.Outcome;
import io.lockstep.study.store.Provenance;
import io.lockstep.study.store.ResultText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** An outcome as JSON in one line of ASCII. Stateless. */
final class OutcomeText {
  /** With everything else escaped, so that any text comes back, halves of surrogates too. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private OutcomeText() {}

  /** What is told of an outcome without reading it whole. */
  record Head(long point, boolean done, boolean repeatable) {}

  static byte[] write(Outcome o) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("point", o.point());
      json.writeStringField("key", o.key());
      Provenance by = o.provenance();
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
      throw new UncheckedIOException(e); // into memory
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * @throws IOException where that is no outcome
   */
  static Outcome read(byte[] bytes, int from, int length) throws IOException {
    Map<String, String> texts = new HashMap<>(); // looked up only
    RunResult result = null;
    try (JsonParser json = JSON.createParser(bytes, from, length)) {
      begin(json);
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken t = json.nextToken();
        if (t == JsonToken.START_OBJECT && name.equals("result")) {
          result = ResultText.read(json);
        } else if (t == JsonToken.START_OBJECT && name.equals("provenance")) {
          texts(json, texts);
        } else if (t.isScalarValue()) {
          texts.put(name, json.getText());
        } else {
          json.skipChildren();
        }
      }
      end(json);
      Provenance by =
          new Provenance(
              text(texts, "host"),
              Long.parseLong(text(texts, "process")),
              text(texts, "shard"),
              Integer.parseInt(text(texts, "attempt")),
              Long.parseLong(text(texts, "wall_micros")),
              text(texts, "signal"));
      if (result == null) {
        throw new IOException("no result");
      }
      return new Outcome(point(texts), text(texts, "key"), result, by);
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new IOException("no outcome", e);
    }
  }

  /**
   * Reads as far as it has to: statistics come last.
   *
   * @throws IOException where that is no outcome
   */
  static Head head(byte[] bytes, int from, int length) throws IOException {
    Map<String, String> texts = new HashMap<>(); // looked up only
    try (JsonParser json = JSON.createParser(bytes, from, length)) {
      begin(json);
      JsonToken t = json.nextToken();
      for (; t != null && !texts.containsKey("verified"); t = json.nextToken()) {
        if (t == JsonToken.START_OBJECT && isTyped(json.currentName())) {
          json.skipChildren();
        } else if (t.isScalarValue()) {
          texts.put(json.currentName(), json.getText());
        }
      }
      text(texts, "status");
      String named = texts.get("failure");
      Failure failure = named == null ? null : Failure.valueOf(named);
      boolean repeatable = Outcome.isRepeatable(failure, text(texts, "signal"));
      return new Head(point(texts), failure != Failure.INTERRUPTED, repeatable);
    } catch (IllegalArgumentException e) {
      throw new IOException("no outcome", e);
    }
  }

  /** Objects whose names are the user's. */
  private static boolean isTyped(String name) {
    return name.equals("parameters") || name.equals("overrides");
  }

  private static void begin(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("no outcome");
    }
  }

  private static void end(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
      throw new IOException("no outcome");
    }
  }

  private static void texts(JsonParser json, Map<String, String> to) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      to.put(name, json.getText());
    }
  }

  private static long point(Map<String, String> texts) throws IOException {
    long point = Long.parseLong(text(texts, "point"));
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
