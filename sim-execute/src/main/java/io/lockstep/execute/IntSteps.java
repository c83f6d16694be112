// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;

/** Loops of integer operations of up to 32 bits; narrower operands have been extended. */
final class IntSteps {
  private IntSteps() {}

  /** Returns the loop of an instruction, or null if the operation is not supported here. */
  static Loop of(Instruction in, int[] d, int[] a, int[] b, int[] c) {
    boolean signed = in.signed();
    switch (in.op()) {
      case ADD:
        if (in.saturate()) {
          return (lo, hi) -> {
            for (int i = lo; i < hi; i++) {
              d[i] = IntegerOps.saturate((long) a[i] + b[i]);
            }
          };
        }
        return immediate(in, 1) ? addImmediate(d, a, b[0]) : add(d, a, b);
      case SUB:
        if (in.saturate()) {
          return (lo, hi) -> {
            for (int i = lo; i < hi; i++) {
              d[i] = IntegerOps.saturate((long) a[i] - b[i]);
            }
          };
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] - b[i];
          }
        };
      case MUL:
      case MUL_WIDE:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] * b[i];
          }
        };
      case MAD:
      case MAD_WIDE:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] * b[i] + c[i];
          }
        };
      case MUL_HI:
        if (in.type() == Type.I32) {
          return (lo, hi) -> {
            for (int i = lo; i < hi; i++) {
              d[i] = IntegerOps.multiplyHigh(a[i], b[i], signed);
            }
          };
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] * b[i] >> 16;
          }
        };
      case MUL24:
      case MUL24_HI:
        boolean high = in.op() == Op.MUL24_HI;
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.multiply24(a[i], b[i], signed, high);
          }
        };
      case MAD24:
      case MAD24_HI:
        return mad24(in, d, a, b, c);
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
        return logic(in, d, a, b, c);
    }
  }

  private static Loop mad24(Instruction in, int[] d, int[] a, int[] b, int[] c) {
    boolean signed = in.signed();
    boolean high = in.op() == Op.MAD24_HI;
    if (in.saturate()) {
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = IntegerOps.saturate((long) IntegerOps.multiply24(a[i], b[i], true, true) + c[i]);
        }
      };
    }
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = IntegerOps.multiply24(a[i], b[i], signed, high) + c[i];
      }
    };
  }

  private static Loop add(int[] d, int[] a, int[] b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] + b[i];
      }
    };
  }

  private static Loop addImmediate(int[] d, int[] a, int b) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] + b;
      }
    };
  }

  private static Loop logic(Instruction in, int[] d, int[] a, int[] b, int[] c) {
    boolean signed = in.signed();
    boolean wrap = in.wrap();
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
        int ones = in.type() == Type.I1 ? 1 : -1;
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = a[i] ^ ones;
          }
        };
      case SHL:
        if (immediate(in, 1) && Integer.compareUnsigned(b[0], 31) <= 0) {
          return shiftLeft(d, a, b[0]);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.shiftLeft(a[i], b[i]);
          }
        };
      case SHR:
        if (immediate(in, 1) && Integer.compareUnsigned(b[0], 31) <= 0) {
          return shiftRight(d, a, b[0], signed);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.shiftRight(a[i], b[i], signed);
          }
        };
      case LOGIC3:
        return BitSteps.logic(d, a, b, c, in.table());
      case FUNNEL_LEFT:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.funnelLeft(a[i], b[i], c[i], wrap);
          }
        };
      case FUNNEL_RIGHT:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.funnelRight(a[i], b[i], c[i], wrap);
          }
        };
      case PERMUTE_BYTES:
        Variant.Bytes picked = (Variant.Bytes) in.variant();
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.permute(a[i], b[i], c[i], picked);
          }
        };
      default:
        return bits(in, d, a, b, c);
    }
  }

  private static Loop shiftLeft(int[] d, int[] a, int n) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] << n;
      }
    };
  }

  private static Loop shiftRight(int[] d, int[] a, int n, boolean signed) {
    if (signed) {
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = a[i] >> n;
        }
      };
    }
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] >>> n;
      }
    };
  }

  private static Loop bits(Instruction in, int[] d, int[] a, int[] b, int[] c) {
    if (in.op() == Op.BIT_FIELD_EXTRACT) {
      boolean signed = in.signed();
      if (immediate(in, 1) && immediate(in, 2) && BitSteps.isInside(b[0], c[0])) {
        return BitSteps.extract(d, a, b[0], c[0], signed);
      }
      return (lo, hi) -> {
        for (int i = lo; i < hi; i++) {
          d[i] = (int) IntegerOps.extract(a[i], b[i], c[i], signed, 32);
        }
      };
    }
    return switch (in.op()) {
      case CNOT,
          SAD,
          MAD_HI,
          BIT_REVERSE,
          POPCOUNT,
          COUNT_LEADING_ZEROS,
          FIND_LEADING,
          FIND_LEADING_SHIFT,
          DOT4,
          DOT2 ->
          (lo, hi) -> {
            for (int i = lo; i < hi; i++) {
              d[i] = rare(in, a[i], b[i], c[i]);
            }
          };
      default -> null;
    };
  }

  /** Computes operations that are too rare for separate loops. */
  private static int rare(Instruction in, int a, int b, int c) {
    return switch (in.op()) {
      case CNOT -> a == 0 ? 1 : 0;
      case SAD -> IntegerOps.sad(a, b, c, in.signed());
      case MAD_HI -> multiplyAddHigh(in, a, b, c);
      case BIT_REVERSE -> Integer.reverse(a);
      case POPCOUNT -> Integer.bitCount(a);
      case COUNT_LEADING_ZEROS -> Integer.numberOfLeadingZeros(a);
      case FIND_LEADING -> IntegerOps.findLeading(a, in.signed(), false);
      case FIND_LEADING_SHIFT -> IntegerOps.findLeading(a, in.signed(), true);
      case DOT4 -> IntegerOps.dot4(a, b, c, in.signed(), in.sourceSigned());
      default -> {
        boolean second = in.is(Variant.Half.UPPER);
        yield IntegerOps.dot2(a, b, c, in.signed(), in.sourceSigned(), second);
      }
    };
  }

  private static int multiplyAddHigh(Instruction in, int a, int b, int c) {
    if (in.type() != Type.I32) {
      return (a * b >> 16) + c;
    }
    int high = IntegerOps.multiplyHigh(a, b, in.saturate() || in.signed());
    return in.saturate() ? IntegerOps.saturate((long) high + c) : high + c;
  }

  /** Returns the loop that inserts bit fields; separate, because insertion has four sources. */
  static Loop insert(int[] d, int[] a, int[] b, int[] position, int[] length) {
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = (int) IntegerOps.insert(a[i], b[i], position[i], length[i], 32);
      }
    };
  }

  /** Returns the loop that keeps the low bits of narrow results. */
  static Loop truncate(int[] d, int bits) {
    int mask = (1 << bits) - 1;
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] &= mask;
      }
    };
  }

  static Loop signExtend(int[] d, int[] a, int bits) {
    int free = 32 - bits;
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] << free >> free;
      }
    };
  }

  static Loop zeroExtend(int[] d, int[] a, int bits) {
    int mask = (1 << bits) - 1;
    return (lo, hi) -> {
      for (int i = lo; i < hi; i++) {
        d[i] = a[i] & mask;
      }
    };
  }

  private static boolean immediate(Instruction in, int source) {
    return !in.sources().get(source).isRegister();
  }
}
