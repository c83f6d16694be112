// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.matrix;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.Halves;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.matrix.WmmaFragments.Part;
import io.lockstep.frontend.ptx.memory.MemoryAccesses;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.WmmaShape;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Decodes {@code wmma.load}, {@code wmma.mma} and {@code wmma.store}. */
public final class Wmma {
  private static final int HALVES = 8; // registers of A and B of halves; half of them are copies
  private static final List<MatrixShape> SHAPES = shapes();
  private static final List<String> IMPLIED = List.of("f16", "f64"); // by the types of C and D

  private Wmma() {}

  public static Decoder of(String base) {
    return base.equals("wmma") ? Wmma::decode : null;
  }

  /** Returns the products of two instructions, and those that are one instruction. */
  private static List<MatrixShape> shapes() {
    Stream<MmaShape> single =
        MmaShape.values().stream()
            .filter(s -> s.rows() == s.columns() && s.left() == s.right())
            .filter(s -> s.left() != MatrixElement.I8 && s.left() != MatrixElement.U8);
    return Stream.<MatrixShape>concat(WmmaShape.values().stream(), single).toList();
  }

  private static void decode(String base, Modifiers m, PtxWriter e) {
    switch (m.takeOne("load", "mma", "store")) {
      case "load" -> load(m, e);
      case "store" -> store(m, e);
      default -> multiply(m, e);
    }
  }

  /** Takes the modifiers that load, store and mma share; returns the products of their size. */
  private static List<MatrixShape> sized(Modifiers m, PtxWriter e) {
    m.takeOne("sync");
    m.take("aligned"); // required since PTX 6.3
    String size =
        m.takeOne(SHAPES.stream().map(MatrixShape::size).distinct().toArray(String[]::new));
    e.specials.fixedWidth = true;
    return SHAPES.stream().filter(s -> s.size().equals(size)).toList();
  }

  private static boolean rows(Modifiers m) {
    return m.takeOne("row", "col").equals("row");
  }

  private static Space space(Modifiers m) {
    String named = m.takeAny("global", "shared", "shared::cta");
    return MemoryAccesses.spaceNamed(named);
  }

  private static MatrixShape ofInput(List<MatrixShape> sized, Modifiers m, PtxWriter e) {
    List<String> names = sized.stream().map(s -> MmaShape.text(s.left())).distinct().toList();
    String found = m.takeFirst(names);
    return sized.stream()
        .filter(s -> MmaShape.text(s.left()).equals(found))
        .findFirst()
        .orElseThrow(() -> wrongType(names, e));
  }

  private static String resultName(MatrixShape s) {
    return WarpMatrices.resultText(s.result());
  }

  private static MatrixShape ofResult(List<MatrixShape> sized, Modifiers m, PtxWriter e) {
    List<String> names = sized.stream().map(Wmma::resultName).distinct().toList();
    String found = m.takeFirst(names);
    return sized.stream()
        .filter(s -> resultName(s).equals(found))
        .findFirst()
        .orElseThrow(() -> wrongType(names, e));
  }

  private static RuntimeException wrongType(List<String> names, PtxWriter e) {
    return e.error(
        "'%s' needs a type of its size, one of .%s"
            .formatted(e.instruction().spelling(), String.join(", .", names)));
  }

  private static void load(Modifiers m, PtxWriter e) {
    Part part =
        switch (m.takeOne("a", "b", "c")) {
          case "a" -> Part.A;
          case "b" -> Part.B;
          default -> Part.C;
        };
    boolean rows = rows(m);
    List<MatrixShape> sized = sized(m, e);
    Space space = space(m);
    MatrixShape shape = part == Part.C ? ofResult(sized, m, e) : ofInput(sized, m, e);
    m.done();
    e.expect(2, 3);
    WmmaFragments memory = memory(shape, part, rows, space, 1, e);
    List<Integer> to = Matrices.results(e, registers(shape, part), type(shape, part));
    int held = held(shape, part);
    memory.load(to.subList(0, held));
    for (int r = held; r < to.size(); r++) {
      e.emit(Op.MOVE, Type.I32, to.get(r), Operand.register(to.get(r - held)));
    }
  }

  private static void store(Modifiers m, PtxWriter e) {
    m.takeOne("d");
    boolean rows = rows(m);
    List<MatrixShape> sized = sized(m, e);
    Space space = space(m);
    MatrixShape shape = ofResult(sized, m, e);
    m.done();
    e.expect(2, 3);
    List<Operand> from = new ArrayList<>();
    Matrices.read(e, 1, shape.accumulators(), type(shape, Part.C), from);
    memory(shape, Part.C, rows, space, 0, e).store(from);
  }

  private static WmmaFragments memory(
      MatrixShape shape, Part part, boolean rows, Space space, int address, PtxWriter e) {
    WmmaFragments memory =
        new WmmaFragments(e, shape, part, rows, space, new WmmaFragments.Argument(address, 2));
    if (!memory.isLegal()) {
      throw e.error(
          "'%s' takes elements of %s bits in the other order only"
              .formatted(e.instruction().spelling(), shape.left().bits()));
    }
    return memory;
  }

  /**
   * Returns how many registers of a lane hold different elements of a matrix. PTX has twice as many
   * or more for A and B of halves.
   */
  private static int held(MatrixShape shape, Part part) {
    return switch (part) {
      case A -> shape.leftInputs();
      case B -> shape.rightInputs();
      case C -> shape.accumulators();
    };
  }

  private static int registers(MatrixShape shape, Part part) {
    return part != Part.C && shape.left() == MatrixElement.F16 ? HALVES : held(shape, part);
  }

  private static PtxType type(MatrixShape shape, Part part) {
    if (part != Part.C) {
      return shape.left() == MatrixElement.F64 ? PtxType.F64 : PtxType.B32;
    }
    return WarpMatrices.registers(shape.result());
  }

  private static void multiply(Modifiers m, PtxWriter e) {
    String bits = m.takeAny("and", "xor");
    if (bits != null) {
      m.takeOne("popc");
    }
    rows(m);
    rows(m);
    List<MatrixShape> sized = sized(m, e);
    m.take("rn");
    boolean saturates = m.take("satfinite");
    MatrixShape any = ofResult(sized, m, e);
    List<MatrixShape> all = sized.stream().filter(s -> s.result() == any.result()).toList();
    List<String> formats = all.stream().map(s -> MmaShape.text(s.left())).distinct().toList();
    String left = m.takeFirst(formats.stream().filter(f -> !IMPLIED.contains(f)).toList());
    if (left != null && m.takeFirst(List.of(left)) == null) {
      throw e.error("A and B of '%s' have different types".formatted(e.instruction().spelling()));
    }
    MatrixShape shape =
        all.stream()
            .filter(s -> MmaShape.text(s.left()).equals(left == null ? halvesOr(any) : left))
            .filter(s -> matches(s, bits))
            .findFirst()
            .orElseThrow(() -> wrongType(formats, e));
    String sums = m.takeFirst(List.of(resultName(shape), "f16", "f32"));
    boolean mixed = sums != null && shape.left() == MatrixElement.F16;
    if (shape.left() == MatrixElement.F64) { // .f64 four times
      m.take("f64");
      m.take("f64");
    }
    m.done();
    if (!mixed && !resultName(shape).equals(sums)) {
      throw e.error(
          "C of '%s' must have D's type, .%s"
              .formatted(e.instruction().spelling(), resultName(shape)));
    }
    if (mixed && !sums.equals(resultName(shape))) {
      mixed(floats(sized), shape.result() == Type.F16, e);
    } else {
      emit(shape, saturates && !shape.left().isFloat(), e);
    }
  }

  /** Returns the product of halves whose sums are floats. */
  private static MatrixShape floats(List<MatrixShape> sized) {
    return sized.stream()
        .filter(s -> s.left() == MatrixElement.F16 && s.result() == Type.F32)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Emits a product of which either C or D holds halves, as ptxas 13.0 does it for 7.5 to 12.0: it
   * adds floats; C is widened before, or D is rounded to nearest even behind.
   */
  private static void mixed(MatrixShape shape, boolean narrows, PtxWriter e) {
    e.expect(4);
    List<Operand> sources = factors(shape, e);
    int count = shape.accumulators();
    if (narrows) {
      Matrices.read(e, 3, count, PtxType.F32, sources);
    } else {
      List<Operand> pairs = new ArrayList<>();
      Matrices.read(e, 3, count / 2, PtxType.B32, pairs);
      for (Operand pair : pairs) {
        sources.add(e.convert(Type.F32, Type.F16, Halves.low(e, pair)));
        sources.add(e.convert(Type.F32, Type.F16, Halves.high(e, pair)));
      }
    }
    List<Integer> to =
        narrows
            ? IntStream.range(0, count).mapToObj(k -> e.temp(Type.F32)).toList()
            : Matrices.results(e, count, PtxType.F32);
    e.emit(InstructionBuilder.of(Op.MATRIX, Type.F32).matrix(shape).from(sources).to(to));
    if (narrows) {
      List<Integer> pairs = Matrices.results(e, count / 2, PtxType.B32);
      for (int k = 0; k < pairs.size(); k++) {
        Halves.pack(e, pairs.get(k), half(to.get(2 * k), e), half(to.get(2 * k + 1), e));
      }
    }
  }

  private static int half(int wide, PtxWriter e) {
    int half = e.temp(Type.I16);
    e.emit(
        InstructionBuilder.of(Op.CONVERT, Type.F16)
            .sourceType(Type.F32)
            .rounding(Rounding.NEAREST_EVEN)
            .from(Operand.register(wide))
            .to(half));
    return half;
  }

  /** Products of halves name no type of A and B. */
  private static String halvesOr(MatrixShape any) {
    return any.left() == MatrixElement.F64 ? "f64" : "f16";
  }

  private static boolean matches(MatrixShape s, String bits) {
    return s instanceof MmaShape one && one.left() == MatrixElement.B1
        ? bits != null && one.product().name().equalsIgnoreCase(bits)
        : bits == null;
  }

  /** Returns the registers of A and B that hold different elements. */
  private static List<Operand> factors(MatrixShape shape, PtxWriter e) {
    List<Operand> sources = new ArrayList<>();
    for (Part part : List.of(Part.A, Part.B)) {
      List<Operand> all = new ArrayList<>();
      Matrices.read(e, 1 + part.ordinal(), registers(shape, part), type(shape, part), all);
      sources.addAll(all.subList(0, held(shape, part)));
    }
    return sources;
  }

  private static void emit(MatrixShape shape, boolean saturates, PtxWriter e) {
    e.expect(4);
    List<Operand> sources = factors(shape, e);
    Matrices.read(e, 3, shape.accumulators(), type(shape, Part.C), sources);
    e.emit(
        InstructionBuilder.of(Op.MATRIX, shape.result())
            .matrix(shape)
            .saturate(saturates)
            .from(sources)
            .to(Matrices.results(e, shape.accumulators(), type(shape, Part.C))));
  }
}
