// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.expression.ValueKind;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the host's own steps between launches: set, compute, group, transpose. */
record HostStepReader(Steps steps, Map<String, ElementType> buffers) {
  /** Reads assignments. Each may use the variables that are set before it. */
  Step.Set set(YamlMap map, Names names) {
    map.allowOnly("set");
    YamlMap values = map.require("set").asMap();
    if (values.entries().isEmpty()) {
      throw values.wrong("expected at least one variable");
    }
    List<Step.Assignment> assignments = new ArrayList<>();
    Names known = names;
    for (YamlMap.Entry entry : values.entries()) {
      String name = entry.key();
      Names.check(entry.where(), "variable", name);
      if (buffers.containsKey(name)) {
        throw entry.wrong("the name '" + name + "' is taken by a buffer");
      }
      TypedExpression value = TypedExpression.readNumber(entry.value(), known.in(Names.Place.HOST));
      boolean real = value.kind() == ValueKind.REAL;
      if (known.variables().contains(name)) {
        boolean wanted = known.real().contains(name);
        if (real && !wanted) {
          throw entry
              .value()
              .wrong(
                  "'"
                      + name
                      + "' is a whole variable since it was first set, found a real number (floor,"
                      + " ceil, round, trunc make whole ones)");
        }
        real = wanted;
      } else if (known.whole().contains(name) || known.real().contains(name)) {
        throw entry.wrong("the name '" + name + "' is taken by a parameter or an outer loop");
      }
      assignments.add(new Step.Assignment(name, real, value));
      known = known.withVariable(name, real);
    }
    return new Step.Set(map.where(), List.copyOf(assignments));
  }

  /** Returns the names that are known after a step that sets variables. */
  static Names after(Step.Set set, Names names) {
    Names known = names;
    for (Step.Assignment assignment : set.assignments()) {
      known = known.withVariable(assignment.name(), assignment.isReal());
    }
    return known;
  }

  Step compute(YamlMap map, Names names) {
    map.allowOnly("compute");
    YamlMap compute = map.require("compute").asMap();
    compute.allowOnly("buffer", "expression", "from", "count");
    String buffer = steps.buffer(compute.require("buffer"));
    YamlNode expression = compute.require("expression");
    if (names.whole().contains("i") || names.real().contains("i")) {
      throw expression.wrong(
          "'i' numbers elements here, but it is a variable as well: give that another name");
    }
    return new Step.Compute(
        map.where(),
        buffer,
        TypedExpression.read(expression, names.in(Names.Place.COMPUTE))
            .fitting(buffers.get(buffer)),
        IntegerExpression.read(compute, "from", names).orElse(null),
        IntegerExpression.read(compute, "count", names).orElse(null));
  }

  Step group(YamlMap map, Names names) {
    map.allowOnly("group");
    YamlMap group = map.require("group").asMap();
    group.allowOnly("operation", "keys", "values", "into", "width", "count", "precision");
    Step.Gathering gathering =
        group
            .require("operation")
            .choice(
                Map.of(
                    "sum", Step.Gathering.SUM,
                    "average", Step.Gathering.AVERAGE,
                    "count", Step.Gathering.COUNT));
    String keys = steps.buffer(group.require("keys"));
    if (buffers.get(keys).isFloat()) {
      throw group
          .require("keys")
          .wrong("keys are whole numbers, '" + keys + "' holds " + buffers.get(keys).text());
    }
    YamlNode intoNode = group.require("into");
    String into = steps.buffer(intoNode);
    String values = null;
    if (gathering == Step.Gathering.COUNT) {
      for (String key : List.of("values", "width", "precision")) {
        group
            .entry(key)
            .ifPresent(
                e -> {
                  throw e.wrong("'count' counts rows by key: it takes no '" + key + "'");
                });
      }
    } else {
      values = steps.buffer(group.require("values"));
      boolean real = buffers.get(values).isFloat() || gathering == Step.Gathering.AVERAGE;
      if (real && !buffers.get(into).isFloat()) {
        throw intoNode.wrong(
            "the result is real, '" + into + "' holds " + buffers.get(into).text());
      }
      if (values.equals(into)) {
        throw intoNode.wrong("the result needs a buffer of its own");
      }
    }
    return new Step.Group(
        map.where(),
        gathering,
        keys,
        values,
        into,
        IntegerExpression.read(group, "width", names).orElse(null),
        IntegerExpression.read(group, "count", names).orElse(null),
        group
            .get("precision")
            .map(n -> n.choice(Map.of("single", true, "double", false)))
            .orElse(false));
  }

  Step transpose(YamlMap map, Names names) {
    map.allowOnly("transpose");
    YamlMap transpose = map.require("transpose").asMap();
    transpose.allowOnly("from", "to", "rows", "columns");
    String from = steps.buffer(transpose.require("from"));
    YamlNode toNode = transpose.require("to");
    String to = steps.buffer(toNode);
    if (from.equals(to)) {
      throw toNode.wrong("the result needs a buffer of its own");
    }
    if (buffers.get(from) != buffers.get(to)) {
      throw toNode.wrong(
          "'%s' holds %s, '%s' %s"
              .formatted(from, buffers.get(from).text(), to, buffers.get(to).text()));
    }
    return new Step.Transpose(
        map.where(),
        from,
        to,
        IntegerExpression.read(transpose.require("rows"), names),
        IntegerExpression.read(transpose.require("columns"), names));
  }
}
