// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import static io.lockstep.judge.conformance.Microkernel.i;
import static io.lockstep.judge.conformance.Microkernel.r;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import io.lockstep.kernel.matrix.SparseMmaShape;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Generates the kernels of device checks as portable code, so that no compiler is needed. Each line
 * of text describes one kernel by its kind and numeric arguments. The kernels are named {@code k},
 * {@code k2} and so on.
 */
public final class Microkernels {
  /** The id of the front-end, as recorded in generated kernels. */
  static final String ID = "microkernel";

  private static final int ROW =
      128; // bytes after which words of local memory are in the same banks again
  private static final long FIRST_TWO = 0x44444444; // columns 0 and 1 of each four, in bits of two

  private Microkernels() {}

  /**
   * Generates several kernels.
   *
   * @param text one line per kernel with its kind and numeric arguments
   */
  public static List<Kernel> of(String text) {
    List<Kernel> kernels = new ArrayList<>();
    for (String line : text.strip().split("\n")) {
      kernels.add(kernel(line, kernels.isEmpty() ? "k" : "k" + (kernels.size() + 1)));
    }
    return kernels;
  }

  /**
   * Generates one kernel.
   *
   * @param line kind and numeric arguments of the kernel
   */
  static Kernel kernel(String line, String name) {
    String[] words = line.strip().split(" ");
    int[] numbers = new int[words.length];
    for (int w = 1; w < words.length; w++) {
      if (words[w].matches("-?[0-9]+")) {
        numbers[w] = Integer.parseInt(words[w]);
      }
    }
    Microkernel k = new Microkernel(name);
    return switch (words[0]) {
      case "empty" -> Microkernel.empty(name);
      case "rate" -> rate(k, MeasuredOperation.of(words[1]), numbers[2], numbers[3]);
      case "matrix" -> matrix(k, shape(words[1]), numbers[2], numbers[3]);
      case "chase" -> chase(k, numbers[1]);
      case "read" -> stream(k, numbers, true, false);
      case "write" -> stream(k, numbers, false, true);
      case "copy" -> stream(k, numbers, true, true);
      case "gather" -> gather(k, numbers[1], numbers[2], numbers[3]);
      case "strided" -> strided(k, numbers[1], numbers[2]);
      case "local" -> local(k, numbers[1], numbers[2], numbers[3]);
      case "hold" -> hold(k, numbers[1], numbers[2], numbers[3]);
      default -> throw new IllegalArgumentException("unknown microkernel '" + words[0] + "'");
    };
  }

  /** Generates independent chains of dependent operations. */
  private static Kernel rate(Microkernel k, MeasuredOperation operation, int chains, int length) {
    int[] values = new int[chains];
    for (int c = 0; c < chains; c++) {
      values[c] = operation.start(k, c);
    }
    int other = operation.start(k, chains + 2);
    k.loop(
        () -> {
          for (int u = 0; u < length; u++) {
            for (int value : values) {
              operation.apply(k, value, other);
            }
          }
        });
    int sum = operation.word(k, values[0]);
    for (int c = 1; c < chains; c++) {
      sum = k.integer(Op.XOR, r(sum), r(operation.word(k, values[c])));
    }
    return k.storing(sum);
  }

  private static MatrixShape shape(String name) {
    return MmaShape.named(name)
        .<MatrixShape>map(s -> s)
        .or(() -> QuadShape.named(name))
        .or(() -> SparseMmaShape.named(name))
        .or(() -> MfmaShape.named(name))
        .or(() -> ScaledMmaShape.named(name))
        .orElseThrow();
  }

  /** Generates chains of matrix instructions, each with its own accumulators. */
  private static Kernel matrix(Microkernel k, MatrixShape shape, int chains, int length) {
    k.lanes(shape.lanes());
    Type register = shape.result() == Type.F16 ? Type.I32 : shape.result();
    Type input = shape.result() == Type.F64 ? Type.F64 : Type.I32;
    List<Operand> inputs = new ArrayList<>();
    for (int n = 0; n < shape.leftInputs() + shape.rightInputs(); n++) {
      inputs.add(r(number(k, input, n)));
    }
    List<Operand> last = behindSums(k, shape, input);
    Variant.Matrix product = new Variant.Matrix(shape, modifiers(shape));
    int[][] sums = new int[chains][shape.accumulators()];
    for (int[] chain : sums) {
      Arrays.setAll(chain, n -> number(k, register, n));
    }
    k.loop(
        () -> {
          for (int u = 0; u < length; u++) {
            for (int[] chain : sums) {
              List<Operand> from = new ArrayList<>(inputs);
              Arrays.stream(chain).forEach(n -> from.add(r(n)));
              from.addAll(last);
              k.add(
                  InstructionBuilder.of(Op.MATRIX, shape.result())
                      .variant(product)
                      .from(from)
                      .to(Arrays.stream(chain).boxed().toList()));
            }
          }
        });
    int sum = k.item();
    for (int[] chain : sums) {
      for (int n : chain) {
        sum = k.integer(Op.XOR, r(sum), r(k.word(register, n)));
      }
    }
    return k.storing(sum);
  }

  /** Returns the sources behind the sums: scales, and the indexes of a sparse A. */
  private static List<Operand> behindSums(Microkernel k, MatrixShape shape, Type input) {
    if (shape instanceof ScaledMmaShape) {
      Operand scale = r(number(k, input, 0));
      return shape.isSparse() ? List.of(scale, scale, r(firstTwoOfFour(k))) : List.of(scale, scale);
    }
    return shape.isSparse() ? List.of(r(firstTwoOfFour(k))) : List.of();
  }

  /** Returns a register by whose bits the first two of each four columns are stored. */
  private static int firstTwoOfFour(Microkernel k) {
    int none = k.integer(Op.AND, r(k.item()), i(0));
    return k.integer(Op.OR, r(none), i(FIRST_TWO));
  }

  /** Returns modifiers with which all devices have a product: columns ascend. */
  private static MatrixModifiers modifiers(MatrixShape shape) {
    boolean ascends = shape.isSparse() && !(shape instanceof MfmaShape);
    return ascends ? MatrixModifiers.NONE.ascending() : MatrixModifiers.NONE;
  }

  /**
   * Returns a small number that depends on the work-item. Its bits are small numbers in half
   * precision too.
   */
  private static int number(Microkernel k, Type type, int n) {
    int own = k.integer(Op.AND, r(k.item()), i(n % 2 + 1L));
    return type == Type.I32
        ? own
        : k.op(type, InstructionBuilder.of(Op.CONVERT, type).sourceType(Type.I32).from(r(own)));
  }

  /** Generates a pointer chase, in which each load returns the address of the next load. */
  private static Kernel chase(Microkernel k, int loads) {
    int at = k.variable(Type.I32, r(k.item())); // 0, but not provably uniform
    k.loop(() -> follow(k, at, loads));
    return k.storing(at);
  }

  private static void follow(Microkernel k, int at, int loads) {
    for (int u = 0; u < loads; u++) {
      k.load(k.address(k.in(), at), at);
    }
  }

  /**
   * Generates a kernel whose groups occupy registers and local memory: one work-item chases
   * pointers while the others wait at a barrier. The chasing work-item varies between groups to use
   * different SIMDs. Arguments: loads per round, values, bytes.
   */
  private static Kernel hold(Microkernel k, int loads, int values, int bytes) {
    int at = k.integer(Op.SHL, r(k.integer(Op.AND, r(k.item()), i(15))), i(2)); // in adjacent words
    int[] held = new int[values];
    for (int v = 0; v < values; v++) {
      held[v] = k.integer(Op.MUL24, r(k.item()), i(2L * v + 3));
    }
    if (bytes > 0) {
      k.local(bytes);
      fold(k, at, k.load(Space.LOCAL, k.variable(Type.I32, i(0)), 0, 1)[0]);
    }
    int mixed = k.integer(Op.MUL, r(k.special(Special.GROUP_ID_X)), i(0x9E3779B1L));
    mixed = k.integer(Op.XOR, r(mixed), r(k.integer(Op.SHR, r(mixed), i(15))));
    int quarter = k.integer(Op.SHR, r(k.integer(Op.MUL, r(mixed), i(0x85EBCA6BL))), i(30));
    int size = k.integer(Op.SHR, r(k.special(Special.LOCAL_SIZE_X)), i(2));
    k.loopOf(k.integer(Op.MUL, r(quarter), r(size)), () -> follow(k, at, loads));
    k.barrier();
    for (int value : held) {
      fold(k, at, value);
    }
    return k.storing(at);
  }

  /**
   * Generates a stream in which neighbouring work-items read or write neighbouring words.
   * Arguments: words per access, accesses per round, bytes between accesses, bytes between groups,
   * bytes per round, mask of offsets.
   */
  private static Kernel stream(Microkernel k, int[] numbers, boolean reads, boolean writes) {
    int width = numbers[1];
    int own = k.integer(Op.MUL, r(k.item()), i(4L * width));
    int group = k.integer(Op.MUL, r(k.special(Special.GROUP_ID_X)), i(numbers[4]));
    int at = k.integer(Op.ADD, r(group), r(own));
    // One sum per word, because a single dependency chain would dominate the measurement.
    int[] sums = new int[width];
    for (int word = 0; word < width; word++) {
      sums[word] = k.variable(Type.I32, r(k.item()));
    }
    k.loop(
        () -> {
          int masked = k.integer(Op.AND, r(at), i(numbers[6] & 0xFFFFFFFFL));
          int from = reads ? k.address(k.in(), masked) : 0;
          int to = writes ? k.address(k.out(), masked) : 0;
          int[][] found = new int[numbers[2]][];
          for (int u = 0; u < found.length; u++) {
            found[u] = reads ? k.load(Space.GLOBAL, from, place(numbers, u), width) : sums;
          }
          for (int u = 0; u < found.length; u++) {
            if (writes) {
              k.store(to, place(numbers, u), found[u]);
            } else {
              for (int word = 0; word < width; word++) {
                fold(k, sums[word], found[u][word]);
              }
            }
          }
          k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(at).from(r(at), i(numbers[5])));
        });
    for (int word = 1; word < width; word++) {
      fold(k, sums[0], sums[word]);
    }
    return writes ? k.ending() : k.storing(sums[0]);
  }

  /**
   * Returns the offset of an access; limits rounds without a step to four accesses, so that a small
   * cache holds the data.
   */
  private static long place(int[] numbers, int access) {
    return (long) (numbers[5] == 0 ? access % 4 : access) * numbers[3];
  }

  private static void fold(Microkernel k, int sum, int word) {
    k.add(InstructionBuilder.of(Op.XOR, Type.I32).to(sum).from(r(sum), r(word)));
  }

  /**
   * Generates reads of cache lines at hashed addresses. Arguments: loads per round, work-items,
   * mask of offsets.
   */
  private static Kernel gather(Microkernel k, int loads, int items, int mask) {
    int at = k.integer(Op.ADD, r(k.global()), i(1));
    int sum = k.variable(Type.I32, r(k.item()));
    k.loop(
        () -> {
          int[] found = new int[loads];
          for (int u = 0; u < loads; u++) {
            int line = k.integer(Op.MUL, r(at), i(0x9E3779B1L));
            int place = k.integer(Op.AND, r(k.integer(Op.SHR, r(line), i(3))), i(mask));
            found[u] = k.load(Space.GLOBAL, k.address(k.in(), place), 0, 1)[0];
            k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(at).from(r(at), i(items)));
          }
          for (int word : found) {
            fold(k, sum, word);
          }
        });
    return k.storing(sum);
  }

  /** Generates strided loads of words. Arguments: loads per round, bytes between work-items. */
  private static Kernel strided(Microkernel k, int loads, int stride) {
    int at = k.address(k.in(), k.integer(Op.MUL, r(k.item()), i(stride)));
    int sum = k.variable(Type.I32, r(k.item()));
    k.loop(
        () -> {
          for (int u = 0; u < loads; u++) {
            fold(k, sum, k.load(Space.GLOBAL, at, 0, 1)[0]);
          }
        });
    return k.storing(sum);
  }

  /**
   * Generates reads of local memory with a stride. Arguments: loads per round, bytes between
   * work-items, size in bytes (a power of two). The loads of a round read different words, since a
   * compiler drops repeated ones, in the same banks.
   */
  private static Kernel local(Microkernel k, int loads, int stride, int bytes) {
    k.local(bytes + loads * ROW);
    int apart = k.integer(Op.MUL, r(k.item()), i(stride));
    int first = k.integer(Op.AND, r(apart), i(bytes - 1L));
    int[] at = new int[loads]; // computed before the loop, so that it does not contain additions
    for (int u = 0; u < loads; u++) {
      at[u] = k.integer(Op.ADD, r(first), i((long) u * ROW));
    }
    int sum = k.variable(Type.I32, r(k.item()));
    k.loop(
        () -> {
          int[] found = new int[loads];
          for (int u = 0; u < loads; u++) {
            found[u] = k.load(Space.LOCAL, at[u], 0, 1)[0];
          }
          for (int word : found) {
            fold(k, sum, word);
          }
        });
    return k.storing(sum);
  }
}
