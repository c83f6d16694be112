// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.TestKernel.access;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;

/** Short forms of the operations that tests of control flow and memory are made of. */
public final class Operators {
  private Operators() {}

  public static int less(TestKernel k, int a, long b) {
    return k.op(
        Type.I1,
        InstructionBuilder.of(Op.COMPARE, Type.I32).comparison(Comparison.LT).from(r(a), i(b)));
  }

  public static void branch(TestKernel k, int predicate, int otherwise, int taken) {
    k.add(InstructionBuilder.of(Op.BRANCH, Type.I1).guard(predicate, false));
    k.builder.successors(k.block, otherwise, taken);
  }

  public static void load(TestKernel k, int to, int at, Space space, Type type) {
    k.add(InstructionBuilder.of(Op.LOAD, type).to(to).from(r(at)).memory(access(space, type, 1)));
  }

  public static void store(TestKernel k, int at, int value, Space space, Type type) {
    k.add(
        InstructionBuilder.of(Op.STORE, type).from(r(at), r(value)).memory(access(space, type, 1)));
  }
}
