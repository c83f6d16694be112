package io.lockstep.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

final class Report {
  static final List<String> FORMATS = List.of("table", "json", "csv");

  private Report() {}

  static String render(String format, List<Line> lines) {
    return switch (format) {
      case "json" -> json(lines);
      case "csv" -> csv(lines);
      default -> table(lines);
    };
  }

  private static String table(List<Line> lines) {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"", "what", "ratio", "demand", "", "measured"});
    for (Line line : lines) {
      rows.add(
          new String[] {
            line.id(),
            line.what(),
            Line.figure(line.ratio()),
            line.demand(),
            line.verdict().text,
            figures(line.figures())
          });
    }
    int[] widths = new int[6];
    for (String[] row : rows) {
      for (int c = 0; c < row.length; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    StringBuilder text = new StringBuilder();
    text.append(machine()).append('\n');
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < row.length; c++) {
        String pad = " ".repeat(widths[c] - row[c].length());
        line.append(c == 2 ? pad + row[c] : row[c] + pad).append("  ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static String machine() {
    Runtime runtime = Runtime.getRuntime();
    return "JDK %s, %s processors, heap %s MiB"
        .formatted(Runtime.version(), runtime.availableProcessors(), runtime.maxMemory() >> 20);
  }

  private static String figures(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .map(e -> e.getKey() + " " + Line.figure(e.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String csv(List<Line> lines) {
    StringBuilder text = new StringBuilder("id,what,ratio,demand,verdict,figures\n");
    for (Line line : lines) {
      text.append(line.id()).append(',').append(quoted(line.what())).append(',');
      text.append(Double.isNaN(line.ratio()) ? "" : line.ratio()).append(',');
      text.append(quoted(line.demand())).append(',').append(line.verdict().text).append(',');
      text.append(quoted(figures(line.figures()))).append('\n');
    }
    return text.toString();
  }

  private static String quoted(String field) {
    return '"' + field.replace("\"", "\"\"") + '"';
  }

  private static String json(List<Line> lines) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("java", Runtime.version().toString());
      json.writeNumberField("processors", Runtime.getRuntime().availableProcessors());
      json.writeArrayFieldStart("lines");
      for (Line line : lines) {
        json.writeStartObject();
        json.writeStringField("id", line.id());
        json.writeStringField("what", line.what());
        json.writeObjectFieldStart("figures");
        for (Map.Entry<String, Double> figure : line.figures().entrySet()) {
          json.writeNumberField(figure.getKey(), figure.getValue());
        }
        json.writeEndObject();
        if (Double.isNaN(line.ratio())) {
          json.writeNullField("ratio");
        } else {
          json.writeNumberField("ratio", line.ratio());
        }
        json.writeStringField("demand", line.demand());
        json.writeStringField("verdict", line.verdict().text);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }
}
