package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.Syntax.Argument;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MatrixModifiers;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code mfma.SHAPE {D…}, {A…}, {B…}, {C…}, cbsz, abid, blgp}, Lockstep's own: what the built-in
 * functions of matrix instructions in OpenCL C become, which PTX does not have. Fixes the width at
 * 64. Stateless.
 */
final class Matrices {
  private static final String[] NAMES = MatrixShape.names().toArray(String[]::new);

  /** Operands are D, A, B, C and then these. */
  private static final int FIRST_MODIFIER = 4;

  private Matrices() {}

  /** The decoder of an opcode's first field, or null. */
  static Decoder of(String base) {
    return base.equals("mfma") ? Matrices::multiply : null;
  }

  private static void multiply(String base, Modifiers m, PtxWriter e) {
    MatrixShape shape = MatrixShape.named(m.takeOne(NAMES)).orElseThrow();
    m.done();
    e.expect(FIRST_MODIFIER + 3);
    PtxType result =
        shape.result() == Type.F64
            ? PtxType.F64
            : shape.result() == Type.F32 ? PtxType.F32 : PtxType.S32;
    PtxType input = shape.result() == Type.F64 ? PtxType.F64 : PtxType.B32;
    List<Integer> destinations = new ArrayList<>();
    for (Argument a : elements(e, 0, shape.accumulators())) {
      int d = e.destination(a, result, false);
      if (d < 0) {
        throw e.error(a, "'mfma' cannot drop a part of its result");
      }
      destinations.add(d);
    }
    List<Operand> sources = new ArrayList<>();
    for (int matrix = 1; matrix <= 3; matrix++) {
      boolean sum = matrix == 3;
      for (Argument a : elements(e, matrix, sum ? shape.accumulators() : shape.inputs())) {
        sources.add(e.operand(a, sum ? result : input, false));
      }
    }
    e.specials.wavefrontsOf64 = "matrix instructions";
    e.emit(
        InstructionBuilder.of(Op.MATRIX, shape.result())
            .variant(new Variant.Matrix(shape, modifiers(e, shape)))
            .from(sources)
            .to(destinations));
  }

  /** The constants behind the matrices. */
  private static MatrixModifiers modifiers(PtxWriter e, MatrixShape shape) {
    int[] values = new int[3];
    for (int k = 0; k < values.length; k++) {
      Operand value = e.operand(FIRST_MODIFIER + k, PtxType.U32);
      if (value.isRegister()) {
        throw e.error(
            e.argument(FIRST_MODIFIER + k),
            "the modifiers of '%s' are constants, found %s"
                .formatted(
                    e.instruction().spelling(), PtxWriter.shown(e.argument(FIRST_MODIFIER + k))));
      }
      values[k] = (int) value.bits();
    }
    try {
      MatrixModifiers modifiers = new MatrixModifiers(values[0], values[1], values[2]);
      String problem = modifiers.problem(shape);
      if (!problem.isEmpty()) {
        throw e.error(e.argument(FIRST_MODIFIER), problem);
      }
      return modifiers;
    } catch (IllegalArgumentException x) {
      throw e.error(e.argument(FIRST_MODIFIER), x.getMessage());
    }
  }

  private static List<Argument> elements(PtxWriter e, int index, int count) {
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
