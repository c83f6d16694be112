// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a suite: a list of rows, or a map with {@code defaults} of their keys and {@code rows}, a
 * list or a {@link SuiteTable}. An invalid row is kept with its problem; reading only fails if the
 * file is not a suite. An instance reads one file. Not thread-safe.
 */
final class SuiteReader {
  private static final List<String> KEYS =
      List.of(
          "id",
          "device",
          "workload",
          "param",
          "set",
          "best_of",
          "measure",
          "counter",
          "launch",
          "minus",
          "expected",
          "unit",
          "tolerance",
          "group",
          "weight",
          "relative_to",
          "source",
          "note");
  private static final List<String> NO_DEFAULTS = List.of("id", "expected");
  private static final String USUAL_TOLERANCE = "10%";
  private static final int MOST_VARIANTS = 1024;

  private final Path file;
  private final Path folder;
  private Optional<YamlMap> defaults = Optional.empty();

  SuiteReader(Path file) {
    this.file = file;
    folder = file.toAbsolutePath().getParent();
  }

  List<SuiteRow> read() {
    YamlNode root = YamlFile.read(file);
    List<YamlNode> nodes;
    if (root.isList()) {
      nodes = root.asList();
    } else if (root.isMap()) {
      YamlMap map = root.asMap();
      map.allowOnly("about", "defaults", "rows");
      defaults = map.get("defaults").map(YamlNode::asMap);
      defaults.ifPresent(d -> d.allowOnly(allowedDefaults()));
      YamlNode rows = map.require("rows");
      nodes = (rows.isList() ? rows : SuiteTable.read(resolve(rows))).asList();
    } else {
      throw root.expected("a list of rows, or a map with rows");
    }
    if (nodes.isEmpty()) {
      throw new InputException(root.where(), "expected at least one row");
    }
    List<SuiteRow> rows = new ArrayList<>();
    Map<String, String> ids = new LinkedHashMap<>();
    for (YamlNode node : nodes) {
      SuiteRow row = row(node, rows.size() + 1);
      String before = ids.putIfAbsent(row.id(), row.where());
      if (before != null && !row.isWrong()) {
        row =
            row.with(
                new InputException(
                        row.where(), "the id '" + row.id() + "' stands at " + before + " already")
                    .getMessage());
      }
      rows.add(row);
    }
    return References.checked(rows);
  }

  private static List<String> allowedDefaults() {
    return KEYS.stream().filter(key -> !NO_DEFAULTS.contains(key)).toList();
  }

  private SuiteRow row(YamlNode node, int number) {
    String id = "row " + number;
    String device = "";
    String group = "all";
    try {
      YamlMap map = node.asMap();
      id = map.require("id").raw();
      map.allowOnly(KEYS);
      device = require(map, "device").asText();
      group = text(map, "group", "all");
      return row(map, id, device, group);
    } catch (InputException e) {
      return SuiteRow.wrong(id, node.where(), device, group, e.getMessage());
    }
  }

  private SuiteRow row(YamlMap map, String id, String device, String group) {
    double published = expected(map);
    SortedMap<String, String> parameters = values(map, "param");
    SortedMap<String, List<String>> bestOf = choices(map, parameters);
    return new SuiteRow(
        new SuiteRow.Key(
            id, isFile(device) ? resolve(require(map, "device")).toString() : device, group),
        new SuiteRow.Publication(
            published,
            text(map, "unit", ""),
            tolerance(map),
            weight(map),
            text(map, "relative_to", ""),
            text(map, "source", "")),
        map.where(),
        new SuiteRow.Measurement(
            resolve(require(map, "workload")),
            parameters,
            values(map, "set"),
            bestOf,
            measure(map)),
        text(map, "note", ""),
        "");
  }

  private SuiteRow.Measure measure(YamlMap map) {
    OptionalInt launch = launch(map, "launch");
    OptionalInt minus = launch(map, "minus");
    if (minus.isPresent() && launch.isEmpty()) {
      throw new InputException(
          map.require("minus").where(), "'minus' needs 'launch', the launch to subtract from");
    }
    Optional<YamlNode> measure = map.get("measure");
    Optional<YamlNode> counter = map.get("counter");
    if (measure.isPresent() && counter.isPresent()) {
      throw new InputException(
          counter.get().where(), "a row has a measure or a counter, this one has both");
    }
    if (counter.isEmpty() && measure.isEmpty()) {
      measure = defaults.flatMap(d -> d.get("measure"));
    }
    return new SuiteRow.Measure(
        measure
            .map(m -> Expression.of(m.where(), m.raw()).ofReals())
            .orElseGet(() -> Expression.of(map.where(), SuiteRow.SECONDS)),
        launch,
        minus,
        counter.map(YamlNode::asText).orElse(""));
  }

  private OptionalInt launch(YamlMap map, String key) {
    return value(map, key)
        .map(n -> OptionalInt.of(n.asInt(0, Integer.MAX_VALUE)))
        .orElse(OptionalInt.empty());
  }

  /** Returns the published value; NaN if missing, as allowed for reference rows. */
  private static double expected(YamlMap map) {
    if (!map.has("expected")) {
      return Double.NaN;
    }
    YamlNode expected = map.require("expected");
    double published = expected.asDouble();
    if (!(published >= 0) || Double.isInfinite(published)) {
      throw expected.expected("a number, at least 0");
    }
    return published;
  }

  private Optional<YamlNode> value(YamlMap map, String key) {
    return map.get(key).or(() -> defaults.flatMap(d -> d.get(key)));
  }

  private YamlNode require(YamlMap map, String key) {
    return value(map, key).orElseGet(() -> map.require(key));
  }

  private String text(YamlMap map, String key, String usual) {
    return value(map, key).map(YamlNode::raw).orElse(usual);
  }

  private static boolean isFile(String device) {
    return device.endsWith(".yaml") || device.endsWith(".yml");
  }

  private Path resolve(YamlNode node) {
    try {
      return folder.resolve(node.asText()).normalize();
    } catch (java.nio.file.InvalidPathException e) {
      throw new InputException(node.where(), "is not a path: " + e.getReason(), e);
    }
  }

  /** Returns the values of a map as written; values of the row take precedence over defaults. */
  private SortedMap<String, String> values(YamlMap map, String key) {
    SortedMap<String, String> all = new TreeMap<>();
    defaults.flatMap(d -> d.get(key)).ifPresent(node -> values(node, all));
    map.get(key).ifPresent(node -> values(node, all));
    return all;
  }

  private static void values(YamlNode node, SortedMap<String, String> into) {
    for (YamlMap.Entry entry : node.asMap().entries()) {
      if (entry.value().isMap() || entry.value().isList() || entry.value().isNull()) {
        throw entry.value().expected("a value for '" + entry.key() + "'");
      }
      into.put(entry.key(), entry.value().raw());
    }
  }

  private SortedMap<String, List<String>> choices(YamlMap map, SortedMap<String, String> fixed) {
    SortedMap<String, List<String>> all = new TreeMap<>();
    Optional<YamlNode> node = value(map, "best_of");
    if (node.isEmpty()) {
      return all;
    }
    long variants = 1;
    for (YamlMap.Entry entry : node.get().asMap().entries()) {
      List<String> values = entry.value().asList().stream().map(YamlNode::raw).toList();
      if (values.isEmpty()) {
        throw entry.value().expected("at least one value for '" + entry.key() + "'");
      }
      variants *= values.size();
      if (variants > MOST_VARIANTS) {
        throw new InputException(entry.where(), "more than " + MOST_VARIANTS + " combinations");
      }
      if (fixed.containsKey(entry.key())) {
        throw new InputException(entry.where(), "'" + entry.key() + "' stands in param already");
      }
      all.put(entry.key(), values);
    }
    return all;
  }

  private double tolerance(YamlMap map) {
    Optional<YamlNode> node = value(map, "tolerance");
    String text = node.map(YamlNode::raw).orElse(USUAL_TOLERANCE);
    boolean percent = text.endsWith("%");
    try {
      double value = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
      if (value >= 0 && !Double.isInfinite(value)) {
        return percent ? value / 100 : value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw node.orElseThrow().expected("a share, for example 5% or 0.05");
  }

  private double weight(YamlMap map) {
    Optional<YamlNode> node = value(map, "weight");
    double weight = node.map(YamlNode::asDouble).orElse(1.0);
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw node.orElseThrow().expected("a number, at least 0");
    }
    return weight;
  }

  /** Checks references between rows. */
  static final class References {
    private References() {}

    /** Returns the rows, with problems for references that are dangling or circular. */
    static List<SuiteRow> checked(List<SuiteRow> rows) {
      Map<String, SuiteRow> byId = new LinkedHashMap<>();
      rows.forEach(row -> byId.putIfAbsent(row.id(), row));
      List<SuiteRow> all = new ArrayList<>();
      for (SuiteRow row : rows) {
        String problem = row.isWrong() ? "" : problem(row, byId);
        all.add(problem.isEmpty() ? row : row.with(row.where() + ": " + problem));
      }
      return all;
    }

    private static String problem(SuiteRow row, Map<String, SuiteRow> byId) {
      if (row.isReference()
          && byId.values().stream().noneMatch(r -> r.relativeTo().equals(row.id()))) {
        return "the key 'expected' is missing, and no row is relative to this one";
      }
      List<String> seen = new ArrayList<>(List.of(row.id()));
      for (SuiteRow at = row; !at.relativeTo().isEmpty(); ) {
        SuiteRow next = byId.get(at.relativeTo());
        if (next == null) {
          return "relative_to: no row '"
              + at.relativeTo()
              + "'"
              + Suggestions.nearHint(at.relativeTo(), byId.keySet());
        }
        if (seen.contains(next.id())) {
          return "relative_to leads in a circle: " + String.join(", ", seen) + ", " + next.id();
        }
        seen.add(next.id());
        at = next;
      }
      return "";
    }
  }
}
