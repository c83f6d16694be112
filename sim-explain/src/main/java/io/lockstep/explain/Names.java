// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.roof.Factor;
import io.lockstep.run.RunResult;
import java.util.Map;
import java.util.stream.Collectors;

/** Names two runs in sentences by their differences: device, workload or parameters. */
final class Names {
  private Names() {}

  static Factor.Sides of(Question question, RunResult one, RunResult other) {
    String from = question.from().side().name();
    String to = question.to().side().name();
    if (question.isOneProgram()) {
      return new Factor.Sides(from, to);
    }
    String mine = program(one, other);
    String theirs = program(other, one);
    if (mine.equals(theirs)) {
      mine = question.from().workload().getFileName().toString();
      theirs = question.to().workload().getFileName().toString();
    }
    boolean same = question.from().side().spec().hash().equals(question.to().side().spec().hash());
    return same
        ? new Factor.Sides(mine, theirs)
        : new Factor.Sides(mine + " on " + from, theirs + " on " + to);
  }

  /** Returns the workload's name; for equal names, with the parameters that differ. */
  private static String program(RunResult of, RunResult other) {
    if (!of.workload().equals(other.workload())) {
      return of.workload();
    }
    String values =
        of.parameters().entrySet().stream()
            .filter(e -> !e.getValue().equals(other.parameters().get(e.getKey())))
            .map(Map.Entry::toString)
            .collect(Collectors.joining(" "));
    return values.isEmpty() ? of.workload() : of.workload() + " " + values;
  }
}
