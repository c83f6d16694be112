// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.ToLongFunction;

/**
 * Upper bounds of integer registers as unsigned numbers, derived from constants, masks, shifts,
 * narrow loads and the limits of special values. A bound below the sign bit shows that a value is
 * not negative.
 *
 * <p>The bound of a register holds for its only definition; a register with several definitions has
 * none.
 */
public final class Ranges {
  /** The bound of a value about which nothing is known. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  private static final long SIGN = 1L << 31;

  private final RegisterFacts facts;
  private final ToLongFunction<Special> limits;
  private final boolean derived;
  private final long[] bound;
  private BitSet natural; // computed on first use

  /**
   * Computes the bounds.
   *
   * @param facts facts of the kernel
   * @param limits largest value of each special value on the device, or {@link #UNKNOWN}
   * @param derived whether immediates and values computed from bounded values are bounded
   */
  public Ranges(RegisterFacts facts, ToLongFunction<Special> limits, boolean derived) {
    this.facts = facts;
    this.limits = limits;
    this.derived = derived;
    bound = new long[facts.registers()];
    Arrays.fill(bound, UNKNOWN);
    for (boolean changed = true; changed; ) { // bounds only shrink, so this terminates
      changed = false;
      for (Instruction i : facts.code()) {
        for (int d : i.writes()) {
          if (facts.definition(d) == i && (derived || i.op() == Op.SPECIAL)) {
            long result = result(i);
            changed |= result < bound[d];
            bound[d] = Math.min(bound[d], result);
          }
        }
      }
    }
  }

  /**
   * {@return the largest value of an operand as an unsigned number, or {@link #UNKNOWN}}
   *
   * @param operand operand of an instruction of the kernel
   */
  public long bound(Operand operand) {
    if (operand.isRegister()) {
      return bound[operand.register()];
    }
    return derived && operand.bits() >= 0 ? operand.bits() : UNKNOWN;
  }

  /**
   * {@return whether all bits of a register from a position on are zero}
   *
   * @param register register of the kernel
   * @param bits number of low bits that may be set, below 63
   */
  public boolean fits(int register, int bits) {
    return bound[register] < 1L << bits;
  }

  /**
   * {@return whether all bits of an operand from a position on are zero}
   *
   * @param operand operand of an instruction of the kernel
   * @param bits number of low bits that may be set, below 63
   */
  public boolean fits(Operand operand, int bits) {
    return bound(operand) < 1L << bits;
  }

  /**
   * {@return whether an operand equals the sign extension of its low bits}
   *
   * @param operand operand of an instruction of the kernel
   * @param bits number of low bits, the sign included, below 63
   */
  public boolean fitsSigned(Operand operand, int bits) {
    Long k = facts.constant(operand);
    if (k != null) {
      return k >> bits - 1 == 0 || k >> bits - 1 == -1;
    }
    Instruction d = facts.definition(operand.register());
    boolean converts = d != null && d.op() == Op.CONVERT && !d.sourceType().isFloat();
    boolean loads = d != null && d.op() == Op.LOAD && d.signed();
    boolean extracts = d != null && d.op() == Op.BIT_FIELD_EXTRACT && d.signed();
    boolean shifts = d != null && d.op() == Op.SHR && d.signed();
    return fits(operand, bits - 1)
        || converts && d.sourceSigned() && d.sourceType().bits() <= bits
        || loads && d.memory().element().bits() <= bits
        || extracts && count(d, 2) >= 0 && count(d, 2) <= bits
        || shifts && d.type().bits() - count(d, 1) <= bits;
  }

  /**
   * {@return whether an operand of 32 bits is never negative: its bound is below the sign bit, or
   * it is a counter that starts there and only grows, since signed overflow is undefined}
   *
   * @param operand operand of an instruction of the kernel
   */
  public boolean isNatural(Operand operand) {
    if (bound(operand) < SIGN || !operand.isRegister()) {
      return bound(operand) < SIGN;
    }
    if (natural == null) {
      findNatural();
    }
    return natural.get(operand.register());
  }

  private void findNatural() {
    natural = new BitSet();
    for (int r = 0; r < bound.length; r++) {
      natural.set(r, facts.definitions(r) > 0);
    }
    for (int known = -1; known != natural.cardinality(); ) {
      known = natural.cardinality();
      for (Instruction i : facts.code()) {
        Long step = i.op() == Op.ADD ? facts.constant(i.sources().get(1)) : null;
        boolean grows = i.op() == Op.MOVE || step != null && step >= 0;
        for (int d : i.writes()) {
          if (bound[d] >= SIGN && !(grows && isNatural(i.sources().get(0)))) {
            natural.clear(d);
          }
        }
      }
    }
  }

  private long result(Instruction i) {
    if (i.type().isFloat() || i.sourceType().isFloat()) {
      return UNKNOWN;
    }
    boolean signed = i.signed();
    int bits = i.type().bits();
    long a = bound(i, 0);
    long b = bound(i, 1);
    long result =
        switch (i.op()) {
          case SPECIAL -> limits.applyAsLong(i.special());
          case MOVE -> a;
          case CONVERT ->
              i.sourceType() == Type.I1
                  ? UNKNOWN
                  : extended(a, i.sourceType().bits(), i.sourceSigned());
          case AND -> Math.min(a, b);
          case OR, XOR -> ones(64 - Long.numberOfLeadingZeros(Math.max(a, b)));
          case ADD -> sum(a, b);
          case MUL, MUL24, MUL_WIDE -> product(i, a, b);
          case MAD, MAD24, MAD_WIDE -> sum(product(i, a, b), bound(i, 2));
          case SHL -> count(i, 1) < 0 ? UNKNOWN : product(a, 1L << count(i, 1));
          case SHR -> shifted(a, bits, signed, count(i, 1));
          case BIT_FIELD_EXTRACT -> signed || count(i, 2) < 0 ? UNKNOWN : ones(count(i, 2));
          case MIN -> signed ? UNKNOWN : Math.min(a, b);
          case MAX, SELECT -> Math.max(a, b);
          case REM -> signed ? UNKNOWN : b;
          case LOAD -> {
            int element = i.memory().element().bits();
            yield signed || element >= 32 ? UNKNOWN : ones(element);
          }
          default -> UNKNOWN;
        };
    return result > ones(bits) ? UNKNOWN : result; // a larger result wraps
  }

  private long bound(Instruction i, int source) {
    return source < i.sources().size() ? bound(i.sources().get(source)) : UNKNOWN;
  }

  /** The value of an operand that is a constant number of bits; otherwise -1. */
  private int count(Instruction i, int source) {
    Long k = facts.constant(i.sources().get(source));
    return k == null || k < 0 || k > 62 ? -1 : k.intValue();
  }

  private static boolean mayBeNegative(long a, int bits) {
    return a == UNKNOWN || a > ones(bits - 1);
  }

  /** The bound of a value extended from some bits; a negative value has all upper bits set. */
  private static long extended(long a, int bits, boolean signed) {
    return signed && mayBeNegative(a, bits) ? UNKNOWN : Math.min(a, ones(bits));
  }

  private static long shifted(long a, int bits, boolean signed, int by) {
    if (signed && mayBeNegative(a, bits)) {
      return UNKNOWN;
    }
    return by <= 0 ? a : (a == UNKNOWN ? -1L >>> 64 - bits : a) >>> by;
  }

  private static long product(Instruction i, long a, long b) {
    int bits =
        switch (i.op()) {
          case MUL24, MAD24 -> 24;
          case MUL_WIDE, MAD_WIDE -> i.sourceType().bits();
          default -> Long.SIZE;
        };
    return product(extended(a, bits, i.signed()), extended(b, bits, i.signed()));
  }

  private static long ones(int bits) {
    return bits >= 63 ? UNKNOWN : (1L << bits) - 1;
  }

  private static long sum(long a, long b) {
    return a > UNKNOWN - b ? UNKNOWN : a + b;
  }

  private static long product(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    return a > UNKNOWN / b ? UNKNOWN : a * b;
  }

  /**
   * {@return whether a constant is a power of two}
   *
   * @param value constant, null if none
   */
  public static boolean isPowerOfTwo(Long value) {
    return value != null && value > 0 && (value & (value - 1)) == 0;
  }
}
