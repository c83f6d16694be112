// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;

/** Small kernels for the tests of the analyses. */
public final class SampleKernels {
  /** Registers of {@link #diamond}. */
  public static final int ID = 0;

  public static final int LIMIT = 1;
  public static final int TEST = 2;
  public static final int VALUE = 3;
  public static final int ADDRESS = 4;

  private SampleKernels() {}

  public static Operand r(int register) {
    return Operand.register(register);
  }

  public static Operand c(long bits) {
    return Operand.immediate(bits);
  }

  public static Instruction move(int d, Operand a, Type type) {
    return InstructionBuilder.of(Op.MOVE, type).to(d).from(a).build();
  }

  public static Instruction exit() {
    return InstructionBuilder.of(Op.EXIT, Type.I1).build();
  }

  static Instruction store(int address, int value) {
    return InstructionBuilder.of(Op.STORE, Type.I32)
        .from(r(address), r(value))
        .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 8))
        .line(9)
        .build();
  }

  public static Instruction loadParameter(int d, Type type, long offset) {
    return InstructionBuilder.of(Op.LOAD, type)
        .to(d)
        .from(c(offset))
        .memory(new MemoryAccess(Space.PARAMETER, type, 1, -1, 0))
        .build();
  }

  /**
   * {@code value = 1; if (special < limit) value = 2; out[2] = value}: B0 branches over B1 to B2.
   *
   * @param special what is compared with the parameter
   */
  public static KernelBuilder diamond(Special special) {
    KernelBuilder k = new KernelBuilder("diamond", "test", "diamond.test");
    k.parameter(new Parameter("out", Type.I64, 0, 8, false, true));
    k.parameter(new Parameter("limit", Type.I32, 8, 4, false, false));
    k.register(Type.I32, "%id");
    k.register(Type.I32, "%limit");
    k.register(Type.I1, "%p");
    k.register(Type.I32, "%v");
    k.register(Type.PTR, "%out");
    int b0 = k.block();
    int b1 = k.block();
    int b2 = k.block();
    k.add(b0, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(special).to(ID).line(3).build());
    k.add(b0, loadParameter(LIMIT, Type.I32, 8));
    k.add(b0, loadParameter(ADDRESS, Type.PTR, 0));
    k.add(
        b0,
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .signed(true)
            .to(TEST)
            .from(r(ID), r(LIMIT))
            .build());
    k.add(b0, move(VALUE, c(1), Type.I32));
    k.add(b0, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(TEST, true).line(6).build());
    k.successors(b0, b1, b2);
    k.add(b1, move(VALUE, c(2), Type.I32));
    k.add(b2, store(ADDRESS, VALUE));
    k.add(b2, exit());
    k.successors(b2, List.of());
    return k;
  }
}
