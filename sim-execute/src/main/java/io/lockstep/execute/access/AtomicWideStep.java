// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.number.FloatOps;
import io.lockstep.execute.number.IntegerOps;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;

/** An atomic operation on 64 bits. */
final class AtomicWideStep extends AtomicStep {
  private final long[] old;
  private final long[] value;
  private final long[] second; // null unless the operation is a compare-exchange
  private final boolean[] stored; // null if unused

  AtomicWideStep(
      MachineState state,
      Instruction in,
      long[] addresses,
      SlotRecorder slot,
      Operands<long[]> operands) {
    super(state, in, addresses, slot);
    old = operands.old();
    value = operands.value();
    second = operands.second();
    stored = operands.stored();
  }

  @Override
  void transfer(byte[] page, int[] at, int start, int low, int high) {
    for (int i = low; i < high; i++) {
      long before = (long) DeviceMemory.LONG.get(page, start + at[i]);
      boolean swap = second != null && before == value[i];
      if (stored != null) {
        stored[i] = swap;
      }
      long next = swap ? second[i] : update(before, value[i]);
      DeviceMemory.LONG.set(page, start + at[i], next);
      old[i] = before;
    }
  }

  @Override
  public long operand(int item) {
    return value[item];
  }

  @Override
  public void apply(byte[] page, int position, long operand) {
    long before = (long) DeviceMemory.LONG.get(page, position);
    DeviceMemory.LONG.set(page, position, update(before, operand));
  }

  private long update(long a, long b) {
    return switch (op) {
      case ADD -> isFloat ? doubleBits(d(a) + d(b)) : a + b;
      case SUB -> a - b;
      case MIN ->
          isFloat ? doubleBits(FloatOps.minimum(d(a), d(b))) : IntegerOps.minimum(a, b, signed);
      case MAX ->
          isFloat ? doubleBits(FloatOps.maximum(d(a), d(b))) : IntegerOps.maximum(a, b, signed);
      case INC -> Long.compareUnsigned(a, b) >= 0 ? 0 : a + 1;
      case DEC -> a == 0 || Long.compareUnsigned(a, b) > 0 ? b : a - 1;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case EXCHANGE -> b;
      case COMPARE_EXCHANGE -> a;
      default -> throw new IllegalStateException(op + " of one lane");
    };
  }

  private static double d(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static long doubleBits(double a) {
    return a == a ? Double.doubleToRawLongBits(a) : FloatOps.NAN_BITS_64;
  }
}
