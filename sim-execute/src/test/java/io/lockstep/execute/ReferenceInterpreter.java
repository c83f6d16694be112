// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The oracle: a plain interpreter of one work-item at a time between barriers, written without
 * sharing anything with the executor. Knows what the generated kernels use.
 */
public final class ReferenceInterpreter {
  /** What one work-item did. */
  public static final class Trace {
    public final List<Integer> blocks = new ArrayList<>();
    public final List<List<Long>> addresses = new ArrayList<>();

    public Trace(int slots) {
      for (int s = 0; s < slots; s++) {
        addresses.add(new ArrayList<>());
      }
    }
  }

  private final Kernel kernel;
  private final Geometry geometry;
  private final long[] arguments;
  private final List<ByteBuffer> buffers;
  long instructions;

  ReferenceInterpreter(
      Kernel kernel, Geometry geometry, long[] arguments, List<ByteBuffer> buffers) {
    this.kernel = kernel;
    this.geometry = geometry;
    this.arguments = arguments;
    this.buffers = buffers;
    buffers.forEach(b -> b.order(ByteOrder.LITTLE_ENDIAN));
  }

  List<Trace> execute(long group) {
    int size = geometry.groupSize();
    ByteBuffer local = ByteBuffer.allocate(kernel.localBytes()).order(ByteOrder.LITTLE_ENDIAN);
    long[][] registers = new long[size][kernel.registers().size()];
    ByteBuffer[] privates = new ByteBuffer[size];
    int[] next = new int[size];
    List<Trace> traces = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      traces.add(new Trace(kernel.memorySlots()));
      privates[i] = ByteBuffer.allocate(kernel.privateBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }
    boolean alive = true;
    while (alive) {
      alive = false;
      for (int i = 0; i < size; i++) {
        if (next[i] >= 0) {
          next[i] =
              untilBarrier(group, i, next[i], registers[i], local, privates[i], traces.get(i));
          alive |= next[i] >= 0;
        }
      }
    }
    return traces;
  }

  private int untilBarrier(
      long group, int item, int block, long[] r, ByteBuffer local, ByteBuffer priv, Trace trace) {
    while (true) {
      Block b = kernel.blocks().get(block);
      trace.blocks.add(block);
      int target = 0;
      boolean barrier = false;
      for (Instruction in : b.instructions()) {
        instructions++;
        if (in.op() == Op.BRANCH) {
          target = (r[in.guard()] != 0) != in.guardNegated() ? 1 : 0;
        } else if (in.op() == Op.SWITCH) {
          long v = value(in.sources().get(0), r) & 0xFFFFFFFFL;
          target = (int) Math.min(v, b.successors().size() - 1);
        } else if (in.op() == Op.BARRIER) {
          barrier = true;
        } else if (in.op() == Op.EXIT) {
          return -1;
        } else if (in.guard() < 0 || (r[in.guard()] != 0) != in.guardNegated()) {
          step(in, group, item, r, local, priv, trace);
        }
      }
      if (b.successors().isEmpty()) {
        return -1;
      }
      block = b.successors().get(target);
      if (barrier) {
        return block;
      }
    }
  }

  private static long value(Operand o, long[] r) {
    return o.isRegister() ? r[o.register()] : o.bits();
  }

  private void step(
      Instruction in,
      long group,
      int item,
      long[] r,
      ByteBuffer local,
      ByteBuffer priv,
      Trace trace) {
    if (in.op() == Op.JUMP || in.op() == Op.FENCE) {
      return;
    }
    if (in.op() == Op.LOAD || in.op() == Op.STORE || in.op() == Op.ATOMIC) {
      access(in, r, local, priv, trace);
      return;
    }
    long a = in.sources().size() > 0 ? value(in.sources().get(0), r) : 0;
    long b = in.sources().size() > 1 ? value(in.sources().get(1), r) : 0;
    long c = in.sources().size() > 2 ? value(in.sources().get(2), r) : 0;
    long result;
    if (in.op() == Op.SPECIAL) {
      result = special(in, group, item);
    } else if (in.op() == Op.COMPARE) {
      result = compare(in, a, b) ? 1 : 0;
    } else if (in.op() == Op.SELECT) {
      result = c != 0 ? a : b;
    } else if (in.op() == Op.CONVERT) {
      result = convert(in, a);
    } else {
      result = arithmetic(in, a, b, c);
    }
    r[in.destinations().get(0)] = result & mask(kernel.registers().get(in.destinations().get(0)));
  }

  private static long mask(Type t) {
    return t.bits() == 64 ? -1 : (1L << t.bits()) - 1;
  }

  private long special(Instruction in, long group, int item) {
    return switch (in.special()) {
      case LOCAL_ID_X -> item % geometry.sizeX();
      case LOCAL_ID_Y -> item / geometry.sizeX() % geometry.sizeY();
      case LOCAL_ID_Z -> item / geometry.sizeX() / geometry.sizeY();
      case LOCAL_ID_FLAT -> item;
      case LOCAL_SIZE_X -> geometry.sizeX();
      case GROUP_ID_X -> group % geometry.groupsX();
      case GROUP_ID_Y -> group / geometry.groupsX() % geometry.groupsY();
      default -> throw new IllegalStateException(in.special().name());
    };
  }

  private static boolean compare(Instruction in, long a, long b) {
    if (in.type() == Type.F32) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      return switch (in.comparison()) {
        case LT -> x < y;
        case GEU -> !(x < y);
        default -> throw new IllegalStateException();
      };
    }
    int order =
        in.type() == Type.I64
            ? (in.signed() ? Long.compare(a, b) : Long.compareUnsigned(a, b))
            : in.signed()
                ? Integer.compare((int) a, (int) b)
                : Integer.compareUnsigned((int) a, (int) b);
    return switch (in.comparison()) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
      default -> throw new IllegalStateException();
    };
  }

  private static long convert(Instruction in, long a) {
    if (in.type() == Type.F32 && in.sourceType() == Type.I32) {
      return Float.floatToIntBits((float) (int) a);
    }
    if (in.type().isWide() && in.sourceType() == Type.I32) {
      return in.sourceSigned() ? (int) a : a & 0xFFFFFFFFL;
    }
    if (in.type() == Type.I32 && in.sourceType().isWide()) {
      return a;
    }
    throw new IllegalStateException();
  }

  private static long arithmetic(Instruction in, long a, long b, long c) {
    if (in.type() == Type.F32) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float z = Float.intBitsToFloat((int) c);
      float f =
          switch (in.op()) {
            case MOVE -> x;
            case ADD -> x + y;
            case SUB -> x - y;
            case MUL -> x * y;
            case FMA -> Math.fma(x, y, z);
            default -> throw new IllegalStateException(in.op().name());
          };
      return f != f ? 0x7FFFFFFF : Float.floatToRawIntBits(f);
    }
    if (in.type().isWide()) {
      return switch (in.op()) {
        case MOVE -> a;
        case ADD -> a + b;
        case SUB -> a - b;
        case MUL -> a * b;
        case XOR -> a ^ b;
        case MUL_WIDE ->
            in.signed() ? (long) (int) a * (int) b : (a & 0xFFFFFFFFL) * (b & 0xFFFFFFFFL);
        case SHL -> (b & 0xFFFFFFFFL) > 63 ? 0 : a << b;
        default -> throw new IllegalStateException(in.op().name());
      };
    }
    int x = (int) a;
    int y = (int) b;
    return switch (in.op()) {
      case MOVE -> x;
      case ADD -> x + y;
      case SUB -> x - y;
      case MUL -> x * y;
      case MAD -> x * y + (int) c;
      case AND -> x & y;
      case OR -> x | y;
      case XOR -> x ^ y;
      case NOT -> ~x;
      case SHL -> (b & 0xFFFFFFFFL) > 31 ? 0 : x << y;
      case SHR ->
          (b & 0xFFFFFFFFL) > 31 ? (in.signed() ? x >> 31 : 0) : in.signed() ? x >> y : x >>> y;
      case MIN -> in.signed() ? Math.min(x, y) : (int) Math.min(a & mask32(), b & mask32());
      case MAX -> in.signed() ? Math.max(x, y) : (int) Math.max(a & mask32(), b & mask32());
      case REM -> y == 0 ? x : in.signed() ? x % y : (int) ((a & mask32()) % (b & mask32()));
      default -> throw new IllegalStateException(in.op().name());
    };
  }

  private static long mask32() {
    return 0xFFFFFFFFL;
  }

  private void access(Instruction in, long[] r, ByteBuffer local, ByteBuffer priv, Trace trace) {
    long address = value(in.sources().get(0), r) + in.memory().offset();
    Space space = in.memory().space();
    if (space == Space.PARAMETER) {
      r[in.destinations().get(0)] = arguments[(int) address / 8];
      return;
    }
    trace.addresses.get(in.memory().slot()).add(address);
    ByteBuffer memory =
        space == Space.LOCAL
            ? local
            : space == Space.PRIVATE ? priv : buffers.get(Address.buffer(address));
    int at = (int) Address.offset(address);
    int bytes = in.memory().element().bytes();
    for (int k = 0; k < in.memory().width(); k++, at += bytes) {
      if (in.op() == Op.LOAD) {
        r[in.destinations().get(k)] =
            switch (bytes) {
              case 1 -> in.signed() ? memory.get(at) & 0xFFFFFFFFL : memory.get(at) & 0xFF;
              case 4 -> memory.getInt(at) & 0xFFFFFFFFL;
              default -> memory.getLong(at);
            };
      } else if (in.op() == Op.STORE) {
        long data = value(in.sources().get(1 + k), r);
        switch (bytes) {
          case 1 -> memory.put(at, (byte) data);
          case 4 -> memory.putInt(at, (int) data);
          default -> memory.putLong(at, data);
        }
      } else {
        memory.putInt(at, memory.getInt(at) + (int) value(in.sources().get(1), r));
      }
    }
  }
}
