// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.matrix;

import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.ScaleFormat;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Decodes {@code mma.sync} with {@code .block_scale}. */
final class ScaledMatrices {
  private static final int LEFT = 4; // the operand of A's scales; of a sparse A two are before it
  private static final int RIGHT = 6;
  private static final int LANES = 31; // bits of the number of a lane

  /** The kinds of factors, with what PTX allows for each. */
  private enum Kind {
    MXF8F6F4(32, List.of("e4m3", "e5m2", "e3m2", "e2m3", "e2m1"), List.of("1X ue8m0")),
    MXF4(64, List.of("e2m1"), List.of("2X ue8m0")),
    MXF4NVF4(64, List.of("e2m1"), List.of("2X ue8m0", "4X ue4m3"));

    private final int depth;
    private final List<String> elements;
    private final List<String> scales; // number and format

    Kind(int depth, List<String> elements, List<String> scales) {
      this.depth = depth;
      this.elements = elements;
      this.scales = scales;
    }

    String size(boolean sparse) {
      return "m16n8k" + (sparse ? 2 * depth : depth);
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
    boolean sparse = m.take("sp::ordered_metadata");
    if (!sparse && m.take("sp")) {
      throw e.error("'%s' has .sp::ordered_metadata alone".formatted(spelling));
    }
    String named = m.takeOne(kinds().toArray(String[]::new));
    Kind kind = Kind.values()[kinds().indexOf(named)];
    m.takeOne(kind.size(sparse));
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
    ScaleFormat scale = ScaleFormat.valueOf(format.toUpperCase(Locale.ROOT));
    emit(shape(kind.size(sparse), sparse, left, right, scale, count.charAt(0) - '0'), e);
  }

  private static ScaledMmaShape shape(
      String size, boolean sparse, String left, String right, ScaleFormat format, int count) {
    return ScaledMmaShape.values().stream()
        .filter(s -> s.isSparse() == sparse && s.size().equals(size))
        .filter(s -> s.format() == format && s.scales() == count)
        .filter(s -> MmaShape.text(s.left()).equals(left))
        .filter(s -> MmaShape.text(s.right()).equals(right))
        .findFirst()
        .orElseThrow();
  }

  private static void emit(ScaledMmaShape shape, PtxWriter e) {
    int more = shape.isSparse() ? 2 : 0;
    e.expect(RIGHT + 2 + more);
    List<Operand> sources = new ArrayList<>();
    Matrices.read(e, 1, shape.leftInputs(), PtxType.B32, sources);
    Matrices.read(e, 2, shape.rightInputs(), PtxType.B32, sources);
    Matrices.read(e, 3, shape.accumulators(), PtxType.F32, sources);
    Selected left = selected(shape, LEFT + more, true, e);
    Selected right = selected(shape, RIGHT + more, false, e);
    sources.add(left.scales);
    sources.add(right.scales);
    MatrixModifiers modifiers = MatrixModifiers.ofScales(left.at, left.lane, right.at, right.lane);
    if (shape.isSparse()) {
      sources.add(e.operand(4, PtxType.B32));
      Operand set = e.operand(5, PtxType.U32);
      if (set.isRegister() || set.bits() != 0) {
        throw e.error(
            e.argument(5),
            "the sparsity selector of %s must be 0, found %s"
                .formatted(shape.size(), PtxWriter.shown(e.argument(5))));
      }
      modifiers = modifiers.ascending();
    }
    List<Integer> destinations = Matrices.results(e, shape.accumulators(), PtxType.F32);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.MATRIX, Type.F32)
            .variant(new Variant.Matrix(shape, modifiers))
            .from(sources)
            .to(destinations));
  }

  /**
   * The scales of A or B.
   *
   * @param at the first byte that holds scales
   * @param lane which lanes of each four hold them
   */
  private record Selected(Operand scales, int at, int lane) {}

  /** Reads scales and their selectors; values that are not constant are applied here. */
  private static Selected selected(ScaledMmaShape shape, int index, boolean left, PtxWriter e) {
    List<Operand> read = new ArrayList<>();
    Matrices.read(e, index, 1, PtxType.B32, read);
    Operand scales = read.get(0);
    List<Argument> selectors = Matrices.elements(e, index + 1, 2);
    String whose = left ? "A" : "B";
    OptionalLong at = selector(e, selectors.get(0), "byte", whose, 3);
    OptionalLong lane = selector(e, selectors.get(1), "lane", whose, left ? 1 : 3);
    MatrixModifiers alone = MatrixModifiers.ofScales((int) at.orElse(0), 0, 0, 0);
    String problem = (shape.isSparse() ? alone.ascending() : alone).problem(shape);
    if (!problem.isEmpty()) {
      throw e.error(e.argument(index + 1), problem);
    }
    if (lane.isEmpty()) {
      scales = moved(scales, word(selectors.get(1), e), left, e);
    }
    if (at.isEmpty()) {
      Operand byteNumber = e.value(Op.AND, Type.I32, word(selectors.get(0), e), 4 - shape.scales());
      Operand shift = e.value(Op.SHL, Type.I32, byteNumber, 3);
      scales = e.value(Op.SHR, Type.I32, scales, shift);
    }
    return new Selected(scales, (int) at.orElse(0), (int) lane.orElse(0));
  }

  /** Moves scales to the first lanes of each four from those that a value selects. */
  private static Operand moved(Operand scales, Operand selector, boolean left, PtxWriter e) {
    Operand own =
        e.value(Type.I32, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LANE_ID));
    Operand first = e.value(Op.AND, Type.I32, own, left ? LANES - 2 : LANES - 3);
    Operand set = e.value(Op.AND, Type.I32, selector, left ? 1 : 3);
    Operand from = e.value(Op.ADD, Type.I32, first, left ? e.value(Op.SHL, Type.I32, set, 1) : set);
    int to = e.temp(Type.I32);
    e.emit(
        InstructionBuilder.of(Op.SHUFFLE, Type.I32)
            .variant(Variant.Shuffle.INDEX)
            .from(scales, from, Operand.immediate(LANES), Operand.immediate(-1))
            .to(to, -1));
    return Operand.register(to);
  }

  /** Returns a selector as a word. */
  private static Operand word(Argument at, PtxWriter e) {
    Operand found = e.operand(at, PtxType.U16, false);
    Type type = found.isRegister() ? e.builder.typeOf(found.register()) : Type.I32;
    return type == Type.I32 ? found : e.convert(Type.I32, type, found);
  }

  /**
   * Returns which byte of a register, or which lanes of each four, hold scales, if the selector is
   * a constant; empty if it is computed.
   */
  private static OptionalLong selector(
      PtxWriter e, Argument at, String kind, String whose, int most) {
    OptionalLong value = e.constants.of(e.operand(at, PtxType.U16, false), at, e.blocks);
    if (value.isPresent() && (value.getAsLong() < 0 || value.getAsLong() > most)) {
      throw e.error(
          at,
          "the %s selector of %s's scales is 0 to %s, found %s"
              .formatted(kind, whose, most, value.getAsLong()));
    }
    return value;
  }
}
