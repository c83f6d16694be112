// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.lane.MergedLoops;
import io.lockstep.execute.lane.SpanLoop;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.number.FloatOps;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Lets vectorised loops run over all work-items between the active ones, where these are sparse: a
 * loop over each of many short ranges costs more.
 */
final class SparseCompiler {
  /** Operations without side effects whose loops the JIT compiler vectorises at least in part. */
  private static final Set<Op> CHEAP =
      EnumSet.of(
          Op.MOVE,
          Op.SELECT,
          Op.COMPARE,
          Op.CONVERT,
          Op.ADD,
          Op.SUB,
          Op.MUL,
          Op.MUL_WIDE,
          Op.MAD,
          Op.MAD_WIDE,
          Op.FMA,
          Op.NEG,
          Op.AND,
          Op.OR,
          Op.XOR,
          Op.NOT,
          Op.SHL,
          Op.SHR,
          Op.LOGIC3);

  private final RegisterFile registers;

  SparseCompiler(RegisterFile registers) {
    this.registers = registers;
  }

  /**
   * Returns the steps of an instruction without a guard; where its loops are cheap, they run over
   * the whole span of sparse work-items.
   *
   * @param again compiles the instruction again
   */
  List<Step> fit(Instruction in, List<Step> steps, Function<Instruction, List<Step>> again) {
    if (!isCheap(in) || !steps.stream().allMatch(Loop.class::isInstance)) {
      return steps;
    }
    List<Loop> loops = steps.stream().map(Loop.class::cast).toList();
    int to = in.writes().get(0);
    if (!registers.isShared(to)) {
      return List.copyOf(loops.stream().map(SpanLoop::new).toList());
    }
    return List.of(
        new MergedLoops(
            loops,
            registers.array(to),
            () -> {
              Object result = registers.divert(to);
              List<Step> apart = again.apply(in);
              registers.divert(-1);
              return new MergedLoops.Apart(apart.stream().map(Loop.class::cast).toList(), result);
            }));
  }

  private static boolean isCheap(Instruction in) {
    boolean rounds = in.type().isFloat() && in.op() != Op.MOVE && in.op() != Op.SELECT;
    return CHEAP.contains(in.op())
        && in.writes().size() == 1
        && !(in.op() == Op.MOVE && in.sources().size() > 1) // writes its result in parts
        && in.type() != Type.F16
        && !(rounds && (in.flush() || !FloatOps.isNearest(in.rounding())))
        && !in.saturate();
  }
}
