// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.List;

/** Sees to it that operands of 64 bits are in aligned pairs of registers. */
public record Pairs(VirtualRegisters registers) {
  public void form(List<List<SassOp>> code) {
    for (List<SassOp> block : code) {
      List<SassOp> all = new ArrayList<>();
      for (SassOp op : block) {
        op.sources.replaceAll(s -> isPair(s) ? s : pair(s, op, all));
        all.add(op);
      }
      block.clear();
      block.addAll(all);
    }
  }

  private boolean isPair(Value value) {
    if (value.high() == null || !value.isRegister() && !value.high().isRegister()) {
      return true;
    }
    boolean both = value.isRegister() && value.high().isRegister();
    return both && registers.join(value.number(), value.high().number());
  }

  /** Moves both halves to a new pair, of which the one is the register that stands alone. */
  private Value pair(Value value, SassOp reader, List<SassOp> all) {
    Value pair = registers.pair(Kind.VECTOR);
    all.add(move(pair.low(), value.low(), reader));
    all.add(move(pair.high(), value.high(), reader));
    return pair;
  }

  private static SassOp move(Value to, Value from, SassOp reader) {
    SassOp op = new SassOp("MOV", Pipe.ALU);
    op.from = reader.from;
    op.results.add(to);
    op.sources.add(from);
    return op;
  }
}
