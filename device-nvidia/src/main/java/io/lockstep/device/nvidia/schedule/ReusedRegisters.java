// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.device.nvidia.rewrite.Definitions;
import io.lockstep.sm.code.Pipe;
import java.util.List;

/**
 * Lets the steps of a sum that a loop carries be computed in the register of the sum: an
 * instruction's result takes the register that the instruction reads last, if the register is
 * written again at the only reader of the result, or behind it.
 */
public final class ReusedRegisters {
  private final List<List<SassOp>> code;
  private final VirtualRegisters registers;
  private final Definitions definitions;

  private ReusedRegisters(List<List<SassOp>> code, VirtualRegisters registers) {
    this.code = code;
    this.registers = registers;
    definitions = new Definitions(code);
  }

  public static void use(List<List<SassOp>> code, VirtualRegisters registers) {
    ReusedRegisters reused = new ReusedRegisters(code, registers);
    for (List<SassOp> block : reused.code) {
      for (int k = 0; k < block.size(); k++) {
        reused.use(block, k);
      }
    }
  }

  private void use(List<SassOp> block, int k) {
    SassOp op = block.get(k);
    Value result = op.results.size() == 1 ? op.results.get(0) : Value.ZERO;
    if (op.guard != null || op.fixed || op.isMemory() || !isSingle(result)) {
      return;
    }
    boolean one =
        definitions.only(result.number()) == op && definitions.reads(result.number()) == 1;
    int reader = one ? block.indexOf(definitions.readers(result.number()).get(0)) : -1;
    for (Value source : reader > k ? List.copyOf(op.sources) : List.<Value>of()) {
      if (isSingle(source)
          && definitions.only(source.number()) == null
          && isFree(block, k, reader, source.number())) {
        Value name = Value.register(Kind.VECTOR, source.number());
        definitions.change(op, () -> op.results.set(0, name));
        SassOp last = block.get(reader);
        definitions.change(
            last, () -> last.renameReads(r -> r.number() == result.number() ? name : r));
        return;
      }
    }
  }

  private boolean isSingle(Value value) {
    return value.kind() == Kind.VECTOR
        && value.high() == null
        && registers.partner(value.number()) < 0;
  }

  /** Whether a register is not read behind a place, and is written first at or behind another. */
  private static boolean isFree(List<SassOp> block, int from, int to, int register) {
    for (int k = from + 1; k < block.size(); k++) {
      SassOp op = block.get(k);
      boolean[] uses = new boolean[2];
      op.reads(r -> uses[0] |= r == register);
      op.writes(r -> uses[1] |= r == register);
      if (uses[0] || uses[1] || op.pipe == Pipe.BRANCH) {
        return !uses[0] && uses[1] && k >= to && op.guard == null;
      }
    }
    return false;
  }
}
