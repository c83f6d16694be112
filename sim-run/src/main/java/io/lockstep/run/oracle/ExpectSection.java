// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.BoundWorkload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The {@code expect} section of a workload's text. Entries are replaced or added; all other text of
 * the file, including comments, is preserved.
 */
final class ExpectSection {
  private static final String KEY = "expect";
  private static final String FOR = "for";

  private final String file;
  private final List<String> lines;
  private final String ending;
  private final YamlMap top;
  private final Map<String, List<Case>> entries = new LinkedHashMap<>();
  private final Map<String, String> others = new LinkedHashMap<>(); // keys that are not buffers

  /** An expectation of a buffer for some parameters, as text and parsed. */
  private record Case(String text, YamlMap before) {}

  /**
   * @param file name for messages
   * @param text a valid workload
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
        YamlNode value = entry.value();
        if (entry.key().equals(FOR) && !isBuffer(FOR)) {
          others.put(FOR, flow(value));
          continue;
        }
        List<Case> cases = new ArrayList<>();
        for (YamlNode one : value.isList() ? value.asList() : List.of(value)) {
          cases.add(new Case(flow(one), one.asMap()));
        }
        entries.put(entry.key(), cases);
      }
    }
  }

  private boolean isBuffer(String name) {
    return top.get("buffers").filter(b -> b.asMap().has(name)).isPresent();
  }

  /** Returns the names of the workload's buffers that have entries. */
  List<String> buffers(BoundWorkload bound) {
    return bound.buffers().stream()
        .map(b -> b.declaration().name())
        .filter(entries::containsKey)
        .toList();
  }

  /** Returns whether a buffer's entry for these parameters is a hash of all its bytes. */
  boolean isHash(String buffer, BoundWorkload bound) {
    return find(buffer, bound)
        .map(Case::before)
        .filter(old -> old.has("fnv1a64") && !old.has("count"))
        .isPresent();
  }

  /** Finds the entry of a buffer that applies to these parameters. */
  private Optional<Case> find(String buffer, BoundWorkload bound) {
    return entries.getOrDefault(buffer, List.of()).stream()
        .filter(c -> holds(c.before(), bound))
        .findFirst();
  }

  /**
   * Sets a buffer's entry for these parameters. Comparison options of the previous entry are kept,
   * as are entries for other parameters.
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
    List<Case> cases = entries.computeIfAbsent(buffer, b -> new ArrayList<>());
    Optional<Case> same = find(buffer, bound);
    YamlMap old = same.or(() -> cases.stream().findFirst()).map(Case::before).orElse(null);
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put(key, YamlNode.quoted(value));
    for (String kept : List.of("relative", "absolute", "count", "sorted")) {
      if (old != null && old.has(kept)) {
        entry.put(kept, flow(old.require(kept)));
      }
    }
    tolerance.relative().ifPresent(v -> entry.put("relative", v.toString()));
    tolerance.absolute().ifPresent(v -> entry.put("absolute", v.toString()));
    Optional<YamlMap> given =
        same.map(Case::before).filter(c -> c.has(FOR)).map(c -> c.require(FOR).asMap());
    if (given.isPresent() && (value.contains("{") || isOfOneValue(given.get()))) {
      entry.put(FOR, flow(same.get().before().require(FOR)));
    } else if (!isForThese(bound)) {
      entry.put(
          FOR,
          bound.values().entrySet().stream()
              .map(e -> e.getKey() + ": " + e.getValue().text())
              .collect(Collectors.joining(", ", "{", "}")));
    }
    entry.put("oracle", YamlNode.quoted(oracle));
    String text =
        entry.entrySet().stream()
            .map(e -> e.getKey() + ": " + e.getValue())
            .collect(Collectors.joining(", ", "{", "}"));
    Case now = new Case(text, YamlFile.read(file, text).asMap());
    if (same.isPresent()) {
      cases.set(cases.indexOf(same.get()), now);
    } else {
      cases.add(now);
    }
  }

  /** Returns whether 'for' lists a single value for each parameter, so that one file suffices. */
  private static boolean isOfOneValue(YamlMap wanted) {
    return !wanted.entries().isEmpty()
        && wanted.entries().stream().noneMatch(e -> e.value().isList());
  }

  /** Returns whether an entry without 'for' applies to these parameters. */
  private boolean isForThese(BoundWorkload bound) {
    return others.containsKey(FOR)
        ? values(top.require(KEY).asMap().require(FOR).asMap(), bound)
        : bound.isOwn();
  }

  private boolean holds(YamlMap one, BoundWorkload bound) {
    if (one.has(FOR)) {
      return values(one.require(FOR).asMap(), bound);
    }
    return one.has("expression") && others.isEmpty() || isForThese(bound);
  }

  private static boolean values(YamlMap wanted, BoundWorkload bound) {
    for (YamlMap.Entry entry : wanted.entries()) {
      YamlNode value = entry.value();
      List<YamlNode> all = value.isList() ? value.asList() : List.of(value);
      String now =
          bound.values().containsKey(entry.key()) ? bound.values().get(entry.key()).text() : "";
      if (all.stream().noneMatch(v -> v.raw().equals(now))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the whole text of the file with the current section. */
  String text() {
    List<String> section = new ArrayList<>();
    section.add(KEY + ":");
    others.forEach((key, text) -> section.add("  " + key + ": " + text));
    entries.forEach(
        (buffer, cases) -> {
          if (cases.size() == 1) {
            section.add("  " + buffer + ": " + cases.get(0).text());
          } else {
            section.add("  " + buffer + ":");
            cases.forEach(one -> section.add("    - " + one.text()));
          }
        });
    List<String> all = new ArrayList<>(lines);
    if (!top.has(KEY)) {
      all.addAll(section);
    } else {
      int[] place = place(top.entry(KEY).orElseThrow().where());
      if (place[1] != 1) {
        throw top.entry(KEY)
            .orElseThrow()
            .wrong(
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

  /** Returns the index of the line after the section, before the comments of the next key. */
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
