// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.ValueTable;

/** At most one operation of a bundle sets the predicate, never in slot t (LLVM R600 backend). */
public final class PredicateWrite implements BundleRule {
  @Override
  public boolean allows(Bundle bundle, Bundle previous, ValueTable values) {
    int writes = 0;
    for (int i = 0; i < bundle.ops().size(); i++) {
      MachineOp op = bundle.ops().get(i);
      if (op.is(Role.Flag.SETS_PREDICATE) && (++writes > 1 || bundle.isTrans(i))) {
        return false;
      }
    }
    return true;
  }
}
