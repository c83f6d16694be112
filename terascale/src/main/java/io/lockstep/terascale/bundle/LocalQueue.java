// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.ValueTable;

/**
 * A bundle starts at most one operation of the local data share and pops at most one word from each
 * of its two output queues.
 *
 * <p>Source: LLVM R600 backend (LDS operations issue in slot x; OQAP is a single register), and the
 * statement "four ALU operations plus one LDS operation a bundle" in AMD's course material.
 */
public final class LocalQueue implements BundleRule {
  private static final int QUEUES = 2;

  @Override
  public boolean allows(Bundle bundle, Bundle previous, ValueTable values) {
    int started = 0;
    int popped = 0;
    for (MachineOp op : bundle.ops()) {
      if (op.isLocal() && ++started > 1) {
        return false;
      }
      for (int queue = 0; queue < QUEUES; queue++) {
        if (op.isPop(queue)) {
          if ((popped & 1 << queue) != 0) {
            return false;
          }
          popped |= 1 << queue;
        }
      }
    }
    return true;
  }
}
