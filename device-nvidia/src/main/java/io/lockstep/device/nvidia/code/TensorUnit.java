// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.kernel.analysis.MatrixNumerics;
import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.matrix.ScaleFormat;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import io.lockstep.kernel.matrix.SparseMmaShape;
import io.lockstep.kernel.matrix.WmmaShape;
import io.lockstep.kernel.type.Type;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The tensor core of a sub-partition: the instructions available, how long each holds it, when
 * results may be read, and how products are added. A chip without the parameter of an instruction
 * lacks it.
 *
 * <p>Immutable and thread-safe.
 */
public final class TensorUnit {
  private static final String PART = "matrix.";
  private static final String COUNTED = PART + "latency";
  private static final String TF32 = PART + "m16n8k8_f32_tf32";
  private static final int ROW = 256; // bits of a row of A in an instruction of the usual depth
  private static final int FLOATS = 23; // fraction bits
  private static final long MOST = 4096;

  private final Map<String, Integer> clocks = new HashMap<>(); // never iterated
  private final Set<MatrixShape> shapes = new LinkedHashSet<>();
  private final boolean widensBytes;
  private final boolean emulatesQuads;
  private final int mostStall;
  private final boolean counted;
  private final int latency;
  private final Stalls stalls;
  private final MatrixNumerics numerics;

  /** Stall counts behind instructions. */
  private record Stalls(
      Stall usual, Stall half, Stall bytes, Stall small, Stall doubles, Stall quads) {}

  /**
   * Cycles behind an instruction.
   *
   * @param result to an instruction that reads its result
   * @param next to another instruction of the unit
   */
  private record Stall(int result, int next) {
    static Stall of(Figures f, String name) {
      String key = "code.matrix" + name;
      return new Stall(
          Math.toIntExact(f.optional(key).orElse(1)),
          Math.toIntExact(f.optional(key + "_interval").orElse(1)));
    }
  }

  public TensorUnit(Figures f) {
    MmaShape.values().stream().filter(s -> hasClocks(f, s)).forEach(shapes::add);
    widensBytes = f.optional("matrix.widens_fp8").orElse(0) > 0;
    if (widensBytes) {
      MmaShape.values().stream().filter(TensorUnit::isBytes).forEach(shapes::add);
    }
    mostStall = Math.toIntExact(f.optional("code.matrix_stall").orElse(ControlBits.MOST_STALL));
    counted = f.optional(COUNTED).orElse(0) > 0;
    latency = Math.toIntExact(f.optional(COUNTED).orElse(0));
    stalls =
        new Stalls(
            Stall.of(f, ""),
            Stall.of(f, "_half"),
            Stall.of(f, "_fp8"),
            Stall.of(f, "_small"),
            Stall.of(f, "_double"),
            Stall.of(f, "_quad"));
    QuadShape.values().stream().filter(q -> hasClocks(f, q)).forEach(shapes::add);
    boolean sparse = f.optional("matrix.sparse").orElse(0) > 0;
    ScaledMmaShape.values().stream()
        .filter(s -> (sparse || !s.isSparse()) && hasClocks(f, s))
        .forEach(shapes::add);
    WmmaShape.values().stream().filter(w -> parts(w.part()) != null).forEach(shapes::add);
    if (sparse) {
      SparseMmaShape.values().stream()
          .filter(p -> shapes.contains(p.stored()) && !widens(p))
          .forEach(shapes::add);
    }
    numerics = shapes.isEmpty() ? MatrixNumerics.EXACT : numerics(f);
    // Compilers make floats and shuffles of them for chips that came with tf32.
    emulatesQuads = f.optional(TF32).orElse(0) > 0 && !shapes.contains(QuadShape.values().get(0));
    if (emulatesQuads) {
      shapes.addAll(QuadShape.values());
    }
  }

  /** Notes the clocks of an instruction; returns whether the chip has it. */
  private boolean hasClocks(Figures f, MatrixShape shape) {
    // Bfloats take as long as halves, and came with tf32.
    boolean exists = shape.left() != MatrixElement.BF16 || f.optional(TF32).orElse(0) > 0;
    long found = exists ? f.optional(figure(shape)).orElse(0) : 0;
    if (found > 0) {
      clocks.put(shape.timeName(), Math.toIntExact(found));
    }
    return found > 0;
  }

  /**
   * Returns the products that ptxas makes a part of a wmma product of: itself, products of half its
   * depth or rows, or those of quads; null if the chip has none of them.
   */
  public MatrixShape parts(MmaShape part) {
    MmaShape first = part.left() == MatrixElement.XF32 ? half(part) : part;
    for (MatrixShape s : List.of(first, half(part), quad(part))) {
      if (shapes.contains(s) && s.left() == part.left()) {
        return s;
      }
    }
    return null;
  }

  /** Half the depth of floats; half the rows of bytes. */
  private static MmaShape half(MmaShape s) {
    boolean floats = s.left().isFloat();
    return new MmaShape(
        floats ? s.rows() : s.rows() / 2,
        floats ? s.depth() / 2 : s.depth(),
        s.left(),
        s.right(),
        s.result(),
        s.product());
  }

  private static QuadShape quad(MmaShape part) {
    Type sums = part.result() == Type.F16 ? Type.F16 : Type.F32;
    return new QuadShape(false, false, sums, sums);
  }

  private static MatrixNumerics numerics(Figures f) {
    SumRule halves = rule(f, "halves");
    SumRule tf32 = rule(f, "tf32");
    if (halves == null) { // a device between one with tensor cores and one without
      return MatrixNumerics.EXACT;
    }
    SumRule nibbles = rule(f, "fp4");
    return new MatrixNumerics(
        halves,
        tf32 == null ? halves : tf32,
        rule(f, "fp8"),
        nibbles == null ? SumRule.EXACT : nibbles);
  }

  private static SumRule rule(Figures f, String format) {
    String key = "numerics." + format;
    if (f.optional(key + "_group").orElse(0) == 0) {
      return null;
    }
    int fraction = number(f, key + "_fraction");
    return new SumRule(
        number(f, key + "_group"),
        fraction,
        Math.min(fraction, FLOATS),
        -number(f, "numerics.floor"),
        -number(f, "numerics.half_floor"));
  }

  private static int number(Figures f, String key) {
    return Math.toIntExact(f.optional(key).orElse(0));
  }

  private static String figure(MatrixShape shape) {
    return PART + shape.timeName();
  }

  private static boolean isBytes(MatrixShape shape) {
    return isByte(shape.left()) && isByte(shape.right());
  }

  private static boolean isByte(MatrixElement element) {
    return element == MatrixElement.E4M3 || element == MatrixElement.E5M2;
  }

  /** Declares the times of matrix instructions as parameters, one for each shape. */
  public static void declare(SpecSchema.Builder b) {
    Stream.<List<? extends MatrixShape>>of(
            MmaShape.values(), QuadShape.values(), ScaledMmaShape.values())
        .flatMap(List::stream)
        .map(TensorUnit::figure)
        .distinct()
        .forEach(
            key ->
                b.key(key, CYCLES, "tensor core of a sub-partition is held")
                    .between(1, MOST)
                    .optional());
  }

  /** Returns the products that exist. */
  public Set<MatrixShape> shapes() {
    return shapes;
  }

  /** Returns how products are added. */
  public MatrixNumerics numerics() {
    return numerics;
  }

  /** Returns the largest stall count of a product; instructions without effect add the rest. */
  int mostStall() {
    return mostStall;
  }

  /** Whether a product of bytes is made of products of halves. */
  public boolean widens(MatrixShape shape) {
    return widensBytes && isBytes(shape);
  }

  /** Whether shuffles and operations on floats take the place of a product of quads. */
  public boolean emulates(MatrixShape shape) {
    return emulatesQuads && shape instanceof QuadShape;
  }

  /** Returns the clocks for which a machine instruction holds the unit. */
  public int clocks(MatrixShape shape) {
    return clocks.get(shape.timeName()) / steps(shape);
  }

  /** Returns the machine instructions of a product; one of quads computes two registers of D. */
  private static int steps(MatrixShape shape) {
    return shape instanceof QuadShape ? shape.accumulators() / 2 : 1;
  }

  /** Returns the operations of a machine instruction. */
  public static int operations(MatrixShape shape) {
    return shape.operations() / steps(shape);
  }

  /** Whether counters tell when results may be read. */
  boolean isCounted() {
    return counted;
  }

  /** Returns the latency of a counted result. */
  public int latency() {
    return latency;
  }

  /** Returns the cycles from an instruction to the use of its result. */
  int untilResult(MatrixShape shape) {
    return stall(shape).result;
  }

  /** Returns the cycles from an instruction to the next one. */
  int untilNext(MatrixShape shape) {
    return stall(shape).next;
  }

  private Stall stall(MatrixShape shape) {
    if (shape.left() == MatrixElement.F64) {
      return stalls.doubles;
    }
    if (shape instanceof QuadShape) {
      return stalls.quads;
    }
    if (shape.rows() == shape.columns()) {
      return stalls.small;
    }
    if (shape.left().bits() * shape.storedDepth() < ROW) {
      return stalls.half;
    }
    boolean small = shape.left().isFloat() && shape.left().bits() <= Byte.SIZE;
    return small ? stalls.bytes : stalls.usual;
  }

  /** Returns the name of the machine instruction, as disassemblers show it. */
  public static String mnemonic(MatrixShape shape) {
    String size = "%s%s%s".formatted(shape.rows(), shape.columns(), shape.depth());
    if (shape instanceof QuadShape) {
      return "HMMA.%s.%s.%s".formatted(size, shape.result(), shape.addend());
    }
    if (shape instanceof SparseMmaShape s) {
      return mnemonic(s.whole()).replaceFirst("MMA.", "MMA.SP.");
    }
    if (shape instanceof ScaledMmaShape s) {
      return scaled(s);
    }
    return switch (shape.left()) {
      case F16 -> "HMMA.%s.%s".formatted(size, shape.result());
      case BF16 -> "HMMA.%s.F32.BF16".formatted(size);
      case XF32 -> "HMMA.%s.F32.TF32".formatted(size);
      case F64 -> "DMMA." + size;
      case E4M3, E5M2, E3M2, E2M3, E2M1_BYTE ->
          "QMMA.%s.%s.%s".formatted(size, shape.result(), formats(shape));
      case B1 -> "BMMA.%s.%s.POPC".formatted(size, ((MmaShape) shape).product());
      default -> "IMMA.%s.%s".formatted(size, formats(shape));
    };
  }

  private static String scaled(ScaledMmaShape shape) {
    MmaShape whole = shape.whole();
    String name = shape.left() == MatrixElement.E2M1 ? "OMMA" : "QMMA";
    String scales = shape.format() == ScaleFormat.UE8M0 ? "E8" : "UE4M3.4X";
    return "%s.SF.%s%s%s%s.F32.%s.%s"
        .formatted(
            name,
            shape.isSparse() ? "SP." : "",
            whole.rows(),
            whole.columns(),
            whole.depth(),
            formats(whole),
            scales);
  }

  private static String formats(MatrixShape shape) {
    return text(shape.left()) + "." + text(shape.right());
  }

  private static String text(MatrixElement element) {
    return MmaShape.text(element).toUpperCase(Locale.ROOT);
  }

  /** Returns the product of halves that a product of bytes becomes. */
  public static MmaShape halves(Type result) {
    return MmaShape.named("m16n8k16_%s_f16_f16".formatted(result.name().toLowerCase(Locale.ROOT)))
        .orElseThrow();
  }
}
