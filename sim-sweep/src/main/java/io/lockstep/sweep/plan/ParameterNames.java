// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.run.program.Runner;
import io.lockstep.sweep.file.DesignChoices;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.Span;
import io.lockstep.workload.Workload;
import io.lockstep.workload.expression.ParameterValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters that a workload declares; a trace has none. */
final class ParameterNames {
  private final Path file;
  private final Map<String, ParameterValue> declared;
  private final boolean trace;
  private final boolean several;

  /**
   * @param several whether the sweep has other workloads, to which an unknown parameter may belong
   * @throws InputException if the file is not a workload
   */
  ParameterNames(Path file, boolean several) {
    this.file = file;
    this.several = several;
    trace = Runner.isTrace(file);
    declared = trace ? Map.of() : Workload.read(file).parameters();
  }

  boolean has(String name) {
    return declared.containsKey(name);
  }

  Iterable<String> all() {
    return declared.keySet();
  }

  /** Returns a parameter with its default as the only value. */
  Named usual(String name, String where) {
    Item item = new Item(declared.get(name).text(), where);
    return new Named(name, false, where, Listed.of(item));
  }

  /** Checks a parameter's values; empty for an optional parameter that the workload lacks. */
  Optional<Named> checked(Named parameter) {
    ParameterValue like = declared.get(parameter.name());
    if (like == null) {
      if (parameter.ifThere()) {
        return Optional.empty();
      }
      throw new InputException(parameter.where(), unknown(parameter.name()));
    }
    if (parameter.values() instanceof Listed listed) {
      listed.items().forEach(item -> check(item, like));
    } else if (parameter.values() instanceof DesignChoices choices) {
      choices.items().forEach(item -> check(item, like));
    } else if (parameter.values() instanceof Span span) {
      Span right = like.isWhole() ? span : span.decimals();
      for (String end : List.of(right.from(), right.to(), right.at(0))) {
        check(new Item(end, span.where()), like);
      }
      return Optional.of(new Named(parameter.name(), false, parameter.where(), right));
    }
    return Optional.of(new Named(parameter.name(), false, parameter.where(), parameter.values()));
  }

  private String unknown(String name) {
    String forOthers = "; '" + name + "?' is for those that have it";
    if (trace) {
      return file.getFileName() + " is a recorded trace, which has no parameters" + forOthers;
    }
    return file.getFileName()
        + " has no parameter '"
        + name
        + "'"
        + (declared.isEmpty() ? " (it declares none)" : Suggestions.hint(name, declared.keySet()))
        + (several ? forOthers : "");
  }

  private static void check(Item item, ParameterValue like) {
    YamlNode node = YamlNode.scalar(item.where(), item.text());
    if (like.isWhole() && !node.isInteger()) {
      throw node.expected("an integer, as its default " + like.text() + " is one");
    }
    if (!node.isNumber()) {
      throw node.expected("a number");
    }
    if (like.isWhole()) {
      node.asLong();
    } else {
      node.asDecimal();
    }
  }
}
