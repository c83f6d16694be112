// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.ValueTable;

/** A restriction on the operations that may share a bundle. Implementations are stateless. */
public interface BundleRule {
  /**
   * {@return whether a bundle satisfies the rule}
   *
   * @param bundle bundle with assigned slots
   * @param previous the preceding bundle of the clause, whose results are forwarded, or null
   * @param values channels of the values that the bundle reads
   */
  boolean allows(Bundle bundle, Bundle previous, ValueTable values);

  /** {@return the rule's name, for messages of checkers} */
  default String name() {
    return getClass().getSimpleName();
  }
}
