// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Step;
import io.lockstep.execute.number.NumberConversions;
import io.lockstep.execute.state.AddressLayout;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Registers as arrays over work-items, and the steps that convert operands and results.
 *
 * <p>int[] holds integers of up to 32 bits (narrow ones zero-extended), 16-bit floats as bits, and
 * predicates as 0 or 1; long[] holds 64-bit integers and addresses; float[] and double[] hold
 * numbers. Immediates are arrays, too.
 */
public final class RegisterFile {
  private final Kernel kernel;
  private final int size;
  private final Object[] arrays;
  private final BitSet computed;
  private final BitSet shared;
  private int diverted = -1; // the register whose results go to another array
  private Object divertedTo;
  private final int[] variableBuffers;
  private final AddressLayout layout;
  private final Map<Object, Object> constants = new HashMap<>();

  /** Receives the conversions of operands. */
  private List<Step> before = new ArrayList<>();

  /** Receives the conversions of results. */
  private List<Step> after = new ArrayList<>();

  public RegisterFile(Kernel kernel, int size, int[] variableBuffers, AddressLayout layout) {
    this.kernel = kernel;
    this.size = size;
    this.variableBuffers = variableBuffers;
    this.layout = layout;
    arrays = new Object[kernel.registers().size()];
    for (int r = 0; r < arrays.length; r++) {
      arrays[r] = newArray(kernel.registers().get(r));
    }
    computed = ComputedFloats.of(kernel);
    shared = SharedRegisters.of(kernel);
  }

  /** Starts an instruction; its conversions are appended to the given lists. */
  public void begin(List<Step> beforeSteps, List<Step> afterSteps) {
    before = beforeSteps;
    after = afterSteps;
  }

  private Object newArray(Type type) {
    return switch (type) {
      case F32 -> new float[size];
      case F64 -> new double[size];
      case I64, PTR -> new long[size];
      default -> new int[size];
    };
  }

  public Object array(int register) {
    return arrays[register];
  }

  /** Returns whether the value of a register matters while its work-item is inactive. */
  public boolean isShared(int register) {
    return shared.get(register);
  }

  /** Returns the array that an operation writes: the register's, unless it is diverted. */
  public Object result(int register) {
    return register == diverted ? divertedTo : arrays[register];
  }

  /**
   * Has the operations that are compiled from now on write a register's results to a new array,
   * until the next call; {@code register} is -1 for none.
   */
  public Object divert(int register) {
    diverted = register;
    divertedTo = register < 0 ? null : newArray(typeOf(register));
    return divertedTo;
  }

  private Type typeOf(int register) {
    return kernel.registers().get(register);
  }

  /** Clears registers that may be read before they are written. */
  public void clear(BitSet registers) {
    for (int r = registers.nextSetBit(0); r >= 0; r = registers.nextSetBit(r + 1)) {
      if (arrays[r] instanceof int[] a) {
        Arrays.fill(a, 0);
      } else if (arrays[r] instanceof long[] a) {
        Arrays.fill(a, 0);
      } else if (arrays[r] instanceof float[] a) {
        Arrays.fill(a, 0);
      } else if (arrays[r] instanceof double[] a) {
        Arrays.fill(a, 0);
      }
    }
  }

  /** Returns the bits of an immediate, with symbolic addresses resolved. */
  private long immediate(Operand operand, Type type) {
    long bits = operand.bits();
    if (type.isFloat() || type == Type.I1) {
      return bits;
    }
    long window = bits >>> Address.OFFSET_BITS;
    long variable = window - Address.VARIABLE_WINDOW;
    if (variable >= 0 && variable < variableBuffers.length) {
      if (variableBuffers[(int) variable] < 0) {
        String name = kernel.variables().get((int) variable).name();
        throw new InputException(
            kernel.source(),
            kernel.name()
                + ": the module symbol "
                + name
                + " without a buffer bound to it is not supported yet by this version");
      }
      bits = Address.of(variableBuffers[(int) variable], Address.offset(bits));
      return layout == null ? bits : layout.shorten(bits) & 0xFFFFFFFFL;
    }
    boolean window32 =
        layout != null
            && (window == Address.LOCAL_WINDOW || window == Address.PRIVATE_WINDOW)
            && type != Type.I64;
    return window32 ? layout.shorten(bits) & 0xFFFFFFFFL : bits;
  }

  private Object constant(String kind, long bits) {
    return constants.computeIfAbsent(
        kind + bits,
        key -> {
          switch (kind) {
            case "i":
              int[] ints = new int[size];
              Arrays.fill(ints, (int) bits);
              return ints;
            case "l":
              long[] longs = new long[size];
              Arrays.fill(longs, bits);
              return longs;
            case "f":
              float[] floats = new float[size];
              Arrays.fill(floats, Float.intBitsToFloat((int) bits));
              return floats;
            default:
              double[] doubles = new double[size];
              Arrays.fill(doubles, Double.longBitsToDouble(bits));
              return doubles;
          }
        });
  }

  /** Returns an operand as integers of up to 32 bits, extended from the type's width. */
  public int[] ints(Operand operand, Type type, boolean signed) {
    int bits = Math.min(32, type.bits());
    if (!operand.isRegister()) {
      return (int[])
          constant("i", (int) NumberConversions.extend(immediate(operand, type), bits, signed));
    }
    int[] raw = rawInts(operand.register());
    int width = Math.min(32, typeOf(operand.register()).bits());
    if (bits < width || signed && bits < 32) {
      int[] extended = new int[size];
      before.add(
          signed
              ? IntSteps.signExtend(extended, raw, bits)
              : IntSteps.zeroExtend(extended, raw, bits));
      return extended;
    }
    return raw;
  }

  /** Returns operands as 32-bit integers. */
  public int[][] ints(List<Operand> operands) {
    return operands.stream().map(o -> ints(o, Type.I32, false)).toArray(int[][]::new);
  }

  /** Returns the low 32 bits of any register, as data. */
  private int[] rawInts(int register) {
    Object array = arrays[register];
    if (array instanceof int[] a) {
      return a;
    }
    int[] result = new int[size];
    if (array instanceof float[] a) {
      before.add(
          computed.get(register) ? MoveSteps.canonicalBits(result, a) : MoveSteps.bits(result, a));
    } else {
      before.add(MoveSteps.low(result, rawLongs(register)));
    }
    return result;
  }

  private long[] rawLongs(int register) {
    Object array = arrays[register];
    if (array instanceof long[] a) {
      return a;
    }
    long[] result = new long[size];
    if (array instanceof double[] a) {
      before.add(
          computed.get(register) ? MoveSteps.canonicalBits(result, a) : MoveSteps.bits(result, a));
    } else {
      before.add(MoveSteps.zeroExtend(result, rawInts(register)));
    }
    return result;
  }

  /** Returns an operand as 64-bit integers, extended from the type's width. */
  public long[] longs(Operand operand, Type type, boolean signed) {
    if (!operand.isRegister()) {
      return (long[])
          constant("l", NumberConversions.extend(immediate(operand, type), type.bits(), signed));
    }
    if (type.isWide() && typeOf(operand.register()).isWide()) {
      return rawLongs(operand.register());
    }
    int[] narrow = ints(operand, type.isWide() ? Type.I32 : type, signed);
    long[] result = new long[size];
    before.add(
        signed ? MoveSteps.signExtend(result, narrow) : MoveSteps.zeroExtend(result, narrow));
    return result;
  }

  /** Returns an operand as 32-bit floats; 16-bit floats are widened. */
  public float[] floats(Operand operand, Type type) {
    if (type == Type.F16) {
      float[] result = new float[size];
      before.add(MoveSteps.halfToFloat(result, ints(operand, Type.I16, false)));
      return result;
    }
    if (!operand.isRegister()) {
      return (float[]) constant("f", (int) operand.bits());
    }
    if (arrays[operand.register()] instanceof float[] a) {
      return a;
    }
    float[] result = new float[size];
    before.add(MoveSteps.floats(result, rawInts(operand.register())));
    return result;
  }

  /** Returns operands as 32-bit floats. */
  public float[][] floats(List<Operand> operands) {
    return operands.stream().map(o -> floats(o, Type.F32)).toArray(float[][]::new);
  }

  /** Returns an operand as 64-bit floats; narrower floats are widened exactly. */
  public double[] doubles(Operand operand, Type type) {
    if (type != Type.F64) {
      double[] result = new double[size];
      before.add(MoveSteps.floatToDouble(result, floats(operand, type)));
      return result;
    }
    if (!operand.isRegister()) {
      return (double[]) constant("d", operand.bits());
    }
    if (arrays[operand.register()] instanceof double[] a) {
      return a;
    }
    double[] result = new double[size];
    before.add(MoveSteps.doubles(result, rawLongs(operand.register())));
    return result;
  }

  /** Returns whether an operand is a computed float, whose NaNs are stored canonically. */
  public boolean isComputed(Operand operand) {
    return operand.isRegister() && computed.get(operand.register());
  }

  /** Returns the data of a store: int[] or float[] up to 32 bits, otherwise long[] or double[]. */
  public Object data(Operand operand, Type element) {
    if (element.isWide()) {
      if (operand.isRegister() && arrays[operand.register()] instanceof double[] a) {
        return a;
      }
      return longs(operand, element == Type.F64 ? Type.I64 : element, false);
    }
    if (operand.isRegister()
        && element.bits() == 32
        && arrays[operand.register()] instanceof float[] a) {
      return a;
    }
    return operand.isRegister()
        ? rawInts(operand.register())
        : ints(operand, element == Type.F32 ? Type.I32 : element, false);
  }

  // The following methods return the array that an operation writes, and append the conversions of
  // the result.

  /** Returns the array for an integer result, of which the bits of {@code type} are valid. */
  public int[] intResult(int register, Type type, boolean signed) {
    if (register < 0) {
      return new int[size];
    }
    int bits = Math.min(32, type.bits());
    Type held = typeOf(register);
    if (result(register) instanceof int[] a) {
      int width = Math.min(32, held.bits());
      if (bits < width && signed) {
        after.add(IntSteps.signExtend(a, a, bits));
      } else if (bits < width && bits > 1) {
        after.add(IntSteps.truncate(a, bits));
      }
      boolean predicate = width == 1 && bits == 1;
      if (width < 32 && !predicate && (bits >= width || signed)) {
        after.add(IntSteps.truncate(a, width));
      }
      return a;
    }
    int[] result = new int[size];
    if (result(register) instanceof float[] a) {
      after.add(MoveSteps.floats(a, result));
      return result;
    }
    if (bits < 32 && bits > 1) {
      after.add(
          signed ? IntSteps.signExtend(result, result, bits) : IntSteps.truncate(result, bits));
    }
    long[] wide = longResult(register);
    // longResult's own conversion must follow the extension.
    Step last = result(register) instanceof long[] ? null : after.remove(after.size() - 1);
    after.add(signed ? MoveSteps.signExtend(wide, result) : MoveSteps.zeroExtend(wide, result));
    if (last != null) {
      after.add(last);
    }
    return result;
  }

  /** Returns the arrays for 32-bit integer results. */
  public int[][] intResults(List<Integer> registers) {
    return registers.stream().map(r -> intResult(r, Type.I32, false)).toArray(int[][]::new);
  }

  public long[] longResult(int register) {
    if (register < 0) {
      return new long[size];
    }
    if (result(register) instanceof long[] a) {
      return a;
    }
    long[] result = new long[size];
    if (result(register) instanceof double[] a) {
      after.add(MoveSteps.doubles(a, result));
    } else if (result(register) instanceof float[] a) {
      int[] low = new int[size];
      after.add(MoveSteps.low(low, result));
      after.add(MoveSteps.floats(a, low));
    } else {
      after.add(MoveSteps.low((int[]) result(register), result));
      int width = typeOf(register).bits();
      if (width < 32) {
        after.add(IntSteps.truncate((int[]) result(register), width));
      }
    }
    return result;
  }

  public float[] floatResult(int register) {
    if (register < 0) {
      return new float[size];
    }
    if (result(register) instanceof float[] a) {
      return a;
    }
    float[] result = new float[size];
    if (result(register) instanceof int[] a) {
      after.add(MoveSteps.canonicalBits(a, result));
    } else {
      int[] bits = new int[size];
      after.add(MoveSteps.canonicalBits(bits, result));
      after.add(MoveSteps.zeroExtend(longResultOf(register), bits));
    }
    return result;
  }

  /** Returns the arrays for 32-bit float results. */
  public float[][] floatResults(List<Integer> registers) {
    return registers.stream().map(this::floatResult).toArray(float[][]::new);
  }

  private long[] longResultOf(int register) {
    if (result(register) instanceof long[] a) {
      return a;
    }
    throw new IllegalArgumentException(
        "register " + kernel.registerNames().get(register) + " holds no 32-bit data");
  }

  public double[] doubleResult(int register) {
    if (register < 0) {
      return new double[size];
    }
    if (result(register) instanceof double[] a) {
      return a;
    }
    double[] result = new double[size];
    after.add(MoveSteps.canonicalBits(longResultOf(register), result));
    return result;
  }

  int[] newInts() {
    return new int[size];
  }

  double[] newDoubles() {
    return new double[size];
  }

  /** {@return a source of an instruction, or 0 if the instruction has fewer sources} */
  public static Operand source(Instruction in, int k) {
    return k < in.sources().size() ? in.sources().get(k) : Operand.immediate(0);
  }
}
