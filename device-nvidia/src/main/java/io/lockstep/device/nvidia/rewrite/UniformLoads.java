// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.sm.code.Pipe;
import java.util.List;

/** Replaces loads of both halves of a constant of 64 bits into uniform registers by one load. */
public final class UniformLoads {
  private UniformLoads() {}

  public static void join(List<SassOp> ops, VirtualRegisters registers) {
    for (int k = 0; k < ops.size(); k++) {
      SassOp one = ops.get(k);
      for (int j = k + 1; isHalf(one) && j < ops.size(); j++) {
        SassOp other = ops.get(j);
        int at = one.sources.get(0).number();
        if (isHalf(other) && other.sources.get(0).number() == (at ^ 4)) {
          Value low = at % 8 == 0 ? one.results.get(0) : other.results.get(0);
          Value high = at % 8 == 0 ? other.results.get(0) : one.results.get(0);
          if (registers.join(low.number(), high.number())) {
            Value constant = Value.constant(at & ~4).with(Value.constant(at | 4));
            SassOp both = one.replaced("ULDC.64", Pipe.UNIFORM, List.of(constant));
            both.results.set(0, low.with(high));
            ops.set(k, both);
            ops.remove(j);
            break;
          }
        }
      }
    }
  }

  private static boolean isHalf(SassOp op) {
    return op.name.equals("ULDC");
  }
}
