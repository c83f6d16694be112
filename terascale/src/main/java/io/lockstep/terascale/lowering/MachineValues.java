// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Liveness;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Liveness of 32-bit values in machine code. It differs from liveness of the kernel's registers,
 * since values are single channels, addresses have 32 bits, and constants are operands.
 */
final class MachineValues {
  static final Liveness.Accesses<MachineOp> ACCESSES =
      new Liveness.Accesses<>() {
        @Override
        public void reads(MachineOp op, IntConsumer value) {
          for (Source s : op.sources()) {
            if (s.isValue()) {
              value.accept(s.number());
            }
          }
        }

        @Override
        public void writes(MachineOp op, IntConsumer value) {
          for (int result : op.results()) {
            value.accept(result);
          }
        }
      };

  private MachineValues() {}

  static Liveness live(List<List<MachineOp>> code, List<List<Integer>> successors) {
    return Liveness.of(code, successors, ACCESSES);
  }
}
