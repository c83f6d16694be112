// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;

/**
 * Models ideal banks: operations take the time that they would take without conflicts.
 *
 * @param rule rule of the real banks
 */
public record ConflictFree(LocalMemoryRule rule) implements LocalMemoryRule {
  /**
   * {@return the rule, or its ideal form if bank conflicts are idealized on the device}
   *
   * @param rule rule of the real banks
   * @param ideals ideal parts of the device
   */
  public static LocalMemoryRule unlessReal(LocalMemoryRule rule, Ideals ideals) {
    return ideals.has(Ideal.CONFLICTS) ? new ConflictFree(rule) : rule;
  }

  @Override
  public int clocks(Access access, Operation operation) {
    return Math.min(rule.conflictFree(access), rule.clocks(access, operation));
  }

  @Override
  public int conflictFree(Access access) {
    return rule.conflictFree(access);
  }
}
