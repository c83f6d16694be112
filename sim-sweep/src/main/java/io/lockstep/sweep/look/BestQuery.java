package io.lockstep.sweep.look;

import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.SearchSection.Objective;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A query for the best points.
 *
 * @param objectives the objectives; two or more ask for the Pareto front
 * @param per names whose values make groups; none for one group
 * @param where condition on points, or empty
 * @param top number of points per group with one objective, at least 1
 */
public record BestQuery(
    List<Objective> objectives, List<String> per, Optional<Expression> where, int top) {
  /**
   * Copies the collections.
   *
   * @param objectives what is to be small, or large
   * @param per names whose values make groups
   * @param where what holds of the points, or empty
   * @param top how many of a group with one objective
   */
  public BestQuery {
    objectives = List.copyOf(objectives);
    per = List.copyOf(per);
    if (objectives.isEmpty() || top < 1) {
      throw new IllegalArgumentException(objectives + ", " + top);
    }
  }

  /**
   * {@return the same with other groups}
   *
   * @param names whose values make groups
   */
  public BestQuery per(List<String> names) {
    return new BestQuery(objectives, names, where, top);
  }

  /** {@return what points are ranked by and compared among, for people} */
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

  /** {@return names that the query uses} */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(per);
    objectives.forEach(o -> names.addAll(o.value().names()));
    where.ifPresent(w -> names.addAll(w.names()));
    return names;
  }

  /** {@return whether it asks for a Pareto front} */
  public boolean isFront() {
    return objectives.size() > 1;
  }
}
