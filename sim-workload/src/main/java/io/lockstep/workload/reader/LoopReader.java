// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.LoopRange;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.expression.Value;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads steps that contain other steps: loops and conditionals. */
record LoopReader(Steps steps, Map<String, ElementType> buffers) {
  private static final Map<String, LoopRange.End> ENDS =
      Map.of(
          "below", LoopRange.End.BELOW,
          "to", LoopRange.End.TO,
          "above", LoopRange.End.ABOVE,
          "down_to", LoopRange.End.DOWN_TO);

  Step counted(YamlMap map, Names names) {
    map.allowOnly("for", "steps");
    YamlMap loop = map.require("for").asMap();
    loop.allowOnly("var", "from", "below", "to", "above", "down_to", "step", "times", "divide");
    YamlNode variable = loop.require("var");
    IntegerExpression from = IntegerExpression.read(loop.require("from"), names);
    List<String> ends = new ArrayList<>();
    for (YamlMap.Entry entry : loop.entries()) {
      if (ENDS.containsKey(entry.key())) {
        ends.add(entry.key());
      }
    }
    if (ends.isEmpty()) {
      throw loop.wrong("the key 'below' is missing (or to, above, down_to)");
    }
    if (ends.size() > 1) {
      throw new InputException(
          loop.entry(ends.get(1)).orElseThrow().where(),
          "a loop has one end, found '" + ends.get(0) + "' and '" + ends.get(1) + "'");
    }
    LoopRange.End end = ENDS.get(ends.get(0));
    boolean up = end == LoopRange.End.BELOW || end == LoopRange.End.TO;
    String wrong = up ? "divide" : "times";
    if (loop.has(wrong)) {
      throw loop.entry(wrong)
          .orElseThrow()
          .wrong(
              "'%s' goes with %s, found '%s'"
                  .formatted(wrong, up ? "above and down_to" : "below and to", ends.get(0)));
    }
    String factor = up ? "times" : "divide";
    if (loop.has(factor) && loop.has("step")) {
      throw loop.entry("step").orElseThrow().wrong("a loop has either 'step' or '" + factor + "'");
    }
    LoopRange range =
        new LoopRange(
            from,
            end,
            IntegerExpression.read(loop.require(ends.get(0)), names),
            IntegerExpression.read(loop, "step", names).orElse(null),
            IntegerExpression.read(loop, factor, names).orElse(null));
    boolean known = true;
    for (String key : List.of("from", ends.get(0), "step", factor)) {
      known &= loop.get(key).map(n -> isKnown(n, names)).orElse(true);
    }
    Names inner = names.with(variable.where(), variable.asText(), known);
    return new Step.For(
        map.where(), variable.asText(), range, known, steps.read(map.require("steps"), inner));
  }

  /** Returns whether a number is known before execution. */
  private static boolean isKnown(YamlNode node, Names names) {
    return node.isInteger() || TypedExpression.read(node, names).isOf(names.fixed());
  }

  /** Reads a loop that ends when an element has a value, or when a condition holds. */
  Step repeat(YamlMap map, Names names) {
    map.allowOnly("repeat_until", "steps");
    YamlMap repeat = map.require("repeat_until").asMap();
    if (repeat.has("condition")) {
      return conditional(map, "repeat_until", names);
    }
    repeat.allowOnly("var", "condition", "buffer", "index", "equals", "at_most");
    String buffer = steps.buffer(repeat.require("buffer"));
    IntegerExpression index = IntegerExpression.read(repeat.require("index"), names);
    Value equals = Value.read(repeat.require("equals"), buffers.get(buffer), names);
    IntegerExpression atMost = IntegerExpression.read(repeat.require("at_most"), names);
    String variable = repeat.get("var").map(YamlNode::asText).orElse(null);
    return new Step.RepeatUntil(
        map.where(),
        variable,
        buffer,
        index,
        equals,
        atMost,
        steps.read(map.require("steps"), inside(repeat, names)));
  }

  /** Reads a loop with a condition that is evaluated before or after each iteration. */
  Step conditional(YamlMap map, String kind, Names names) {
    map.allowOnly(kind, "steps");
    YamlMap loop = map.require(kind).asMap();
    loop.allowOnly("var", "condition", "at_most");
    boolean first = kind.equals("while");
    YamlNode condition = loop.require("condition");
    IntegerExpression atMost = IntegerExpression.read(loop.require("at_most"), names);
    Names inner = inside(loop, names);
    Names asked = inner;
    List<Step> body;
    if (first) {
      body = steps.read(map.require("steps"), inner);
    } else {
      Steps.Block block = steps.block(map.require("steps"), inner);
      body = block.steps();
      asked = block.names();
    }
    return new Step.While(
        map.where(),
        loop.get("var").map(YamlNode::asText).orElse(null),
        first,
        TypedExpression.readCondition(condition, asked.in(Names.Place.HOST)),
        atMost,
        body);
  }

  private static Names inside(YamlMap loop, Names names) {
    return loop.get("var").map(n -> names.with(n.where(), n.asText(), false)).orElse(names);
  }

  Step choice(YamlMap map, Names names) {
    map.allowOnly("if", "steps", "else");
    return new Step.If(
        map.where(),
        TypedExpression.readCondition(map.require("if"), names.in(Names.Place.HOST)),
        steps.read(map.require("steps"), names),
        map.get("else").map(n -> steps.read(n, names)).orElse(List.of()));
  }
}
