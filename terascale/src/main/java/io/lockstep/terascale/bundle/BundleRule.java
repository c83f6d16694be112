package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.ValueTable;

/** One rule of which operations may share a bundle. Stateless and thread-safe. */
public interface BundleRule {
  /**
   * {@return whether a bundle satisfies the rule}
   *
   * @param bundle operations with their slots placed
   * @param previous the bundle before it in the same clause, or null: its results are forwarded
   * @param values channels of the values read
   */
  boolean allows(Bundle bundle, Bundle previous, ValueTable values);

  /** {@return the rule's name, for a checker's message} */
  default String name() {
    return getClass().getSimpleName();
  }
}
