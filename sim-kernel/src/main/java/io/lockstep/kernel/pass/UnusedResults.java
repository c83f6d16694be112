// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import java.util.List;

/**
 * Drops results of atomics that nothing reads: an atomic that returns the old value is slower, and
 * texts use {@code atom} (PTX) or {@code uav_read_add} (AMD IL) where the other form would do. An
 * unused copy of the result is removed too.
 */
final class UnusedResults {
  private UnusedResults() {}

  static void apply(List<Draft> blocks) {
    BlockCode.of(blocks).forEach(UnusedResults::clean);
  }

  private static void clean(BlockCode code) {
    for (int at = 0; at < code.size(); at++) {
      Instruction i = code.get(at);
      if (i.op() != Op.ATOMIC || i.destinations().size() != 1 || i.destinations().get(0) < 0) {
        continue;
      }
      int result = i.destinations().get(0);
      int copy = code.isIdle(result, at) ? -1 : code.onlyReader(result, at);
      if (copy >= 0 && isIdleCopy(code, copy)) {
        code.remove(copy);
      }
      if (code.isIdle(result, at)) {
        code.set(at, InstructionBuilder.from(i).to(List.of()).build());
      }
    }
  }

  private static boolean isIdleCopy(BlockCode code, int at) {
    Instruction i = code.get(at);
    return i.op() == Op.MOVE && i.guard() < 0 && code.isIdle(i.destinations().get(0), at);
  }
}
