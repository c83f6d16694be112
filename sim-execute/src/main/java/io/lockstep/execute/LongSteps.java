package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;

/** Loops of 64-bit integer operations and of products that widen to 64 bits. */
final class LongSteps {
  private LongSteps() {}

  /** The loop of an instruction, or null if the operation is not known here. */
  static Loop of(Instruction in, long[] d, long[] a, long[] b, long[] c) {
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
      case MUL_HI:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.multiplyHigh(a[i], b[i], signed);
          }
        };
      case MAD_HI:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.multiplyHigh(a[i], b[i], signed) + c[i];
          }
        };
      case SAD:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.sad(a[i], b[i], c[i], signed);
          }
        };
      case DIV:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.divide(a[i], b[i], signed);
          }
        };
      case REM:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.remainder(a[i], b[i], signed);
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
        return logic(in, d, a, b);
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

  private static Loop logic(Instruction in, long[] d, long[] a, long[] b) {
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
      case CNOT:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] == 0 ? 1 : 0;
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
      case BIT_REVERSE:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Long.reverse(a[i]);
          }
        };
      default:
        return null;
    }
  }

  private static Loop shiftLeft(long[] d, long[] a, int n) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] << n;
      }
    };
  }

  static Loop extract(long[] d, long[] a, int[] position, int[] length, boolean signed) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = IntegerOps.extract(a[i], position[i], length[i], signed, 64);
      }
    };
  }

  static Loop insert(long[] d, long[] a, long[] b, int[] position, int[] length) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = IntegerOps.insert(a[i], b[i], position[i], length[i], 64);
      }
    };
  }

  /** Operations that count or find bits of 64 give 32-bit results. */
  static Loop count(Instruction in, int[] d, long[] a) {
    boolean signed = in.signed();
    boolean shift = in.op() == Op.FIND_LEADING_SHIFT;
    switch (in.op()) {
      case POPCOUNT:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Long.bitCount(a[i]);
          }
        };
      case COUNT_LEADING_ZEROS:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Long.numberOfLeadingZeros(a[i]);
          }
        };
      default:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.findLeading(a[i], signed, shift);
          }
        };
    }
  }

  /** 32 x 32 to 64 bits, plus c where there is one. */
  static Loop multiplyWide(Instruction in, long[] d, int[] a, int[] b, long[] c) {
    boolean signed = in.signed();
    if (c == null && signed && !in.sources().get(1).isRegister()) {
      return multiplyWideImmediate(d, a, b[0]);
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

  private static Loop multiplyWideImmediate(long[] d, int[] a, int b) {
    if (Integer.bitCount(b) == 1 && b > 0) {
      int n = Integer.numberOfTrailingZeros(b);
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = (long) a[i] << n;
        }
      };
    }
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (long) a[i] * b;
      }
    };
  }
}
