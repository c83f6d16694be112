// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.io.Suggestions;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MatrixElement;
import io.lockstep.kernel.ir.MmaShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Decodes {@code mma.sync}, a product of matrices that the lanes of a warp hold. */
final class WarpMatrices {
  private static final Map<String, MatrixElement> ELEMENTS = elements();
  private static final Map<Type, PtxType> RESULTS = new EnumMap<>(Type.class);

  static {
    RESULTS.put(Type.F16, PtxType.B32);
    RESULTS.put(Type.F32, PtxType.F32);
    RESULTS.put(Type.F64, PtxType.F64);
    RESULTS.put(Type.I32, PtxType.S32);
  }

  private WarpMatrices() {}

  static Decoder of(String base) {
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
    if (m.take("sp") || m.take("sp::ordered_metadata")) {
      throw e.unsupported("products with a sparse matrix");
    }
    String size =
        m.takeOne(MmaShape.values().stream().map(MmaShape::size).distinct().toArray(String[]::new));
    if (m.take("block_scale") || m.takeAny("kind::f8f6f4", "kind::mxf8f6f4") != null) {
      throw e.unsupported("formats of sm_120a");
    }
    m.takeOne("row");
    m.takeOne("col");
    boolean saturates = m.take("satfinite");
    Type result = resultType(m, e);
    String left = element(m, e);
    String right = element(m, e);
    if (resultType(m, e) != result) {
      throw e.error("C and D of '%s' have different types".formatted(e.instruction().spelling()));
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
    MmaShape shape =
        MmaShape.values().stream()
            .filter(s -> s.size().equals(size) && s.result() == result && s.product() == product)
            .filter(s -> s.left() == ELEMENTS.get(left) && s.right() == ELEMENTS.get(right))
            .findFirst()
            .orElseThrow(() -> none(size, result, left, right, e));
    emit(shape, saturates && !shape.left().isFloat(), e);
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
      String size, Type result, String left, String right, PtxWriter e) {
    List<String> sizes =
        MmaShape.values().stream()
            .filter(s -> s.left() == ELEMENTS.get(left) && s.right() == ELEMENTS.get(right))
            .filter(s -> s.result() == result)
            .map(MmaShape::size)
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

  private static void emit(MmaShape shape, boolean saturates, PtxWriter e) {
    e.expect(4);
    PtxType result = RESULTS.get(shape.result());
    PtxType input = shape.left() == MatrixElement.F64 ? PtxType.F64 : PtxType.B32;
    List<Operand> sources = new ArrayList<>();
    Matrices.read(e, 1, shape.leftInputs(), input, sources);
    Matrices.read(e, 2, shape.rightInputs(), input, sources);
    Matrices.read(e, 3, shape.accumulators(), result, sources);
    List<Integer> destinations = Matrices.results(e, shape.accumulators(), result);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.MATRIX, shape.result())
            .matrix(shape)
            .saturate(saturates)
            .from(sources)
            .to(destinations));
  }
}
