package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import java.util.List;

/**
 * A product of matrices that wavefronts of 64 neighbouring work-items hold together.
 *
 * <p>Each element of the result is C, to which the products are added in the order of k, each with
 * one rounding to the type of the result. No document states the order of the hardware's sums;
 * where all partial sums are exact it does not matter. Sums of integers wrap. Not thread-safe.
 */
abstract class MatrixStep implements Step {
  private static final int LANES = MatrixShape.LANES;

  final MatrixShape shape;
  private final MachineState state;
  private final Instruction instruction;

  // Of the elements of A and B (by block, line, k) and of C and D (by block, row, column).
  private final int[] inputLane;
  private final int[] inputElement;
  private final int[] resultLane;
  private final int[] resultRegister;

  private MatrixStep(Instruction in, MachineState state) {
    this.instruction = in;
    this.state = state;
    shape = (MatrixShape) in.variant();
    int side = shape.side();
    int depth = shape.depth();
    inputLane = new int[shape.blocks() * side * depth];
    inputElement = new int[inputLane.length];
    for (int n = 0; n < inputLane.length; n++) {
      int k = n % depth;
      inputLane[n] = shape.inputLane(n / depth / side, n / depth % side, k);
      inputElement[n] = shape.inputElement(k);
    }
    resultLane = new int[shape.blocks() * side * side];
    resultRegister = new int[resultLane.length];
    for (int n = 0; n < resultLane.length; n++) {
      int row = n / side % side;
      resultLane[n] = shape.resultLane(n / side / side, row, n % side);
      resultRegister[n] = shape.resultRegister(n / side / side, row);
    }
  }

  /** The step of an instruction. */
  static MatrixStep of(Instruction in, RegisterFile registers, MachineState state) {
    return switch (((MatrixShape) in.variant()).element()) {
      case F16, BF16, F32 -> new Floats(in, registers, state);
      case F64 -> new Doubles(in, registers, state);
      case I8 -> new Bytes(in, registers, state);
    };
  }

  /** The registers of a matrix among the sources. */
  static List<Operand> sources(Instruction in, int matrix) {
    MatrixShape shape = (MatrixShape) in.variant();
    int inputs = shape.inputs();
    return matrix == 2
        ? in.sources().subList(2 * inputs, in.sources().size())
        : in.sources().subList(matrix * inputs, (matrix + 1) * inputs);
  }

  @Override
  public void run(ActiveLanes lanes) {
    for (int w = 0; w < lanes.mask.length; w++) {
      long active = lanes.mask[w];
      if (active == -1L) {
        wavefront(w * LANES);
      } else if (active != 0) {
        state.instruction = instruction;
        state.lane = w * LANES + Long.numberOfTrailingZeros(active);
        throw new KernelFault(
            "a matrix instruction is executed by %s of the wavefront's %s lanes, expected all"
                .formatted(Long.bitCount(active), LANES));
      }
    }
  }

  private void wavefront(int base) {
    for (int n = 0; n < inputLane.length; n++) {
      input(n, base + inputLane[n], inputElement[n]);
    }
    for (int n = 0; n < resultLane.length; n++) {
      start(n, base + resultLane[n], resultRegister[n]);
    }
    int side = shape.side();
    int depth = shape.depth();
    for (int n = 0; n < resultLane.length; n++) {
      int block = n / (side * side);
      product(n, (block * side + n / side % side) * depth, (block * side + n % side) * depth);
    }
    for (int n = 0; n < resultLane.length; n++) {
      result(n, base + resultLane[n], resultRegister[n]);
    }
  }

  /** Takes an element of A and one of B from a lane. */
  abstract void input(int n, int lane, int element);

  /** Takes an element of C from a lane's register. */
  abstract void start(int n, int lane, int register);

  /** Adds the products of a row of A and a column of B, which begin at these elements. */
  abstract void product(int n, int row, int column);

  /** Puts an element of D into a lane's register. */
  abstract void result(int n, int lane, int register);

  /** The bits of an element that is packed in registers of 32 bits. */
  static int packed(int[][] registers, int lane, int element, int bits) {
    int each = Integer.SIZE / bits;
    return registers[element / each][lane] >>> element % each * bits;
  }

  private static int[][] ints(List<Operand> from, RegisterFile registers) {
    return from.stream().map(o -> registers.ints(o, Type.I32, false)).toArray(int[][]::new);
  }

  private static final class Floats extends MatrixStep {
    private final boolean brief;
    private final int bits;
    private final int[][] packedA;
    private final int[][] packedB;
    private final float[][] c;
    private final float[][] d;
    private final float[] a;
    private final float[] b;
    private final float[] sum;

    Floats(Instruction in, RegisterFile registers, MachineState state) {
      super(in, state);
      brief = shape.element() == MatrixShape.Element.BF16;
      bits = shape.element().bits();
      packedA = ints(sources(in, 0), registers);
      packedB = ints(sources(in, 1), registers);
      c = sources(in, 2).stream().map(o -> registers.floats(o, Type.F32)).toArray(float[][]::new);
      d = in.destinations().stream().map(registers::floatResult).toArray(float[][]::new);
      a = new float[shape.blocks() * shape.side() * shape.depth()];
      b = new float[a.length];
      sum = new float[shape.blocks() * shape.side() * shape.side()];
    }

    private float number(int raw) {
      return bits == Integer.SIZE
          ? Float.intBitsToFloat(raw)
          : brief ? Float.intBitsToFloat(raw << 16) : HalfFloats.toFloat(raw & 0xFFFF);
    }

    @Override
    void input(int n, int lane, int element) {
      a[n] = number(packed(packedA, lane, element, bits));
      b[n] = number(packed(packedB, lane, element, bits));
    }

    @Override
    void start(int n, int lane, int register) {
      sum[n] = c[register][lane];
    }

    @Override
    void product(int n, int row, int column) {
      float s = sum[n];
      for (int k = 0; k < shape.depth(); k++) {
        s = Math.fma(a[row + k], b[column + k], s);
      }
      sum[n] = s;
    }

    @Override
    void result(int n, int lane, int register) {
      d[register][lane] = sum[n];
    }
  }

  private static final class Doubles extends MatrixStep {
    private final double[] fromA;
    private final double[] fromB;
    private final double[][] c;
    private final double[][] d;
    private final double[] a;
    private final double[] b;
    private final double[] sum;

    Doubles(Instruction in, RegisterFile registers, MachineState state) {
      super(in, state);
      fromA = registers.doubles(sources(in, 0).get(0), Type.F64);
      fromB = registers.doubles(sources(in, 1).get(0), Type.F64);
      c = sources(in, 2).stream().map(o -> registers.doubles(o, Type.F64)).toArray(double[][]::new);
      d = in.destinations().stream().map(registers::doubleResult).toArray(double[][]::new);
      a = new double[shape.blocks() * shape.side() * shape.depth()];
      b = new double[a.length];
      sum = new double[shape.blocks() * shape.side() * shape.side()];
    }

    @Override
    void input(int n, int lane, int element) {
      a[n] = fromA[lane];
      b[n] = fromB[lane];
    }

    @Override
    void start(int n, int lane, int register) {
      sum[n] = c[register][lane];
    }

    @Override
    void product(int n, int row, int column) {
      double s = sum[n];
      for (int k = 0; k < shape.depth(); k++) {
        s = Math.fma(a[row + k], b[column + k], s);
      }
      sum[n] = s;
    }

    @Override
    void result(int n, int lane, int register) {
      d[register][lane] = sum[n];
    }
  }

  private static final class Bytes extends MatrixStep {
    private final int[][] packedA;
    private final int[][] packedB;
    private final int[][] c;
    private final int[][] d;
    private final int[] a;
    private final int[] b;
    private final int[] sum;

    Bytes(Instruction in, RegisterFile registers, MachineState state) {
      super(in, state);
      packedA = ints(sources(in, 0), registers);
      packedB = ints(sources(in, 1), registers);
      c = ints(sources(in, 2), registers);
      d =
          in.destinations().stream()
              .map(r -> registers.intResult(r, Type.I32, false))
              .toArray(int[][]::new);
      a = new int[shape.blocks() * shape.side() * shape.depth()];
      b = new int[a.length];
      sum = new int[shape.blocks() * shape.side() * shape.side()];
    }

    @Override
    void input(int n, int lane, int element) {
      a[n] = (byte) packed(packedA, lane, element, Byte.SIZE);
      b[n] = (byte) packed(packedB, lane, element, Byte.SIZE);
    }

    @Override
    void start(int n, int lane, int register) {
      sum[n] = c[register][lane];
    }

    @Override
    void product(int n, int row, int column) {
      int s = sum[n];
      for (int k = 0; k < shape.depth(); k++) {
        s += a[row + k] * b[column + k];
      }
      sum[n] = s;
    }

    @Override
    void result(int n, int lane, int register) {
      d[register][lane] = sum[n];
    }
  }
}
