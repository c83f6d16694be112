package io.lockstep.study.work;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.lockstep.study.point.Point;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A task as a driver writes it to a worker process: one line of JSON. Stateless. */
final class WorkerText {
  private static final JsonFactory JSON = new JsonFactory();

  private WorkerText() {}

  static String write(Task<Point> task) {
    StringWriter text = new StringWriter();
    Point point = task.point();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("index", Long.toString(point.index()));
      json.writeStringField("workload", point.workload().toString());
      json.writeStringField("device", point.device());
      json.writeStringField("phase", Integer.toString(point.phase()));
      json.writeStringField("attempt", Integer.toString(task.attempt()));
      json.writeStringField("signal", task.signal());
      texts(json, "parameters", point.parameters());
      texts(json, "settings", point.settings());
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

  /** What {@link #write} has written; an exception of Java's for anything else. */
  static Task<Point> read(String line) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    SortedMap<String, String> parameters = new TreeMap<>();
    SortedMap<String, String> settings = new TreeMap<>();
    try (JsonParser json = JSON.createParser(line)) {
      Map<String, String> into = texts;
      for (JsonToken t = json.nextToken(); t != null; t = json.nextToken()) {
        if (t == JsonToken.START_OBJECT && json.currentName() != null) {
          into = json.currentName().equals("parameters") ? parameters : settings;
        } else if (t == JsonToken.END_OBJECT) {
          into = texts;
        } else if (t.isScalarValue()) {
          into.put(json.currentName(), json.getText());
        }
      }
    }
    Point point =
        new Point(
            Long.parseLong(texts.get("index")),
            Path.of(texts.get("workload")),
            parameters,
            texts.get("device"),
            settings,
            Integer.parseInt(texts.get("phase")));
    return new Task<>(point, Integer.parseInt(texts.get("attempt")), texts.get("signal"));
  }
}
