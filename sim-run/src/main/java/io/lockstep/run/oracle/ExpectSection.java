package io.lockstep.run.oracle;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.BoundWorkload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The {@code expect} section of a workload's text: entries are replaced or added, all other text of
 * the file stays as it is, comments included. Not thread-safe.
 */
final class ExpectSection {
  private static final String KEY = "expect";
  private static final String FOR = "for";

  private final String file;
  private final List<String> lines;
  private final String ending;
  private final YamlMap top;
  private final Map<String, String> entries = new LinkedHashMap<>();
  private final Map<String, YamlMap> before = new LinkedHashMap<>();

  /**
   * Reads the section.
   *
   * @param file name for messages
   * @param text the workload's text, which has been read already
   */
  ExpectSection(String file, String text) {
    this.file = file;
    ending = text.contains("\r\n") ? "\r\n" : "\n";
    lines = new ArrayList<>(List.of(text.split("\r?\n", -1)));
    if (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    top = YamlFile.read(file, text).asMap();
    if (top.has(KEY)) {
      for (YamlMap.Entry entry : top.require(KEY).asMap().entries()) {
        entries.put(entry.key(), flow(entry.value()));
        before.put(entry.key(), entry.value().asMap());
      }
    }
  }

  /** Names of the buffers that it has entries for. */
  List<String> buffers(BoundWorkload bound) {
    return bound.buffers().stream()
        .map(b -> b.declaration().name())
        .filter(entries::containsKey)
        .toList();
  }

  /** Whether a buffer's entry is a hash of all its bytes. */
  boolean isHash(String buffer) {
    YamlMap old = before.get(buffer);
    return old != null && old.has("fnv1a64") && !old.has("count");
  }

  /**
   * Sets a buffer's entry; what the one before says of comparing stays.
   *
   * @param key {@code file} or {@code fnv1a64}
   */
  void set(
      String buffer,
      String key,
      String value,
      Tolerance tolerance,
      String oracle,
      BoundWorkload bound) {
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put(key, YamlNode.quoted(value));
    YamlMap old = before.get(buffer);
    for (String kept : List.of("relative", "absolute", "count", "sorted")) {
      if (old != null && old.has(kept)) {
        entry.put(kept, flow(old.require(kept)));
      }
    }
    tolerance.relative().ifPresent(v -> entry.put("relative", v.toString()));
    tolerance.absolute().ifPresent(v -> entry.put("absolute", v.toString()));
    if (old != null && old.has(FOR) && holds(old.require(FOR).asMap(), bound)) {
      entry.put(FOR, flow(old.require(FOR)));
    } else if (!isForThese(bound)) {
      entry.put(
          FOR,
          bound.values().entrySet().stream()
              .map(e -> e.getKey() + ": " + e.getValue().text())
              .collect(Collectors.joining(", ", "{", "}")));
    }
    entry.put("oracle", YamlNode.quoted(oracle));
    entries.put(
        buffer,
        entry.entrySet().stream()
            .map(e -> e.getKey() + ": " + e.getValue())
            .collect(Collectors.joining(", ", "{", "}")));
  }

  /** Whether an entry without 'for' holds for these parameters. */
  private boolean isForThese(BoundWorkload bound) {
    YamlMap all = before.get(FOR);
    boolean named = all != null && bound.buffers().stream().noneMatch(b -> isFor(b));
    if (!named) {
      return bound.holdsFor(null);
    }
    return holds(all, bound);
  }

  private static boolean holds(YamlMap values, BoundWorkload bound) {
    return values.entries().stream()
        .allMatch(
            e ->
                bound.values().containsKey(e.key())
                    && bound.values().get(e.key()).text().equals(e.value().raw()));
  }

  private static boolean isFor(BoundWorkload.SizedBuffer buffer) {
    return buffer.declaration().name().equals(FOR);
  }

  /** The whole text with the section as it is now. */
  String text() {
    List<String> section = new ArrayList<>();
    section.add(KEY + ":");
    entries.forEach((buffer, entry) -> section.add("  " + buffer + ": " + entry));
    List<String> all = new ArrayList<>(lines);
    if (!top.has(KEY)) {
      all.addAll(section);
    } else {
      int[] place = place(top.entry(KEY).orElseThrow().where());
      if (place[1] != 1) {
        throw new InputException(
            top.entry(KEY).orElseThrow().where(),
            "the section stands inside a line, and is not rewritten there; put 'expect:' at the start"
                + " of a line");
      }
      int first = place[0] - 1;
      int end = end(first);
      String comment = all.get(first).substring(KEY.length()).strip();
      if (comment.matches(":\\s*#.*")) {
        section.set(0, all.get(first));
      }
      all.subList(first, end).clear();
      all.addAll(first, section);
    }
    return String.join(ending, all) + ending;
  }

  /** Index of the line behind the section: comments before the next key are that key's. */
  private int end(int first) {
    int end = lines.size();
    for (YamlMap.Entry entry : top.entries()) {
      int line = place(entry.where())[0] - 1;
      if (line > first) {
        end = Math.min(end, line);
      }
    }
    while (end > first + 1
        && (lines.get(end - 1).isBlank()
            || lines.get(end - 1).startsWith("#")
            || lines.get(end - 1).startsWith("..."))) {
      end--;
    }
    return end;
  }

  /** Line and column of a position. */
  private int[] place(String where) {
    String[] numbers = where.substring(file.length() + 1).split(":");
    return new int[] {Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])};
  }

  private static String flow(YamlNode node) {
    return switch (node.kind()) {
      case MAP ->
          node.asMap().entries().stream()
              .map(e -> YamlNode.quoted(e.key()) + ": " + flow(e.value()))
              .collect(Collectors.joining(", ", "{", "}"));
      case LIST ->
          node.asList().stream()
              .map(ExpectSection::flow)
              .collect(Collectors.joining(", ", "[", "]"));
      case TEXT -> YamlNode.quoted(node.asText());
      default -> node.raw();
    };
  }
}
