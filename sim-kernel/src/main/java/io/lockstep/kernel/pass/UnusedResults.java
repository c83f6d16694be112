package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Drops the results of atomics that nothing reads: machines pay for an atomic that returns its old
 * value, and compilers leave {@code atom} where {@code red} would do.
 */
final class UnusedResults {
  private UnusedResults() {}

  static void apply(List<Draft> blocks) {
    Set<Integer> read = new HashSet<>();
    for (Draft draft : blocks) {
      for (Instruction i : draft.code()) {
        i.sources().forEach(s -> read.add(s.register()));
        read.add(i.guard());
      }
    }
    for (Draft draft : blocks) {
      draft
          .code()
          .replaceAll(
              i ->
                  i.op() == Op.ATOMIC && i.destinations().stream().noneMatch(read::contains)
                      ? i.toBuilder().to(List.of()).build()
                      : i);
    }
  }
}
