// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.expression.ParameterValue;
import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.step.Expectation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the {@code expect} section of one workload file. */
public final class ExpectationReader {
  private static final String FOR = "for";
  private static final String EXPRESSION = "expression";

  private final Map<String, ElementType> types;
  private final Map<String, ParameterValue> parameters;
  private final Names names;
  // parameter values for which the whole section applies, or null
  private Map<String, List<ParameterValue>> only;

  /**
   * @param parameters parameters with the file's own values
   */
  public ExpectationReader(
      Map<String, ElementType> types, Map<String, ParameterValue> parameters, Names names) {
    this.types = types;
    this.parameters = parameters;
    this.names = names;
  }

  /** Returns the parameter values for which the section applies; null for the file's own values. */
  public Map<String, List<ParameterValue>> only() {
    return only;
  }

  public List<Expectation> read(YamlMap expect) {
    boolean named = expect.has(FOR) && !types.containsKey(FOR);
    only = named ? only(expect.require(FOR)) : null;
    List<Expectation> all = new ArrayList<>();
    for (YamlMap.Entry entry : expect.entries()) {
      if (named && entry.key().equals(FOR)) {
        continue;
      }
      if (!types.containsKey(entry.key())) {
        throw entry.wrong(
            "no buffer '" + entry.key() + "'" + Suggestions.hint(entry.key(), types.keySet(), ""));
      }
      if (entry.value().isList()) {
        cases(entry, all);
      } else {
        all.add(expectation(entry.where(), entry.key(), entry.value().asMap()));
      }
    }
    return List.copyOf(all);
  }

  /** Reads the entries of one buffer for different parameters. */
  private void cases(YamlMap.Entry entry, List<Expectation> all) {
    Map<String, String> seen = new HashMap<>(); // never iterated
    for (YamlNode one : entry.value().asList()) {
      Expectation read = expectation(one.where(), entry.key(), one.asMap());
      String key = read.only() == null ? "the file's own parameters" : text(read.only());
      String before = seen.putIfAbsent(key, one.where());
      if (before != null) {
        throw one.wrong("'" + entry.key() + "' has a case for " + key + " already, at " + before);
      }
      all.add(read);
    }
    if (seen.isEmpty()) {
      throw entry.value().wrong("expected at least one case for '" + entry.key() + "'");
    }
  }

  private static String text(Map<String, List<ParameterValue>> only) {
    List<String> all = new ArrayList<>();
    only.forEach(
        (name, values) ->
            all.add(
                name + ": " + String.join(" or ", values.stream().map(v -> v.text()).toList())));
    Collections.sort(all);
    return all.isEmpty() ? "all parameters" : String.join(", ", all);
  }

  /** Reads one value or a list of alternative values for each parameter. */
  private Map<String, List<ParameterValue>> only(YamlNode node) {
    Map<String, List<ParameterValue>> only = new LinkedHashMap<>();
    for (YamlMap.Entry entry : node.asMap().entries()) {
      ParameterValue like = parameters.get(entry.key());
      if (like == null) {
        throw entry.wrong(
            "no parameter '%s'%s"
                .formatted(
                    entry.key(),
                    Suggestions.hint(
                        entry.key(), parameters.keySet(), " (the file declares none)")));
      }
      List<ParameterValue> values = new ArrayList<>();
      YamlNode value = entry.value();
      for (YamlNode one : value.isList() ? value.asList() : List.of(value)) {
        values.add(ParameterValue.read(one, like));
      }
      if (values.isEmpty()) {
        throw value.wrong("expected at least one value of '" + entry.key() + "'");
      }
      only.put(entry.key(), List.copyOf(values));
    }
    return Collections.unmodifiableMap(only);
  }

  private Expectation expectation(String where, String buffer, YamlMap map) {
    map.allowOnly(
        "file", "fnv1a64", EXPRESSION, "relative", "absolute", "count", "sorted", FOR, "oracle");
    int kinds = 0;
    for (String kind : List.of("file", "fnv1a64", EXPRESSION)) {
      kinds += map.has(kind) ? 1 : 0;
    }
    if (kinds != 1) {
      throw new InputException(
          where, "expected either 'file', 'fnv1a64' or 'expression' for '" + buffer + "'");
    }
    Optional<Expectation.Tolerance> tolerance = tolerance(map);
    boolean sorted = map.get("sorted").map(YamlNode::asBoolean).orElse(false);
    if (map.has("fnv1a64") && (tolerance.isPresent() || sorted)) {
      throw new InputException(
          where, "a hash is of exact bits: it goes with no tolerance and no 'sorted'");
    }
    Names inElements = names.withBuffers(types).in(Names.Place.GENERATOR);
    Map<String, List<ParameterValue>> usual =
        only == null && map.has(EXPRESSION)
            ? Map.of()
            : only; // an expression depends on the parameters, so it applies to all values
    return new Expectation(
        where,
        buffer,
        new Expectation.Contents(
            map.get("file").map(n -> FileName.read(n, names)),
            map.get("fnv1a64").map(ExpectationReader::hash),
            map.get(EXPRESSION)
                .map(n -> TypedExpression.read(n, inElements).fitting(types.get(buffer)))),
        new Expectation.Comparison(
            tolerance, IntegerExpression.read(map, "count", names).orElse(null), sorted),
        map.has(FOR) ? only(map.require(FOR)) : usual,
        map.get("oracle").map(YamlNode::asText));
  }

  private static Optional<Expectation.Tolerance> tolerance(YamlMap map) {
    return map.has("relative") || map.has("absolute")
        ? Optional.of(
            new Expectation.Tolerance(tolerance(map, "relative"), tolerance(map, "absolute")))
        : Optional.empty();
  }

  private static double tolerance(YamlMap map, String key) {
    if (!map.has(key)) {
      return 0;
    }
    YamlNode node = map.require(key);
    double value = node.asDouble();
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw node.expected("a tolerance of at least 0");
    }
    return value;
  }

  private static long hash(YamlNode node) {
    String text = node.asText();
    if (!text.matches("0x[0-9a-fA-F]{1,16}")) {
      throw node.wrong("expected a hash such as \"0xcbf29ce484222325\", found '" + text + "'");
    }
    return Long.parseUnsignedLong(text.substring(2), 16);
  }
}
