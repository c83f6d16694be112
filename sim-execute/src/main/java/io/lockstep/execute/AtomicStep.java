// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;

/** An atomic read-modify-write of 32 or 64 bits, performed in the order of work-item ids. */
final class AtomicStep extends AccessStep {
  private final AtomicOp op;
  private final boolean isFloat;
  private final boolean signed;
  private final boolean flush;
  private final int[] old;
  private final int[] value;
  private final int[] second;
  private final long[] oldWide;
  private final long[] valueWide;
  private final long[] secondWide;
  private final boolean[] stored; // whether each work-item's compare-exchange stored, or null

  /**
   * Creates a 32-bit operation. A compare-exchange compares with {@code value} and stores {@code
   * second}; {@code stored}, if not null, receives whether it stored.
   */
  AtomicStep(
      MachineState state,
      Instruction in,
      long[] addresses,
      SlotRecorder slot,
      int[] old,
      int[] value,
      int[] second,
      boolean[] stored) {
    this(state, in, addresses, slot, old, value, second, null, null, null, stored);
  }

  /** Creates a 64-bit operation. */
  AtomicStep(
      MachineState state,
      Instruction in,
      long[] addresses,
      SlotRecorder slot,
      long[] old,
      long[] value,
      long[] second,
      boolean[] stored) {
    this(state, in, addresses, slot, null, null, null, old, value, second, stored);
  }

  private AtomicStep(
      MachineState state,
      Instruction in,
      long[] addresses,
      SlotRecorder slot,
      int[] old,
      int[] value,
      int[] second,
      long[] oldWide,
      long[] valueWide,
      long[] secondWide,
      boolean[] stored) {
    super(state, in, addresses, slot, true);
    this.op = in.atomic();
    this.isFloat = in.memory().element() == Type.F32 || in.memory().element() == Type.F64;
    this.signed = in.signed();
    // PTX ISA, "atom": atom.add.f32 on global memory flushes subnormals, on shared memory it does
    // not.
    this.flush = in.flush() || in.memory().space() == Space.GLOBAL;
    this.old = old;
    this.value = value;
    this.second = second;
    this.oldWide = oldWide;
    this.valueWide = valueWide;
    this.secondWide = secondWide;
    this.stored = stored;
  }

  @Override
  void transfer(byte[] page, int[] at, int start, int low, int high) {
    if (oldWide == null) {
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
      return;
    }
    for (int i = low; i < high; i++) {
      long before = (long) DeviceMemory.LONG.get(page, start + at[i]);
      boolean swap = secondWide != null && before == valueWide[i];
      if (stored != null) {
        stored[i] = swap;
      }
      long next = swap ? secondWide[i] : update(before, valueWide[i]);
      DeviceMemory.LONG.set(page, start + at[i], next);
      oldWide[i] = before;
    }
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
      case APPEND, CONSUME, ORDERED_APPEND -> throw new IllegalStateException(op + " of one lane");
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
      case APPEND, CONSUME, ORDERED_APPEND -> throw new IllegalStateException(op + " of one lane");
    };
  }

  private static double d(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static long doubleBits(double a) {
    return a == a ? Double.doubleToRawLongBits(a) : FloatOps.NAN_BITS_64;
  }
}
