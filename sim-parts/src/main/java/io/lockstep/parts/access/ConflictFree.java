package io.lockstep.parts.access;

import io.lockstep.parts.spec.Ideal;
import io.lockstep.parts.spec.Ideals;

/**
 * A local memory's rule where its banks are ideal: each operation takes what it would without any
 * conflict. As stateless as the rule.
 *
 * @param rule of the real banks
 */
public record ConflictFree(LocalMemoryRule rule) implements LocalMemoryRule {
  /**
   * {@return a rule, or the ideal of it where a device asks for that}
   *
   * @param rule of the real banks
   * @param ideals of the device
   */
  public static LocalMemoryRule unlessReal(LocalMemoryRule rule, Ideals ideals) {
    return ideals.has(Ideal.CONFLICTS) ? new ConflictFree(rule) : rule;
  }

  @Override
  public int clocks(Access access, boolean write, boolean atomic) {
    return rule.conflictFree(access, write, atomic);
  }

  @Override
  public int conflictFree(Access access, boolean write, boolean atomic) {
    return rule.conflictFree(access, write, atomic);
  }
}
