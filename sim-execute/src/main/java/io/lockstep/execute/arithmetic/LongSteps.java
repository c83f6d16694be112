// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.number.IntegerOps;
import io.lockstep.kernel.ir.Instruction;

/** Loops of 64-bit integer operations and of products that widen to 64 bits. */
public final class LongSteps {
  /** An operation on one work-item's values. */
  @FunctionalInterface
  interface Function {
    long of(long a, long b, long c);
  }

  private LongSteps() {}

  /** Returns the loop of an instruction, or null if the operation is not supported here. */
  public static Loop of(Instruction in, long[] d, long[] a, long[] b, long[] c) {
    boolean signed = in.signed();
    switch (in.op()) {
      case ADD:
        return add(in, d, a, b);
      case SUB:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] - b[i];
          }
        };
      case MUL:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] * b[i];
          }
        };
      case MAD:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] * b[i] + c[i];
          }
        };
      case ABS:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Math.abs(a[i]);
          }
        };
      case NEG:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = -a[i];
          }
        };
      case MIN:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.minimum(a[i], b[i], signed);
          }
        };
      case MAX:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.maximum(a[i], b[i], signed);
          }
        };
      default:
        return logic(in, d, a, b, c);
    }
  }

  private static Loop add(Instruction in, long[] d, long[] a, long[] b) {
    if (!in.sources().get(1).isRegister()) {
      long k = b[0];
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = a[i] + k;
        }
      };
    }
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] + b[i];
      }
    };
  }

  private static Loop logic(Instruction in, long[] d, long[] a, long[] b, long[] c) {
    boolean signed = in.signed();
    switch (in.op()) {
      case AND:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] & b[i];
          }
        };
      case OR:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] | b[i];
          }
        };
      case XOR:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] ^ b[i];
          }
        };
      case NOT:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = ~a[i];
          }
        };
      case SHL:
        if (!in.sources().get(1).isRegister() && Long.compareUnsigned(b[0], 63) <= 0) {
          return shiftLeft(d, a, (int) b[0]);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.shiftLeft(a[i], b[i]);
          }
        };
      case SHR:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.shiftRight(a[i], b[i], signed);
          }
        };
      default:
        Function f = rare(in);
        return f == null
            ? null
            : (lo, hi) -> {
              for (int i = lo; i < hi; i++) {
                d[i] = f.of(a[i], b[i], c[i]);
              }
            };
    }
  }

  /** Returns the function of an operation without a loop of its own, or null. */
  private static Function rare(Instruction in) {
    boolean signed = in.signed();
    return switch (in.op()) {
      case MUL_HI -> (a, b, c) -> IntegerOps.multiplyHigh(a, b, signed);
      case MAD_HI -> (a, b, c) -> IntegerOps.multiplyHigh(a, b, signed) + c;
      case DIV -> (a, b, c) -> IntegerOps.divide(a, b, signed);
      case REM -> (a, b, c) -> IntegerOps.remainder(a, b, signed);
      case SAD -> (a, b, c) -> IntegerOps.sad(a, b, c, signed);
      case BIT_REVERSE -> (a, b, c) -> Long.reverse(a);
      case BIT_FIELD_EXTRACT -> (a, b, c) -> IntegerOps.extract(a, (int) b, (int) c, signed, 64);
      case POPCOUNT -> (a, b, c) -> Long.bitCount(a);
      case COUNT_LEADING_ZEROS -> (a, b, c) -> Long.numberOfLeadingZeros(a);
      case FIND_LEADING -> (a, b, c) -> IntegerOps.findLeading(a, signed, false);
      case FIND_LEADING_SHIFT -> (a, b, c) -> IntegerOps.findLeading(a, signed, true);
      default -> ofAnyWidth(in);
    };
  }

  /**
   * Returns the function of an operation whose result does not depend on its width: the operands
   * have been extended, and the low bits of the result count. Null for other operations.
   */
  static Function ofAnyWidth(Instruction in) {
    boolean signed = in.signed();
    return switch (in.op()) {
      case CNOT -> (a, b, c) -> a == 0 ? 1 : 0;
      default -> null;
    };
  }

  private static Loop shiftLeft(long[] d, long[] a, int n) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] << n;
      }
    };
  }

  public static Loop insert(long[] d, long[] a, long[] b, int[] position, int[] length) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = IntegerOps.insert(a[i], b[i], position[i], length[i], 64);
      }
    };
  }

  /** Returns the loop that counts or finds bits of 64-bit values; the results have 32 bits. */
  public static Loop count(Instruction in, int[] d, long[] a) {
    Function f = rare(in);
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (int) f.of(a[i], 0, 0);
      }
    };
  }

  /** Returns the loop of a product of 32 x 32 to 64 bits, plus c unless c is null. */
  public static Loop multiplyWide(Instruction in, long[] d, int[] a, int[] b, long[] c) {
    boolean signed = in.signed();
    if (c == null && !in.sources().get(1).isRegister()) {
      Loop loop = multiplyWideImmediate(signed, d, a, b[0]);
      if (loop != null) {
        return loop;
      }
    }
    if (c == null) {
      if (signed) {
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = (long) a[i] * b[i];
          }
        };
      }
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = (a[i] & 0xFFFFFFFFL) * (b[i] & 0xFFFFFFFFL);
        }
      };
    }
    if (signed) {
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = (long) a[i] * b[i] + c[i];
        }
      };
    }
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] & 0xFFFFFFFFL) * (b[i] & 0xFFFFFFFFL) + c[i];
      }
    };
  }

  /** Returns the loop of a product with a positive power of two; null if b is none. */
  private static Loop multiplyWideImmediate(boolean signed, long[] d, int[] a, int b) {
    if (Integer.bitCount(b) != 1 || b < 0) {
      return null;
    }
    int n = Integer.numberOfTrailingZeros(b);
    if (signed) {
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = (long) a[i] << n;
        }
      };
    }
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (a[i] & 0xFFFFFFFFL) << n;
      }
    };
  }
}
