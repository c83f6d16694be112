// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the quantities that a sweep varies, for all workloads or for a single workload. */
final class SectionReader {
  static final List<String> KEYS = List.of("devices", "parameters", "set", "zip", "when");

  private static final String PARAMETER = "parameter";
  private static final String FIGURE = "figure";

  private SectionReader() {}

  /**
   * Reads a section.
   *
   * @param folder base of relative paths of device files
   */
  static SweepSection read(YamlMap map, Path folder) {
    Optional<List<Item>> devices = map.get("devices").map(node -> devices(node, folder));
    List<Named> parameters = map.get("parameters").map(n -> named(n, PARAMETER)).orElse(List.of());
    List<Named> settings = map.get("set").map(n -> named(n, FIGURE)).orElse(List.of());
    List<Zip> zips = map.get("zip").map(SectionReader::zips).orElse(List.of());
    List<Expression> conditions = map.get("when").map(SectionReader::conditions).orElse(List.of());
    Map<String, String> seen = new HashMap<>();
    parameters.forEach(p -> once(seen, PARAMETER, p));
    settings.forEach(s -> once(seen, FIGURE, s));
    for (Zip zip : zips) {
      zip.parameters().forEach(p -> once(seen, PARAMETER, p));
      zip.settings().forEach(s -> once(seen, FIGURE, s));
    }
    return new SweepSection(devices, parameters, settings, zips, conditions);
  }

  private static void once(Map<String, String> seen, String kind, Named named) {
    String before = seen.putIfAbsent(kind + " " + named.name(), named.where());
    if (before != null) {
      String[] parts = before.split(":");
      throw new InputException(
          named.where(),
          "the %s '%s' has its values at line %s already"
              .formatted(kind, named.name(), parts[Math.max(0, parts.length - 2)]));
    }
  }

  private static List<Item> devices(YamlNode node, Path folder) {
    List<Item> all = new ArrayList<>();
    for (YamlNode one : node.isList() ? node.asList() : List.of(node)) {
      Item item = WordReader.item(one);
      boolean file = item.text().endsWith(".yaml") || item.text().endsWith(".yml");
      all.add(file ? new Item(resolved(folder, item), item.where()) : item);
    }
    if (all.isEmpty()) {
      throw new InputException(node.where(), "expected at least one device");
    }
    return all;
  }

  static String resolved(Path folder, Item item) {
    try {
      return folder.resolve(item.text()).toAbsolutePath().normalize().toString();
    } catch (java.nio.file.InvalidPathException e) {
      throw new InputException(item.where(), "'" + item.text() + "' is not a path", e);
    }
  }

  private static List<Named> named(YamlNode node, String kind) {
    List<Named> all = new ArrayList<>();
    for (YamlMap.Entry entry : node.asMap().entries()) {
      all.add(named(entry, kind, ValuesReader.read(entry.value())));
    }
    return all;
  }

  static Named named(YamlMap.Entry entry, String kind, ValueSource values) {
    Named named = Named.of(entry.key(), entry.where(), values);
    boolean right =
        kind.equals(PARAMETER)
            ? WordReader.NAME.matcher(named.name()).matches()
            : !named.name().isBlank();
    if (!right) {
      throw new InputException(
          entry.where(), "expected the name of a " + kind + ", found '" + entry.key() + "'");
    }
    return named;
  }

  private static List<Zip> zips(YamlNode node) {
    List<Zip> all = new ArrayList<>();
    for (YamlNode one : node.isList() ? node.asList() : List.of(node)) {
      YamlMap map = one.asMap();
      map.allowOnly("parameters", "set");
      Zip zip =
          new Zip(
              map.where(),
              map.get("parameters").map(n -> lists(n, PARAMETER)).orElse(List.of()),
              map.get("set").map(n -> lists(n, FIGURE)).orElse(List.of()));
      Set<Integer> lengths = new LinkedHashSet<>();
      List<String> words = new ArrayList<>();
      for (Named named : zip.all()) {
        int length = ((Listed) named.values()).items().size();
        lengths.add(length);
        words.add("'" + named.name() + "' has " + length);
      }
      if (lengths.size() != 1) {
        throw new InputException(
            zip.where(),
            zip.isEmpty()
                ? "expected parameters or set in a zip"
                : "lists of a zip have one length: " + String.join(", ", words));
      }
      all.add(zip);
    }
    return all;
  }

  private static List<Named> lists(YamlNode node, String kind) {
    List<Named> all = new ArrayList<>();
    for (YamlMap.Entry entry : node.asMap().entries()) {
      ValueSource values = ValuesReader.read(entry.value());
      if (!(values instanceof Listed)) {
        throw new InputException(values.where(), "expected a list or a range in a zip");
      }
      all.add(named(entry, kind, values));
    }
    return all;
  }

  /** Reads one expression or a list of expressions. */
  static List<Expression> conditions(YamlNode node) {
    List<Expression> all = new ArrayList<>();
    for (YamlNode one : node.isList() ? node.asList() : List.of(node)) {
      all.add(ValuesReader.expression(one));
    }
    return all;
  }
}
