// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.ValueTable;

/**
 * A bundle must not both write and use the address register, and at most one of its operations may
 * write it.
 *
 * <p>Source: LLVM R600 backend (R600Packetizer, {@code isARDefined}/{@code isARUsed}).
 */
public final class AddressRegister implements BundleRule {
  @Override
  public boolean allows(Bundle bundle, Bundle previous, ValueTable values) {
    int writes = 0;
    boolean used = false;
    for (MachineOp op : bundle.ops()) {
      writes += op.is(Role.Flag.WRITES_ADDRESS) ? 1 : 0;
      used |= op.is(Role.Flag.USES_ADDRESS);
    }
    return writes <= 1 && !(writes == 1 && used);
  }
}
