// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.sm.code.ControlBits;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** A scoreboard with an entry for each register; those written together, as a vector, share one. */
final class ScoreboardEntries implements Guards {
  private final int[] entry; // by register

  ScoreboardEntries(Kernel kernel) {
    entry = new int[kernel.registers().size()];
    Arrays.setAll(entry, r -> r);
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        i.writes().forEach(r -> entry[of(r)] = of(i.writes().get(0)));
      }
    }
  }

  private int of(int register) {
    return entry[register] == register ? register : of(entry[register]);
  }

  @Override
  public void block(List<Instruction> all, ToIntFunction<Instruction> latency, Out out) {
    for (Instruction i : all) {
      List<Integer> needed =
          Stream.concat(i.reads().stream(), i.writes().stream()).map(this::of).distinct().toList();
      int result =
          i.writes().isEmpty()
              ? ControlBits.NO_COUNTER
              : ControlBits.ENTRIES + of(i.writes().get(0));
      out.row(i, new ControlBits(1, result, ControlBits.NO_COUNTER, 0, false, 0), needed);
    }
  }
}
