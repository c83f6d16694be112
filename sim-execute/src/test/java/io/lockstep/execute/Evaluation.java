// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

/** Executes one operation on given operands: in registers, then as immediates. */
public final class Evaluation {
  private Evaluation() {}

  /** An operand: its register's type and bits. */
  record Value(Type type, long bits) {}

  static Value v(Type type, long bits) {
    return new Value(type, bits);
  }

  static Value i32(long bits) {
    return v(Type.I32, bits);
  }

  static Value i64(long bits) {
    return v(Type.I64, bits);
  }

  static Value i16(long bits) {
    return v(Type.I16, bits & 0xFFFF);
  }

  static Value f32(float a) {
    return v(Type.F32, Float.floatToRawIntBits(a) & 0xFFFFFFFFL);
  }

  static Value f64(double a) {
    return v(Type.F64, Double.doubleToRawLongBits(a));
  }

  static Value i1(boolean a) {
    return v(Type.I1, a ? 1 : 0);
  }

  /** The bits of the result, zero-extended, checked to be the same in all forms. */
  static long eval(Type result, InstructionBuilder in, Value... sources) {
    long registers = eval(result, in, 0, sources);
    // The last operand as an immediate takes the specialised loops.
    assertThat(eval(result, in, 1 << sources.length - 1, sources)).isEqualTo(registers);
    if (sources.length > 1) {
      assertThat(eval(result, in, 2, sources)).isEqualTo(registers);
    }
    return registers;
  }

  /** The same with the operands of a mask as immediates. */
  static long eval(Type result, InstructionBuilder in, int immediates, Value... sources) {
    TestKernel k = new TestKernel(5, 1, 1);
    int out = k.buffer("out", 40, null);
    List<Operand> operands = new ArrayList<>();
    for (int s = 0; s < sources.length; s++) {
      Value value = sources[s];
      boolean predicate = value.type() == Type.I1;
      if ((immediates >> s & 1) != 0 && !predicate) {
        operands.add(i(value.bits()));
      } else {
        Type moved = value.type() == Type.F16 ? Type.I16 : value.type();
        int register = k.register(value.type());
        k.add(InstructionBuilder.of(Op.MOVE, moved).to(register).from(i(value.bits())));
        operands.add(r(register));
      }
    }
    int to = k.register(result);
    k.add(in.to(to).from(operands));
    Type stored = result == Type.I1 ? Type.I32 : result;
    int data = to;
    if (result == Type.I1) {
      data = k.op(Type.I32, InstructionBuilder.of(Op.SELECT, Type.I32).from(i(1), i(0), r(to)));
    }
    k.storeOwn(out, stored, data);
    k.exit();
    k.run();
    assertThat(k.result(4)).isEqualTo(k.result(0));
    return k.result(2);
  }

  public static InstructionBuilder of(Op op, Type type) {
    return InstructionBuilder.of(op, type);
  }
}
