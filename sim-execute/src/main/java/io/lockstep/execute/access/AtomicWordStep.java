// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.number.FloatOps;
import io.lockstep.execute.number.IntegerOps;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Space;

/** An atomic operation on 32 bits. */
final class AtomicWordStep extends AtomicStep {
  private final boolean flush;
  private final int[] old;
  private final int[] value;
  private final int[] second; // null unless the operation is a compare-exchange
  private final boolean[] stored; // null if unused

  AtomicWordStep(
      MachineState state,
      Instruction in,
      long[] addresses,
      SlotRecorder slot,
      Operands<int[]> operands) {
    super(state, in, addresses, slot);
    // PTX ISA, "atom": atom.add.f32 on global memory flushes subnormals, on shared memory it does
    // not.
    flush = in.flush() || in.memory().space() == Space.GLOBAL;
    old = operands.old();
    value = operands.value();
    second = operands.second();
    stored = operands.stored();
  }

  @Override
  void transfer(byte[] page, int[] at, int start, int low, int high) {
    for (int i = low; i < high; i++) {
      int before = (int) DeviceMemory.INT.get(page, start + at[i]);
      boolean swap = second != null && before == value[i];
      if (stored != null) {
        stored[i] = swap;
      }
      int next = swap ? second[i] : update(before, value[i]);
      DeviceMemory.INT.set(page, start + at[i], next);
      old[i] = before;
    }
  }

  @Override
  public long operand(int item) {
    return value[item];
  }

  @Override
  public void apply(byte[] page, int position, long operand) {
    int before = (int) DeviceMemory.INT.get(page, position);
    DeviceMemory.INT.set(page, position, update(before, (int) operand));
  }

  private int update(int a, int b) {
    return switch (op) {
      case ADD -> isFloat ? addFloats(a, b) : a + b;
      case SUB -> a - b;
      case MIN ->
          isFloat ? floatBits(FloatOps.minimum(f(a), f(b))) : IntegerOps.minimum(a, b, signed);
      case MAX ->
          isFloat ? floatBits(FloatOps.maximum(f(a), f(b))) : IntegerOps.maximum(a, b, signed);
      case INC -> Integer.compareUnsigned(a, b) >= 0 ? 0 : a + 1;
      case DEC -> a == 0 || Integer.compareUnsigned(a, b) > 0 ? b : a - 1;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case EXCHANGE -> b;
      case COMPARE_EXCHANGE -> a;
      default -> throw new IllegalStateException(op + " of one lane");
    };
  }

  private int addFloats(int a, int b) {
    if (flush) {
      return floatBits(FloatOps.flush(FloatOps.flush(f(a)) + FloatOps.flush(f(b))));
    }
    return floatBits(f(a) + f(b));
  }

  private static float f(int bits) {
    return Float.intBitsToFloat(bits);
  }

  private static int floatBits(float a) {
    return a == a ? Float.floatToRawIntBits(a) : FloatOps.NAN_BITS;
  }
}
