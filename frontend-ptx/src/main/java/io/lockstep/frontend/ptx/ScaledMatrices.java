// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.Syntax.Argument;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MatrixModifiers;
import io.lockstep.kernel.ir.MmaShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.ScaleFormat;
import io.lockstep.kernel.ir.ScaledMmaShape;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Decodes {@code mma.sync} with {@code .block_scale}. */
final class ScaledMatrices {
  private static final int LEFT = 5; // the operand that selects A's scales
  private static final int RIGHT = 7;

  /** The kinds of factors, with what PTX allows for each. */
  private enum Kind {
    MXF8F6F4("m16n8k32", List.of("e4m3", "e5m2", "e3m2", "e2m3", "e2m1"), List.of("1X ue8m0")),
    MXF4("m16n8k64", List.of("e2m1"), List.of("2X ue8m0")),
    MXF4NVF4("m16n8k64", List.of("e2m1"), List.of("2X ue8m0", "4X ue4m3"));

    private final String size;
    private final List<String> elements;
    private final List<String> scales; // number and format

    Kind(String size, List<String> elements, List<String> scales) {
      this.size = size;
      this.elements = elements;
      this.scales = scales;
    }

    String text() {
      return "kind::" + name().toLowerCase(Locale.ROOT);
    }
  }

  private ScaledMatrices() {}

  /** Returns the names of the kinds that have scales. */
  static List<String> kinds() {
    return List.of(Kind.values()).stream().map(Kind::text).toList();
  }

  /** Decodes the modifiers that {@code .sync.aligned} and {@code .block_scale} leave. */
  static void multiply(Modifiers m, PtxWriter e) {
    String spelling = e.instruction().spelling();
    if (m.take("sp") || m.take("sp::ordered_metadata")) {
      throw e.unsupported("sparse products with scales");
    }
    String named = m.takeOne(kinds().toArray(String[]::new));
    Kind kind = Kind.values()[kinds().indexOf(named)];
    m.takeOne(kind.size);
    String vector = m.takeAny("scale_vec::1X", "scale_vec::2X", "scale_vec::4X");
    if (vector == null && kind == Kind.MXF4NVF4) {
      throw e.error("'%s' needs .scale_vec::2X or .scale_vec::4X".formatted(spelling));
    }
    m.takeOne("row");
    m.takeOne("col");
    m.takeOne("f32");
    String left = m.takeFirst(kind.elements);
    String right = m.takeFirst(kind.elements);
    if (left == null || right == null) {
      throw e.error(
          "'%s' needs the types of A and B, one of .%s"
              .formatted(spelling, String.join(", .", kind.elements)));
    }
    m.takeOne("f32");
    String format = m.takeOne("ue8m0", "ue4m3");
    m.done();
    String count = vector == null ? kind.scales.get(0).substring(0, 2) : vector.substring(11);
    String scales = count + " " + format;
    if (!kind.scales.contains(scales)) {
      throw e.error(
          "'%s' has no scales %s, expected %s"
              .formatted(spelling, scales, String.join(", ", kind.scales)));
    }
    emit(shape(kind, left, right, ScaleFormat.valueOf(format.toUpperCase(Locale.ROOT)), count), e);
  }

  private static ScaledMmaShape shape(
      Kind kind, String left, String right, ScaleFormat format, String count) {
    return ScaledMmaShape.values().stream()
        .filter(s -> s.size().equals(kind.size) && s.format() == format)
        .filter(s -> count.charAt(0) - '0' == s.scales())
        .filter(s -> MmaShape.text(s.left()).equals(left))
        .filter(s -> MmaShape.text(s.right()).equals(right))
        .findFirst()
        .orElseThrow();
  }

  private static void emit(ScaledMmaShape shape, PtxWriter e) {
    e.expect(RIGHT + 1);
    List<Operand> sources = new ArrayList<>();
    Matrices.read(e, 1, shape.leftInputs(), PtxType.B32, sources);
    Matrices.read(e, 2, shape.rightInputs(), PtxType.B32, sources);
    Matrices.read(e, 3, shape.accumulators(), PtxType.F32, sources);
    Matrices.read(e, LEFT - 1, 1, PtxType.B32, sources);
    Matrices.read(e, RIGHT - 1, 1, PtxType.B32, sources);
    List<Integer> destinations = Matrices.results(e, shape.accumulators(), PtxType.F32);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.MATRIX, Type.F32)
            .variant(new Variant.Matrix(shape, selectors(shape, e)))
            .from(sources)
            .to(destinations));
  }

  private static MatrixModifiers selectors(ScaledMmaShape shape, PtxWriter e) {
    int[] left = {selector(e, LEFT, 0, 3), selector(e, LEFT, 1, 1)};
    int[] right = {selector(e, RIGHT, 0, 3), selector(e, RIGHT, 1, 3)};
    MatrixModifiers modifiers = MatrixModifiers.ofScales(left[0], left[1], right[0], right[1]);
    String problem = modifiers.problem(shape);
    if (!problem.isEmpty()) {
      throw e.error(e.argument(left[0] % shape.scales() == 0 ? RIGHT : LEFT), problem);
    }
    return modifiers;
  }

  /** Returns a selector: the byte, or the lanes among each four. */
  private static int selector(PtxWriter e, int index, int which, int most) {
    Argument at = Matrices.elements(e, index, 2).get(which);
    Operand operand = e.operand(at, PtxType.U16, false);
    OptionalLong value = e.constants.of(operand, at, e.blocks);
    if (value.isEmpty()) {
      throw e.error(at, "expected a constant selector of scales, found " + PtxWriter.shown(at));
    }
    if (value.getAsLong() < 0 || value.getAsLong() > most) {
      throw e.error(
          at,
          "the %s selector of %s is 0 to %s, found %s"
              .formatted(
                  which == 0 ? "byte" : "lane",
                  index == LEFT ? "A's scales" : "B's scales",
                  most,
                  value.getAsLong()));
    }
    return (int) value.getAsLong();
  }
}
