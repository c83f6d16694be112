// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The content of a sweep file and its includes. Entries that no file has are empty. */
final class Piece {
  List<WorkloadEntry> workloads = List.of();
  SweepSection common = SweepSection.NONE;
  Map<String, SweepVariable> variables = new LinkedHashMap<>();
  Optional<List<Integer>> phases = Optional.empty();
  Optional<Duration> time = Optional.empty();
  OptionalLong memory = OptionalLong.empty();
  Optional<List<Item>> kept = Optional.empty();
  Optional<DesignPart<Design.Kind>> design = Optional.empty();
  Optional<DesignPart<Integer>> points = Optional.empty();
  Optional<DesignPart<Long>> seed = Optional.empty();
  Optional<DesignPart<Integer>> width = Optional.empty();
  List<Goals.Objective> objectives = List.of();
  List<Expression> constraints = List.of();

  /** An entry of the design section, with its position in the file. */
  record DesignPart<T>(T value, String where) {}

  /** Merges a base into this piece; entries of this piece take precedence. */
  Piece over(Piece base) {
    workloads = workloads.isEmpty() ? base.workloads : workloads;
    common = common.over(base.common);
    Map<String, SweepVariable> allVariables = new LinkedHashMap<>(base.variables);
    allVariables.putAll(variables);
    variables = allVariables;
    phases = phases.or(() -> base.phases);
    time = time.or(() -> base.time);
    memory = memory.isPresent() ? memory : base.memory;
    kept = kept.or(() -> base.kept);
    design = design.or(() -> base.design);
    points = points.or(() -> base.points);
    seed = seed.or(() -> base.seed);
    width = width.or(() -> base.width);
    objectives = objectives.isEmpty() ? base.objectives : objectives;
    List<Expression> allConstraints = new ArrayList<>(base.constraints);
    allConstraints.addAll(constraints);
    constraints = allConstraints;
    return this;
  }
}
