// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.matrix;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decodes Lockstep's PTX extensions for OpenCL C's matrix-instruction built-ins, which PTX lacks:
 * {@code mfma.SHAPE {D…}, {A…}, {B…}, {C…}, cbsz, abid, blgp} and {@code smfmac.SHAPE {D…}, {A…},
 * {B…}, indexes, cbsz, abid}, which adds to D. Both fix the wavefront width at 64.
 */
public final class Matrices {
  private static final String SPARSE = "smfmac";

  /** Index of the first modifier, after D, A, B, and C or the indexes. */
  private static final int FIRST_MODIFIER = 4;

  private Matrices() {}

  public static Decoder of(String base) {
    return base.equals("mfma") || base.equals(SPARSE) ? Matrices::multiply : null;
  }

  private static String[] names(String base) {
    return Arrays.stream(MfmaShape.values())
        .filter(s -> s.isSparse() == base.equals(SPARSE))
        .map(s -> s.isSparse() ? s.text().substring(SPARSE.length() + 1) : s.text())
        .toArray(String[]::new);
  }

  private static void multiply(String base, Modifiers m, PtxWriter e) {
    String name = m.takeOne(names(base));
    boolean sparse = base.equals(SPARSE);
    MfmaShape shape = MfmaShape.named(sparse ? SPARSE + "_" + name : name).orElseThrow();
    m.done();
    int modifiers = sparse ? 2 : 3;
    e.expect(FIRST_MODIFIER + modifiers);
    PtxType result =
        shape.result() == Type.F64
            ? PtxType.F64
            : shape.result() == Type.F32 ? PtxType.F32 : PtxType.S32;
    PtxType input = shape.result() == Type.F64 ? PtxType.F64 : PtxType.B32;
    List<Integer> destinations = results(e, shape.accumulators(), result);
    List<Operand> sources = new ArrayList<>();
    read(e, 1, shape.leftInputs(), input, sources);
    read(e, 2, shape.rightInputs(), input, sources);
    read(e, sparse ? 0 : 3, shape.accumulators(), result, sources);
    if (sparse) {
      sources.add(e.operand(3, PtxType.B32));
    }
    e.specials.wavefrontsOf64 = "matrix instructions";
    e.emit(
        InstructionBuilder.of(Op.MATRIX, shape.result())
            .variant(new Variant.Matrix(shape, modifiers(e, shape, modifiers)))
            .from(sources)
            .to(destinations));
  }

  /** Returns the registers of D. */
  static List<Integer> results(PtxWriter e, int count, PtxType type) {
    List<Integer> destinations = new ArrayList<>();
    for (Argument a : elements(e, 0, count)) {
      int d = e.destination(a, type, false);
      if (d < 0) {
        String base = e.instruction().opcode().text();
        throw e.error(a, "'%s' cannot drop a part of its result".formatted(base));
      }
      destinations.add(d);
    }
    return destinations;
  }

  /** Adds the registers of a matrix to the sources. */
  static void read(PtxWriter e, int index, int count, PtxType type, List<Operand> sources) {
    for (Argument a : elements(e, index, count)) {
      sources.add(e.operand(a, type, false));
    }
  }

  /** Returns the constant modifiers: cbsz, abid and, if there are three, blgp. */
  private static MatrixModifiers modifiers(PtxWriter e, MfmaShape shape, int count) {
    int[] values = new int[3];
    for (int k = 0; k < count; k++) {
      Argument at = e.argument(FIRST_MODIFIER + k);
      Operand value = e.operand(FIRST_MODIFIER + k, PtxType.U32);
      if (value.isRegister()) {
        throw e.error(
            at,
            "the modifiers of '%s' are constants, found %s"
                .formatted(e.instruction().spelling(), PtxWriter.shown(at)));
      }
      values[k] = (int) value.bits();
    }
    Argument first = e.argument(FIRST_MODIFIER);
    try {
      MatrixModifiers modifiers = new MatrixModifiers(values[0], values[1], values[2]);
      String problem = modifiers.problem(shape);
      if (!problem.isEmpty()) {
        throw e.error(first, problem);
      }
      return modifiers;
    } catch (IllegalArgumentException x) {
      throw e.error(first, x.getMessage());
    }
  }

  /** Returns the registers of a matrix. */
  static List<Argument> elements(PtxWriter e, int index, int count) {
    Argument a = e.argument(index);
    List<Argument> all = a instanceof Syntax.Vector v ? v.elements() : List.of(a);
    if (all.size() != count) {
      throw e.error(
          a,
          "'%s' takes %s registers here, found %s"
              .formatted(e.instruction().spelling(), count, all.size()));
    }
    return all;
  }
}
