// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;

/** Builds bundles for tests. Registers are named by channel: the n-th value of channel c. */
final class Bundles {
  final ValueTable values = new ValueTable(64);

  Bundles() {
    for (int v = 0; v < 64; v++) {
      values.pin(v, v & 3);
    }
  }

  /** The n-th register of a channel. */
  static Source gpr(char channel, int n) {
    return Source.value(4 * n + "xyzw".indexOf(channel));
  }

  static MachineOp op(String name, Unit unit, Source... sources) {
    return new MachineOp(name, unit, new int[0], sources);
  }

  /** A bundle with its slots assigned. */
  Bundle of(MachineOp... ops) {
    Bundle bundle = new Bundle();
    for (MachineOp op : ops) {
      bundle.add(op);
    }
    if (!new SlotAssignment(new FiveSlots()).assign(bundle, values, (op, c) -> 0)) {
      throw new IllegalArgumentException("these operations do not fit a bundle");
    }
    return bundle;
  }
}
