// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.terascale.code.MachineOp;
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
          for (int read : op.reads()) {
            value.accept(read);
          }
        }

        @Override
        public void writes(MachineOp op, IntConsumer value) {
          for (int result : op.results()) {
            value.accept(result);
          }
        }
      };

  /** Accesses of operations that execute together: all read before one writes. */
  static final Liveness.Accesses<List<MachineOp>> TOGETHER =
      new Liveness.Accesses<>() {
        @Override
        public void reads(List<MachineOp> ops, IntConsumer value) {
          ops.forEach(op -> ACCESSES.reads(op, value));
        }

        @Override
        public void writes(List<MachineOp> ops, IntConsumer value) {
          ops.forEach(op -> ACCESSES.writes(op, value));
        }
      };

  private MachineValues() {}

  static Liveness live(List<List<MachineOp>> code, List<Block> blocks) {
    return Liveness.of(code, blocks.stream().map(Block::successors).toList(), ACCESSES);
  }
}
