// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.Goals.Objective;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A query for the best points.
 *
 * @param objectives objectives; two or more request the Pareto front
 * @param per names whose values form groups; empty for a single group
 * @param top number of points per group with a single objective, at least 1
 */
public record BestQuery(
    List<Objective> objectives, List<String> per, Optional<Expression> where, int top) {
  public BestQuery {
    objectives = List.copyOf(objectives);
    per = List.copyOf(per);
    if (objectives.isEmpty() || top < 1) {
      throw new IllegalArgumentException(objectives + ", " + top);
    }
  }

  public BestQuery per(List<String> names) {
    return new BestQuery(objectives, names, where, top);
  }

  /** Describes objectives and groups for users. */
  public String words() {
    StringBuilder words = new StringBuilder(isFront() ? "no other is better in all of: " : "");
    List<String> parts = new ArrayList<>();
    objectives.forEach(o -> parts.add((o.minimise() ? "least " : "most ") + o.value().text()));
    words.append(String.join(", ", parts));
    return words
        .append(per.isEmpty() ? " of all" : " among points of equal ")
        .append(String.join(", ", per))
        .toString();
  }

  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(per);
    objectives.forEach(o -> names.addAll(o.value().names()));
    where.ifPresent(w -> names.addAll(w.names()));
    return names;
  }

  public boolean isFront() {
    return objectives.size() > 1;
  }
}
