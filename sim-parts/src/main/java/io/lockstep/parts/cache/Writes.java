// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.cache.policy.WriteAction;
import io.lockstep.parts.cache.policy.WritePolicy;
import io.lockstep.parts.cache.policy.WriteRule;

final class Writes {
  private final WriteAction held;
  private final WriteAction absent;
  private final WriteRule rule; // null if the action depends only on whether the line is held
  private final boolean mayKeep;

  Writes(WritePolicy policy, int sets) {
    held = policy.held();
    absent = policy.absent();
    mayKeep = policy.writesBack();
    rule = policy.rule(sets).orElse(null);
  }

  /** Whether all writes have the same action, so that the line need not be looked up first. */
  boolean isOne() {
    return rule == null && held == absent;
  }

  /** Returns whether all writes bypass the cache, so that only reads fill its lines. */
  boolean passBy() {
    return isOne() && held == WriteAction.PASS;
  }

  WriteAction action(int set, boolean there, boolean whole) {
    if (rule == null) {
      return there ? held : absent;
    }
    WriteAction action = rule.write(set, there, whole);
    if (action == null || action == WriteAction.KEEP && !mayKeep) {
      throw new IllegalStateException(
          rule.getClass().getName() + " chose " + action + ", which its policy does not do");
    }
    return action;
  }
}
