// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.LoopRange;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds all options that launches pass to the compiler, before execution, because a trace names its
 * kernels at its start. Options may contain parameters and variables of loops whose ranges are
 * known beforehand, so these loops are walked.
 */
final class LaunchVariants {
  private static final int MOST = 256;
  private static final long MOST_ROUNDS = 1_000_000;

  /** A launch and a set of its options, without braces. */
  record Variant(Step.Launch launch, List<FileName> options) {}

  private final Set<Variant> found = new LinkedHashSet<>();
  private long rounds;

  private LaunchVariants() {}

  /** Returns all variants in the order in which a run reaches them. */
  static List<Variant> of(BoundWorkload bound) {
    LaunchVariants variants = new LaunchVariants();
    variants.walk(bound.workload().steps(), bound.scope());
    return new ArrayList<>(variants.found);
  }

  /** Returns a launch's options at this point of the run. */
  static List<FileName> resolve(Step.Launch launch, Scope scope) {
    return launch.options().stream()
        .map(option -> new FileName(option.where(), option.resolve(scope)))
        .toList();
  }

  private void walk(List<Step> steps, Scope scope) {
    for (Step step : steps) {
      if (step instanceof Step.Launch launch && !launch.options().isEmpty()) {
        found.add(new Variant(launch, resolve(launch, scope)));
        if (found.size() > MOST) {
          throw launch.wrong(
              "launches ask for more than " + MOST + " different sets of options to compile with");
        }
      } else if (step instanceof Step.For loop && loop.known() && hasOptions(loop)) {
        walk(loop, scope);
      } else {
        walk(step.inner(), scope);
      }
    }
  }

  private void walk(Step.For loop, Scope scope) {
    LoopRange.Bounds range = loop.range().bounds(scope);
    if (range.isEmpty()) {
      return;
    }
    for (long value = range.first(); ; value = range.next(value)) {
      if (++rounds > MOST_ROUNDS) {
        throw loop.wrong("more than " + MOST_ROUNDS + " steps");
      }
      walk(loop.steps(), scope.with(loop.variable(), value));
      if (!range.hasNext(value)) {
        return;
      }
    }
  }

  private static boolean hasOptions(Step step) {
    return step instanceof Step.Launch launch && !launch.options().isEmpty()
        || step.inner().stream().anyMatch(LaunchVariants::hasOptions);
  }
}
