package io.lockstep.parts.policy;

import java.util.List;

/**
 * A rule of a hardware part that a specification chooses by its name, for example {@code
 * issue.policy}. Each kind of rule is an interface of its own that extends this one.
 *
 * <p>Found by ServiceLoader under this interface, whatever its kind; declare it in {@code
 * module-info} and, for class paths, in {@code META-INF/services}. A policy is stateless and
 * thread-safe: what a rule remembers lies in what the policy makes, one for each place where it
 * decides.
 */
public interface Policy {
  /** {@return the name that specifications write: lower-case letters, digits, underscores} */
  String name();

  /** {@return one sentence about what it does, for people} */
  String definition();

  /** {@return names under which it may be written too} */
  default List<String> otherNames() {
    return List.of();
  }
}
