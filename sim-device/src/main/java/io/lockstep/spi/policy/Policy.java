// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.policy;

import java.util.List;

/**
 * A rule of a hardware part that a specification selects by name, for example {@code issue.policy}.
 * Each kind of rule is a separate interface that extends this one.
 *
 * <p>Found by ServiceLoader under this interface, whatever its kind; declare it in {@code
 * module-info} and, for class paths, in {@code META-INF/services}. A policy is stateless and
 * thread-safe: it creates a stateful object for each unit that makes the decision.
 */
public interface Policy {
  /** {@return the name that specifications write: lower-case letters, digits, underscores} */
  String name();

  /** {@return one sentence about the rule, for people} */
  String definition();

  /** {@return alternative names} */
  default List<String> otherNames() {
    return List.of();
  }
}
