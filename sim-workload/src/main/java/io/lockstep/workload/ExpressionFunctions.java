package io.lockstep.workload;

import io.lockstep.io.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The functions of the expression language, as one call of a text is read. One thread. */
final class ExpressionFunctions {
  /** Functions of numbers and how many arguments they take. */
  private static final Map<String, Integer> ARGUMENTS =
      Map.ofEntries(
          Map.entry("log2", 1),
          Map.entry("min", 2),
          Map.entry("max", 2),
          Map.entry("abs", 1),
          Map.entry("select", 3),
          Map.entry("mix", 2),
          Map.entry("uniform", 2),
          Map.entry("pow", 2),
          Map.entry("real", 1),
          Map.entry("f32", 1),
          Map.entry("sqrt", 1),
          Map.entry("exp", 1),
          Map.entry("log", 1),
          Map.entry("sin", 1),
          Map.entry("cos", 1),
          Map.entry("floor", 1),
          Map.entry("ceil", 1),
          Map.entry("round", 1),
          Map.entry("trunc", 1));

  private static final Map<String, Reduction> REDUCTIONS =
      Arrays.stream(Reduction.values())
          .collect(Collectors.toUnmodifiableMap(Reduction::text, Function.identity()));

  private final Arguments parser;
  private final ExpressionText text;
  private final Names names;
  private final int start;

  /**
   * @param parser reads the arguments
   * @param text stands at the bracket
   * @param start where the function's name stands
   */
  ExpressionFunctions(Arguments parser, ExpressionText text, Names names, int start) {
    this.parser = parser;
    this.text = text;
    this.names = names;
    this.start = start;
  }

  TypedNode call(String name) {
    boolean reduces = REDUCTIONS.containsKey(name);
    boolean host = names.place() == Names.Place.HOST;
    if (!ARGUMENTS.containsKey(name)) {
      if (reduces && host) {
        String buffer = parser.bareBuffer();
        if (buffer == null) {
          throw text.error(start, name + " takes a buffer: " + name + "(b) or " + name + "(b, n)");
        }
        return reduction(REDUCTIONS.get(name), buffer);
      }
      if (reduces) {
        throw text.error(
            start,
            "'"
                + name
                + "' of a buffer stands in set and in conditions; a step {set: {x: '"
                + name
                + "(b)'}} takes it into a variable");
      }
      List<String> valid = new ArrayList<>(ARGUMENTS.keySet());
      if (host) {
        valid.addAll(REDUCTIONS.keySet());
      }
      throw text.error(start, "unknown function '" + name + "'" + Suggestions.hint(name, valid));
    }
    if (reduces && host) { // min and max are both
      String buffer = parser.bareBuffer();
      if (buffer != null) {
        return reduction(REDUCTIONS.get(name), buffer);
      }
    }
    List<TypedNode> arguments = parser.arguments();
    int wanted = ARGUMENTS.get(name);
    if (arguments.size() != wanted) {
      throw text.error(
          start,
          name
              + " takes "
              + wanted
              + (wanted == 1 ? " argument" : " arguments")
              + ", found "
              + arguments.size());
    }
    return call(name, arguments);
  }

  private TypedNode reduction(Reduction reduction, String buffer) {
    ElementType type = parser.buffer(start, buffer);
    ExpressionNode count = null;
    if (text.accept(",")) {
      count = parser.wholeNumber(parser.inner());
    }
    text.require(")");
    ExpressionNode n = count;
    return new TypedNode(
        start,
        reduction.kind(type),
        (batch, out) -> {
          ElementReader reader = batch.access().reader(buffer);
          out[0] = reader.count();
          if (n != null) {
            n.evaluate(batch, out);
          }
          batch.access().touch(buffer, 0, Math.max(0, Math.min(out[0], reader.count())));
          out[0] = reduction.of(reader, buffer, out[0]);
        });
  }

  private TypedNode call(String name, List<TypedNode> arguments) {
    TypedNode a = arguments.get(0);
    DoubleUnaryOperator function = RealOperations.FUNCTIONS.get(name);
    if (function != null) {
      parser.number(a);
      return real(ExpressionNode.unary(a.asReal(), RealOperations.of(function)));
    }
    DoubleUnaryOperator rounding = RealOperations.ROUNDINGS.get(name);
    if (rounding != null) {
      parser.number(a);
      return whole(
          a.isWhole()
              ? a.node()
              : ExpressionNode.unary(a.node(), RealOperations.toWhole(name, rounding)));
    }
    switch (name) {
      case "select":
        return parser.select(arguments);
      case "log2":
        return whole(ExpressionNode.unary(parser.wholeNumber(a), WholeOperations::log2));
      case "mix":
        return whole(words(arguments, Mix::of));
      case "uniform":
        return real(words(arguments, RealOperations::uniform));
      case "real":
        parser.number(a);
        return real(a.asReal());
      case "abs":
        parser.number(a);
        return a.isWhole()
            ? whole(ExpressionNode.unary(a.node(), WholeOperations::absolute))
            : real(ExpressionNode.unary(a.node(), RealOperations.of((double x) -> Math.abs(x))));
      case "pow":
        parser.number(a);
        parser.number(arguments.get(1));
        return real(
            ExpressionNode.binary(
                a.asReal(), arguments.get(1).asReal(), RealOperations.of(StrictMath::pow)));
      case "min":
        return parser.arithmetic(a, arguments.get(1), Math::min, Math::min);
      default:
        return parser.arithmetic(a, arguments.get(1), Math::max, Math::max);
    }
  }

  private ExpressionNode words(List<TypedNode> arguments, ExpressionNode.Operation operation) {
    return ExpressionNode.binary(
        parser.wholeNumber(arguments.get(0)), parser.wholeNumber(arguments.get(1)), operation);
  }

  private TypedNode whole(ExpressionNode node) {
    return new TypedNode(start, ValueKind.WHOLE, node);
  }

  private TypedNode real(ExpressionNode node) {
    return new TypedNode(start, ValueKind.REAL, node);
  }
}
