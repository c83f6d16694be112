// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.Computed;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.SweepSection;
import io.lockstep.sweep.file.SweepVariable;
import io.lockstep.sweep.file.Zip;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Resolves the names that the expressions of one workload read. A parameter that is read but not
 * varied is added to the section with its default, so that the frozen file is self-contained.
 */
final class ExpressionNames {
  private static final Set<String> ALWAYS =
      Set.of(PlanBlock.DEVICE, PlanBlock.PHASE, PlanBlock.WORKLOAD);

  /** The condition that no point fulfils. */
  private static final String NO = "false";

  private final String workload;
  private final boolean several;
  private final ParameterNames declared;
  private final Map<String, Expression> formulas = new LinkedHashMap<>();
  private final Set<String> varied = new TreeSet<>();
  private final Map<String, Named> added = new LinkedHashMap<>();

  ExpressionNames(
      String workload,
      ParameterNames declared,
      SweepSection section,
      List<SweepVariable> variables,
      boolean several) {
    this.workload = workload;
    this.several = several;
    this.declared = declared;
    for (SweepVariable variable : variables) {
      if (declared.has(variable.name())) {
        throw new InputException(
            variable.where(),
            "the name '" + variable.name() + "' is taken: it is a parameter of " + workload);
      }
      formulas.put(variable.name(), variable.value());
    }
    Stream.concat(section.parameters().stream(), section.settings().stream())
        .forEach(
            named -> {
              if (named.values() instanceof Computed computed) {
                formulas.put(named.name(), computed.expression());
              } else {
                varied.add(named.name());
              }
            });
    for (Zip zip : section.zips()) {
      zip.all().forEach(named -> varied.add(named.name()));
    }
  }

  /** Returns the section, extended by parameters that its expressions read but it does not vary. */
  SweepSection complete(SweepSection section) {
    List<Expression> conditions = new ArrayList<>();
    for (Expression condition : section.conditions()) {
      guarded(condition).ifPresent(conditions::add);
    }
    Stream.concat(section.parameters().stream(), section.settings().stream())
        .filter(named -> named.values() instanceof Computed)
        .forEach(
            named ->
                read(
                    ((Computed) named.values()).expression(),
                    new ArrayList<>(List.of(named.name()))));
    List<Named> parameters = new ArrayList<>(section.parameters());
    parameters.addAll(added.values());
    return new SweepSection(
        section.devices(), parameters, section.settings(), section.zips(), conditions);
  }

  /**
   * Returns a condition as it concerns this workload. A condition with a parameter that only other
   * workloads have is legal if the name of the workload decides it: {@code workload == 'spmv' &&
   * rows > 64}. Returns empty if it always holds.
   */
  private Optional<Expression> guarded(Expression condition) {
    Set<String> unknown = new TreeSet<>(condition.names());
    unknown.removeAll(valid());
    if (!unknown.isEmpty()) {
      Optional<Boolean> decided = decided(condition);
      if (decided.isPresent()) {
        return decided.get() ? Optional.empty() : Optional.of(Expression.of(condition.where(), NO));
      }
    }
    read(condition, new ArrayList<>());
    return Optional.of(condition);
  }

  /** Signals that a condition depends on more than the workload. */
  private static final class UndecidedException extends RuntimeException {}

  private Optional<Boolean> decided(Expression condition) {
    try {
      return Optional.of(
          condition.holds(
              name -> {
                if (name.equals(PlanBlock.WORKLOAD)) {
                  return WorkloadFiles.stem(Path.of(workload));
                }
                throw new UndecidedException();
              }));
    } catch (UndecidedException e) {
      return Optional.empty();
    }
  }

  private void read(Expression expression, List<String> open) {
    for (String name : expression.names()) {
      if (ALWAYS.contains(name) || varied.contains(name)) {
        continue;
      }
      if (formulas.containsKey(name)) {
        if (open.contains(name)) {
          List<String> circle = new ArrayList<>(open.subList(open.indexOf(name), open.size()));
          circle.add(name);
          throw new InputException(
              expression.where(),
              "'" + name + "' is computed from itself: " + String.join(" -> ", circle));
        }
        open.add(name);
        read(formulas.get(name), open);
        open.remove(open.size() - 1);
      } else if (declared.has(name)) {
        varied.add(name);
        added.put(name, declared.usual(name, expression.where()));
      } else {
        throw new InputException(
            expression.where(),
            "in '%s': unknown name '%s' for %s%s%s"
                .formatted(
                    expression.text(), name, workload, Suggestions.hint(name, valid()), guard()));
      }
    }
  }

  private String guard() {
    return several
        ? "; a condition on a parameter of one workload stands at its entry, or after workload =="
            + " 'NAME' &&"
        : "";
  }

  private Set<String> valid() {
    Set<String> valid = new TreeSet<>(ALWAYS);
    valid.addAll(varied);
    valid.addAll(formulas.keySet());
    declared.all().forEach(valid::add);
    return valid;
  }
}
