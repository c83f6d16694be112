// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets accesses to global memory add a base in uniform registers to their address by themselves,
 * instead of two instructions that add a constant of the bank.
 */
public final class UniformBases {
  private final List<List<SassOp>> code;
  private final VirtualRegisters registers;
  private final Definitions definitions;

  private UniformBases(List<List<SassOp>> code, VirtualRegisters registers) {
    this.code = code;
    this.registers = registers;
    definitions = new Definitions(code);
  }

  public static void use(List<List<SassOp>> code, VirtualRegisters registers) {
    new UniformBases(code, registers).use();
  }

  private void use() {
    for (List<SassOp> block : code) {
      Map<Value, Value> loaded = new HashMap<>();
      List<SassOp> all = new ArrayList<>();
      for (SassOp op : block) {
        if (op.pipe == Pipe.GLOBAL && op.sources.get(0).high() != null) {
          Value base = base(op);
          if (base != null) {
            op.sources.add(loaded.computeIfAbsent(base, b -> load(b, op, all)));
          }
        }
        all.add(op);
      }
      block.clear();
      block.addAll(all);
    }
  }

  /** Takes a constant out of an access's address, and returns it; null if there is none. */
  private Value base(SassOp access) {
    Value address = access.sources.get(0);
    SassOp low = definitions.available(address.low(), access);
    SassOp high = definitions.available(address.high(), access);
    if (low == null
        || high == null
        || !low.name.equals("IADD3")
        || !high.name.equals("IADD3.X")
        || low.results.size() < 2
        || !high.sources.contains(low.results.get(1))
        || !low.sources.get(2).isZero()) {
      return null;
    }
    Value base = low.sources.get(1);
    Value upper = high.sources.get(1);
    boolean pair = base.kind() == Kind.CONSTANT && upper.kind() == Kind.CONSTANT;
    if (!pair || upper.number() != base.number() + 4 || high.sources.get(0).isZero()) {
      return null;
    }
    access.sources.set(0, low.sources.get(0).with(high.sources.get(0)));
    return base.with(upper);
  }

  private Value load(Value base, SassOp access, List<SassOp> all) {
    SassOp op = new SassOp("ULDC.64", Pipe.UNIFORM);
    op.from = access.from;
    op.sources.add(base);
    op.results.add(registers.pair(Kind.UNIFORM));
    all.add(op);
    return op.results.get(0);
  }
}
