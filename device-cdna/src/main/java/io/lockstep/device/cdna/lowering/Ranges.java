// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.lower.facts.RegisterFacts;

/**
 * Upper bounds of registers as unsigned numbers, derived from masks, shifts and local ids.
 *
 * <p>They show where a compiler may use the 24-bit multiplier, and where an offset fits the
 * unsigned 32-bit offset of {@code global_load v, v[offset], s[base]}.
 */
final class Ranges {
  private static final long UNKNOWN = Long.MAX_VALUE;

  private final RegisterFacts facts;
  private final long[] bound;
  private final byte[] state;

  Ranges(RegisterFacts facts) {
    this.facts = facts;
    bound = new long[facts.registers()];
    state = new byte[facts.registers()];
  }

  /** The upper bound of an operand, or {@code Long.MAX_VALUE} if unknown. */
  long bound(Operand o) {
    if (!o.isRegister()) {
      return o.bits() >= 0 ? o.bits() : UNKNOWN;
    }
    return bound(o.register());
  }

  long bound(int register) {
    if (state[register] == 2) {
      return bound[register];
    }
    if (state[register] == 1 || facts.definition(register) == null) {
      return UNKNOWN; // part of a cycle, or several definitions
    }
    state[register] = 1;
    bound[register] = of(facts.definition(register));
    state[register] = 2;
    return bound[register];
  }

  /** Whether both factors fit 24 bits, so that the full-rate multiplier suffices. */
  boolean fits24(Operand a, Operand b) {
    return bound(a) < 1 << 24 && bound(b) < 1 << 24;
  }

  private long of(Instruction i) {
    if (i.type().isFloat() || i.sourceType().isFloat()) {
      return UNKNOWN;
    }
    long a = i.sources().isEmpty() ? 0 : bound(i.sources().get(0));
    long b = i.sources().size() < 2 ? 0 : bound(i.sources().get(1));
    long limit = i.type().bits() >= 63 ? UNKNOWN - 1 : (1L << i.type().bits()) - 1;
    long r =
        switch (i.op()) {
          case SPECIAL -> special(i.special());
          case MOVE -> a;
          case CONVERT -> i.sourceSigned() && a >= 1L << 31 ? UNKNOWN : a;
          case AND -> Math.min(a, b);
          case OR, XOR -> a == UNKNOWN || b == UNKNOWN ? UNKNOWN : ones(Math.max(a, b));
          case ADD -> sum(a, b);
          case MUL, MUL_WIDE, MUL24 -> product(a, b);
          case MAD, MAD_WIDE, MAD24 -> sum(product(a, b), bound(i.sources().get(2)));
          case SHL -> {
            Long k = facts.constant(i.sources().get(1));
            yield k == null || k < 0 || k > 40 ? UNKNOWN : product(a, 1L << k);
          }
          case SHR -> {
            Long k = facts.constant(i.sources().get(1));
            if (k == null || k < 0 || k > 63) {
              yield a;
            }
            yield a != UNKNOWN ? a >> k : i.signed() ? UNKNOWN : limit >>> k;
          }
          case BIT_FIELD_EXTRACT -> {
            Long n = i.signed() ? null : facts.constant(i.sources().get(2));
            yield n == null || n < 0 || n > 62 ? UNKNOWN : (1L << n) - 1;
          }
          case MIN -> i.signed() ? UNKNOWN : Math.min(a, b);
          case MAX -> Math.max(a, b);
          case REM -> i.signed() ? UNKNOWN : b;
          case SELECT -> Math.max(a, b);
          case LOAD ->
              i.memory().element().bits() < 32 && !i.signed()
                  ? (1L << i.memory().element().bits()) - 1
                  : UNKNOWN;
          default -> UNKNOWN;
        };
    return r > limit ? UNKNOWN : r;
  }

  private long special(Special s) {
    return switch (s) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> 1023;
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> 1024;
      case LANE_ID, WAVEFRONT_ID -> 63;
      default -> UNKNOWN;
    };
  }

  private static long ones(long v) {
    return v == 0 ? 0 : (Long.highestOneBit(v) << 1) - 1;
  }

  private static long sum(long a, long b) {
    return a == UNKNOWN || b == UNKNOWN || a > UNKNOWN - b ? UNKNOWN : a + b;
  }

  private static long product(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    return a == UNKNOWN || b == UNKNOWN || a > (UNKNOWN - 1) / b ? UNKNOWN : a * b;
  }

  static boolean isPowerOfTwo(Long v) {
    return v != null && v > 0 && (v & (v - 1)) == 0;
  }

  /** Whether the low part of the result depends only on the low parts of the sources. */
  static boolean isLowOnly(Op op) {
    return switch (op) {
      case ADD, SUB, MUL, MAD, AND, OR, XOR, NOT, NEG, MOVE, SHL -> true;
      default -> false;
    };
  }
}
