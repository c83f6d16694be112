// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.matrix;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.matrix.SparseMmaShape;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Decodes {@code mma.sync} and {@code mma.sp.sync}, a product of matrices that the lanes of a warp
 * hold.
 */
public final class WarpMatrices {
  private static final Map<String, MatrixElement> ELEMENTS = elements();
  private static final List<String> ORDERS = List.of("row", "col");
  private static final List<MatrixShape> PLAIN =
      Stream.<MatrixShape>concat(MmaShape.values().stream(), QuadShape.values().stream()).toList();
  private static final Map<Type, PtxType> RESULTS = new EnumMap<>(Type.class);

  static {
    RESULTS.put(Type.F16, PtxType.B32);
    RESULTS.put(Type.F32, PtxType.F32);
    RESULTS.put(Type.F64, PtxType.F64);
    RESULTS.put(Type.I32, PtxType.S32);
  }

  private WarpMatrices() {}

  public static Decoder of(String base) {
    return base.equals("mma") ? WarpMatrices::multiply : null;
  }

  /** Returns the formats of factors by their PTX names. */
  private static Map<String, MatrixElement> elements() {
    Map<String, MatrixElement> all = new LinkedHashMap<>();
    MmaShape.values().forEach(s -> all.put(MmaShape.text(s.left()), s.left()));
    return all;
  }

  private static void multiply(String base, Modifiers m, PtxWriter e) {
    if (!m.take("sync") || !m.take("aligned")) {
      throw e.error("'%s' needs .sync.aligned".formatted(e.instruction().spelling()));
    }
    if (m.take("block_scale")) {
      ScaledMatrices.multiply(m, e);
      return;
    }
    if (m.takeFirst(ScaledMatrices.kinds()) != null) {
      throw e.error("'%s' needs .block_scale".formatted(e.instruction().spelling()));
    }
    boolean ascends = m.take("sp::ordered_metadata");
    boolean sparse = ascends || m.take("sp");
    List<MatrixShape> shapes = new ArrayList<>(sparse ? SparseMmaShape.values() : PLAIN);
    String size =
        m.takeOne(shapes.stream().map(MatrixShape::size).distinct().toArray(String[]::new));
    boolean small = m.take("kind::f8f6f4"); // of e4m3 and e5m2 the same products as without
    String leftOrder = m.takeFirst(ORDERS);
    String rightOrder = m.takeFirst(ORDERS);
    if (leftOrder == null || rightOrder == null) {
      throw e.error(
          "'%s' needs the orders of A and B, as in .row.col".formatted(e.instruction().spelling()));
    }
    boolean saturates = m.take("satfinite");
    Type result = resultType(m, e);
    String left = element(m, e);
    String right = element(m, e);
    Type sums = resultType(m, e);
    if (sums != result && !(size.equals("m8n8k4") && result == Type.F32 && sums == Type.F16)) {
      throw e.error(
          "C of '%s' must have D's type, .%s"
              .formatted(e.instruction().spelling(), resultText(result)));
    }
    String bits = m.takeAny("and", "xor");
    MmaShape.Product product =
        bits == null
            ? MmaShape.Product.MULTIPLY
            : bits.equals("and") ? MmaShape.Product.AND : MmaShape.Product.XOR;
    if (bits != null) {
      m.takeOne("popc");
    }
    m.done();
    shapes.removeIf(s -> s.result() != result || s.addend() != sums || !s.size().equals(size));
    shapes.removeIf(s -> s.left() != ELEMENTS.get(left) || s.right() != ELEMENTS.get(right));
    shapes.removeIf(s -> s instanceof MmaShape one && one.product() != product);
    if (shapes.isEmpty()) {
      throw none(sparse, size, result, left, right, e);
    }
    if (small && !isByteFloat(shapes.get(0).left())) {
      throw e.error(
          "'%s' has no product of %s and %s of this kind"
              .formatted(e.instruction().spelling(), left, right));
    }
    if (small && sparse && !ascends) {
      throw e.error("'%s' has .sp::ordered_metadata alone".formatted(e.instruction().spelling()));
    }
    if (!small && (ELEMENTS.get(left).isTiny() || ELEMENTS.get(right).isTiny())) {
      throw e.error("'%s' needs .kind::f8f6f4".formatted(e.instruction().spelling()));
    }
    MatrixShape shape = ordered(shapes, leftOrder, rightOrder, e);
    emit(shape, ascends, saturates && !shape.left().isFloat(), e);
  }

  private static boolean isByteFloat(MatrixElement element) {
    return element.isFloat() && element.bits() == Byte.SIZE;
  }

  /** Returns the product of the orders in which A and B are held: Volta's has four, others one. */
  private static MatrixShape ordered(
      List<MatrixShape> shapes, String left, String right, PtxWriter e) {
    return shapes.stream()
        .filter(
            s ->
                s instanceof QuadShape q
                    ? q.leftByColumns() == left.equals("col")
                        && q.rightByRows() == right.equals("row")
                    : left.equals("row") && right.equals("col"))
        .findFirst()
        .orElseThrow(
            () ->
                e.error(
                    "'%s' has the orders .row.col alone, found .%s.%s"
                        .formatted(e.instruction().spelling(), left, right)));
  }

  private static Type resultType(Modifiers m, PtxWriter e) {
    String found = m.takeFirst(List.of("f16", "f32", "f64", "s32"));
    if (found == null) {
      throw e.error(
          "'%s' needs the types of D, A, B and C, for example .f32.f16.f16.f32"
              .formatted(e.instruction().spelling()));
    }
    return found.equals("s32") ? Type.I32 : PtxType.named(found).type();
  }

  /** Returns PTX's name of a type of C and D. */
  static String resultText(Type type) {
    return type == Type.I32 ? "s32" : type.name().toLowerCase(Locale.ROOT);
  }

  private static String element(Modifiers m, PtxWriter e) {
    String found = m.takeFirst(ELEMENTS.keySet());
    if (found == null) {
      throw e.error(
          "'%s' needs the types of A and B, one of .%s"
              .formatted(e.instruction().spelling(), String.join(", .", ELEMENTS.keySet())));
    }
    return found;
  }

  private static RuntimeException none(
      boolean sparse, String size, Type result, String left, String right, PtxWriter e) {
    List<String> sizes =
        (sparse ? SparseMmaShape.values() : PLAIN)
            .stream()
                .filter(s -> s.left() == ELEMENTS.get(left) && s.right() == ELEMENTS.get(right))
                .filter(s -> s.result() == result)
                .map(MatrixShape::size)
                .distinct()
                .toList();
    return e.error(
        sizes.isEmpty()
            ? "'%s' has no product of %s and %s with this result"
                .formatted(e.instruction().spelling(), left, right)
            : "'%s' has no size %s for %s and %s, expected %s%s"
                .formatted(
                    e.instruction().spelling(),
                    size,
                    left,
                    right,
                    String.join(", ", sizes),
                    Suggestions.nearHint(size, sizes)));
  }

  /** Returns the PTX type of the registers that hold C and D, by the type of their elements. */
  static PtxType registers(Type result) {
    return RESULTS.get(result);
  }

  private static void emit(MatrixShape shape, boolean ascends, boolean saturates, PtxWriter e) {
    e.expect(shape.isSparse() ? 6 : 4);
    PtxType result = registers(shape.result());
    PtxType input = shape.left() == MatrixElement.F64 ? PtxType.F64 : PtxType.B32;
    List<Operand> sources = new ArrayList<>();
    Matrices.read(e, 1, shape.leftInputs(), input, sources);
    Matrices.read(e, 2, shape.rightInputs(), input, sources);
    Matrices.read(e, 3, shape.addends(), registers(shape.addend()), sources);
    MatrixModifiers modifiers = MatrixModifiers.NONE;
    if (shape.isSparse()) {
      sources.add(e.operand(4, PtxType.B32));
      modifiers = new MatrixModifiers(0, selector(shape, e), ascends ? 1 : 0);
    }
    List<Integer> destinations = Matrices.results(e, shape.accumulators(), result);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.MATRIX, shape.result())
            .variant(new Variant.Matrix(shape, modifiers))
            .saturate(saturates)
            .from(sources)
            .to(destinations));
  }

  /** Returns the constant that tells which lanes hold the numbers of columns. */
  private static int selector(MatrixShape shape, PtxWriter e) {
    Operand value = e.operand(5, PtxType.U32);
    if (value.isRegister()) {
      throw e.error(
          e.argument(5),
          "expected a constant sparsity selector, found " + PtxWriter.shown(e.argument(5)));
    }
    long number = Math.min(value.bits(), 15); // of which no shape has as many
    String problem = new MatrixModifiers(0, (int) number, 0).problem(shape);
    if (!problem.isEmpty()) {
      throw e.error(e.argument(5), problem);
    }
    return (int) number;
  }
}
