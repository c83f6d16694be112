// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.generator;

import io.lockstep.io.Placed;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.expression.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rule for a buffer's initial contents, one class for each kind of {@code init}. */
public sealed interface Generator {
  record Zero() implements Generator {}

  /** The same value for all elements, converted to the buffer's type. */
  record Fill(Value value) implements Generator {}

  /** Values in index order, one for each element. */
  record Listed(String where, List<Value> values) implements Generator, Placed {}

  /** Raw bytes of a file in the workload's folder. */
  record RawFile(FileName name) implements Generator {}

  /** (start + i · step) mod modulo; without the modulo operation if {@code modulo} is null. */
  record Iota(IntegerExpression start, IntegerExpression step, IntegerExpression modulo)
      implements Generator {}

  /** The hash {@code mix(i, seed)} of {@link io.lockstep.io.expression.Mix}, for element i. */
  record Hash(IntegerExpression seed) implements Generator {}

  /** low + mix(i, seed) mod (high − low). */
  record Integers(
      String where, IntegerExpression seed, IntegerExpression low, IntegerExpression high)
      implements Generator, Placed {}

  /** low + (high − low) · u, with u from 0 (inclusive) to 1 (exclusive) by mix(i, seed). */
  record Uniform(IntegerExpression seed, Value low, Value high) implements Generator {}

  /** An expression of the element's index {@code i}. */
  record Formula(TypedExpression expression) implements Generator {}

  /** The exclusive prefix sum of another generator. */
  record PrefixSum(String where, Generator of) implements Generator, Placed {}

  /**
   * The adjacency lists of a random graph in compressed sparse row format.
   *
   * @param vertices number of vertices, at least 2
   * @param edges number of undirected edges, at least vertices - 1
   * @param seed seed of the C library's random numbers
   */
  record RandomGraph(
      String where,
      IntegerExpression vertices,
      IntegerExpression edges,
      IntegerExpression seed,
      Part part)
      implements Generator, Placed {
    /** The part of the graph that a buffer contains. */
    enum Part {
      /** The start of each vertex's list, and the end of the last list: vertices + 1 elements. */
      OFFSETS,
      /** The lists: two elements per edge. */
      NEIGHBOURS
    }
  }

  /** {@return the file that the contents are read from, if any} */
  default Optional<FileName> file() {
    return this instanceof RawFile raw
        ? Optional.of(raw.name())
        : this instanceof PrefixSum sum ? sum.of().file() : Optional.empty();
  }

  /** Names of all generators, for messages. */
  List<String> KINDS =
      List.of(
          "zero",
          "fill",
          "values",
          "file",
          "iota",
          "hash",
          "integers",
          "uniform",
          "expression",
          "prefix_sum",
          "random_graph");

  /** Reads a generator for elements of a type. */
  static Generator read(YamlNode node, ElementType type, Names names) {
    if (node.isText()) {
      if (node.asText().equals("zero")) {
        return new Zero();
      }
      throw node.wrong(
          "unknown generator '" + node.asText() + "'" + Suggestions.hint(node.asText(), KINDS));
    }
    YamlMap.Entry entry = node.asMap().single("a generator");
    YamlNode value = entry.value();
    switch (entry.key()) {
      case "fill":
        return new Fill(Value.read(value, type, names));
      case "values":
        return new Listed(
            value.where(),
            value.asList().stream().map(item -> Value.read(item, type, names)).toList());
      case "file":
        return new RawFile(FileName.read(value, names));
      case "iota":
        YamlMap iota = fields(value, "start", "step", "modulo");
        return new Iota(
            integer(iota, "start", 0L, names),
            integer(iota, "step", 1L, names),
            iota.get("modulo").map(n -> IntegerExpression.read(n, names)).orElse(null));
      case "hash":
        return new Hash(IntegerExpression.read(fields(value, "seed").require("seed"), names));
      case "integers":
        YamlMap integers = fields(value, "seed", "low", "high");
        return new Integers(
            value.where(),
            IntegerExpression.read(integers.require("seed"), names),
            IntegerExpression.read(integers.require("low"), names),
            IntegerExpression.read(integers.require("high"), names));
      case "uniform":
        if (!type.isFloat()) {
          throw entry.wrong(
              "uniform makes real numbers; for " + type.text() + " use integers or hash");
        }
        YamlMap uniform = fields(value, "seed", "low", "high");
        return new Uniform(
            IntegerExpression.read(uniform.require("seed"), names),
            real(uniform, "low", 0.0, names),
            real(uniform, "high", 1.0, names));
      case "expression":
        return new Formula(
            TypedExpression.read(value, names.in(Names.Place.GENERATOR)).fitting(type));
      case "prefix_sum":
        return new PrefixSum(entry.where(), read(value, type, names));
      case "random_graph":
        if (type.isFloat()) {
          throw entry.wrong("random_graph makes whole numbers, not " + type.text());
        }
        YamlMap graph = fields(value, "vertices", "edges", "seed", "part");
        return new RandomGraph(
            value.where(),
            IntegerExpression.read(graph.require("vertices"), names),
            IntegerExpression.read(graph.require("edges"), names),
            IntegerExpression.read(graph.require("seed"), names),
            graph
                .require("part")
                .choice(
                    Map.of(
                        "offsets", RandomGraph.Part.OFFSETS,
                        "neighbours", RandomGraph.Part.NEIGHBOURS)));
      default:
        throw entry.wrong(
            "unknown generator '" + entry.key() + "'" + Suggestions.hint(entry.key(), KINDS));
    }
  }

  private static YamlMap fields(YamlNode node, String... allowed) {
    YamlMap map = node.asMap();
    map.allowOnly(allowed);
    return map;
  }

  private static IntegerExpression integer(YamlMap map, String key, long absent, Names names) {
    return map.get(key)
        .map(n -> IntegerExpression.read(n, names))
        .orElseGet(() -> IntegerExpression.constant(map.where(), absent));
  }

  private static Value real(YamlMap map, String key, double absent, Names names) {
    return map.get(key)
        .map(n -> Value.read(n, ElementType.F64, names))
        .orElseGet(() -> Value.of(map.where(), absent));
  }
}
