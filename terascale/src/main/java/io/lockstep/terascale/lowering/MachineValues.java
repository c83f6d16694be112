package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Liveness;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Which values of machine code are live: of single channels, after addresses became 32 bits wide
 * and constants operands, so it is another question than which registers of the kernel are.
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

  /** The values that blocks of machine code need. */
  static Liveness live(List<List<MachineOp>> code, List<List<Integer>> successors) {
    return Liveness.of(code, successors, ACCESSES);
  }
}
