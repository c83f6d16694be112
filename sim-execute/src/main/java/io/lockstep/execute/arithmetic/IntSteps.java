// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.number.IntegerOps;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;

/** Loops of integer operations of up to 32 bits; narrower operands have been extended. */
public final class IntSteps {
  /** An operation on one work-item's values. */
  @FunctionalInterface
  private interface Function {
    int of(int a, int b, int c);
  }

  private IntSteps() {}

  /** Returns the loop of an instruction, or null if the operation is not supported here. */
  public static Loop of(Instruction in, int[] d, int[] a, int[] b, int[] c) {
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
        if (immediate(in, 2) && c[0] >= 1 && c[0] <= 31) {
          return BitSteps.funnelLeft(d, a, b, c[0]);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.funnelLeft(a[i], b[i], c[i], wrap);
          }
        };
      case FUNNEL_RIGHT:
        if (immediate(in, 2) && c[0] >= 1 && c[0] <= 31) {
          return BitSteps.funnelRight(d, a, b, c[0]);
        }
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.funnelRight(a[i], b[i], c[i], wrap);
          }
        };
      case SAD:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.sad(a[i], b[i], c[i], signed);
          }
        };
      case POPCOUNT:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Integer.bitCount(a[i]);
          }
        };
      case COUNT_LEADING_ZEROS:
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = Integer.numberOfLeadingZeros(a[i]);
          }
        };
      case DOT4:
        boolean signedBytes = in.sourceSigned();
        return (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = IntegerOps.dot4(a[i], b[i], c[i], signed, signedBytes);
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
    Function f = rare(in);
    return f == null
        ? null
        : (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = f.of(a[i], b[i], c[i]);
          }
        };
  }

  /** Returns the function of an operation that is too rare for a loop of its own, or null. */
  private static Function rare(Instruction in) {
    boolean signed = in.signed();
    return switch (in.op()) {
      case MAD_HI -> (a, b, c) -> multiplyAddHigh(in, a, b, c);
      case BIT_REVERSE -> (a, b, c) -> Integer.reverse(a);
      case FIND_LEADING -> (a, b, c) -> IntegerOps.findLeading(a, signed, false);
      case FIND_LEADING_SHIFT -> (a, b, c) -> IntegerOps.findLeading(a, signed, true);
      case DOT2 -> {
        int upper = in.is(Variant.Half.UPPER) ? 16 : 0;
        yield (a, b, c) -> IntegerOps.dot2(a, b >>> upper, c, signed, in.sourceSigned());
      }
      default -> {
        LongSteps.Function f = LongSteps.ofAnyWidth(in);
        long mask = signed ? -1 : 0xFFFFFFFFL;
        yield f == null ? null : (a, b, c) -> (int) f.of(a & mask, b & mask, c & mask);
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
  public static Loop insert(int[] d, int[] a, int[] b, int[] position, int[] length) {
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
