// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;

/** The legal variants of each operation, and the number and width of its operands. */
final class InstructionShape {
  private InstructionShape() {}

  /** Returns why the variant is illegal for the operation; empty if it is legal. */
  static String variantProblem(Instruction i) {
    Class<? extends Variant> type = i.op().variants();
    Variant found = i.variant();
    if (type == null) {
      return found == null ? "" : "has a variant (" + found.text() + ")";
    }
    if (found == null) {
      return "does not say which, expected a " + type.getSimpleName();
    }
    if (!type.isInstance(found)) {
      return "is told " + found.text() + ", expected a " + type.getSimpleName();
    }
    return isPossible(i) ? "" : "cannot be " + found.text();
  }

  /** Returns whether the operation supports this variant of the right type. */
  private static boolean isPossible(Instruction i) {
    return switch (i.op()) {
      case REDUCE ->
          switch (i.atomic()) {
            case ADD, MIN, MAX, AND, OR, XOR -> true;
            default -> false;
          };
      case ATOMIC -> {
        Space space = i.memory() == null ? null : i.memory().space();
        yield i.atomic().isOfWavefront()
            ? i.type() == Type.I32 && (space == null || space == Space.REGION)
            : !i.atomic().isOfBarrier()
                || i.type() == Type.I64 && (space == null || space == Space.LOCAL);
      }
      case LOAD, STORE ->
          !i.isCopy()
              || i.memory() == null
              || i.memory().space() == (i.op() == Op.LOAD ? Space.GLOBAL : Space.LOCAL);
      case MATRIX -> i.matrix().result() == i.type() && i.modifiers().problem(i.matrix()).isEmpty();
      case SURFACE_LOAD -> !i.isFormatted();
      case TEXTURE -> !i.isSampled() || ((Texels.Fetch) i.variant()).others() == 1;
      default -> true;
    };
  }

  /** Returns whether the numbers of sources and destinations fit the operation. */
  static boolean fits(Instruction i) {
    int sources = i.sources().size();
    int destinations = i.destinations().size();
    int width = i.memory() == null ? 0 : i.memory().width();
    return switch (i.op()) {
      case ATOMIC ->
          sources
                  == (i.atomic().isOfWavefront()
                      ? 1
                      : i.atomic() == AtomicOp.COMPARE_EXCHANGE ? 3 : 2)
              && destinations <= 1;
      case LOAD, STORE, TEXTURE, SURFACE_LOAD, SURFACE_STORE -> {
        int others = i.variant() instanceof Texels.Fetch f ? f.others() : 0;
        int data = i.op().writes() ? width : 0;
        yield sources == 1 + i.coordinates() + others + data && destinations == width - data;
      }
      case BARRIER ->
          i.is(Variant.Barrier.LAUNCH)
              ? sources == 0 && destinations == 0
              : sources >= 1 && destinations <= 1;
      case MATRIX -> {
        MatrixShape shape = i.matrix();
        yield sources == shape.sources() && destinations == shape.accumulators();
      }
      case TRANSPOSE -> {
        boolean known = i.variant() instanceof Variant.Arrangement;
        yield destinations == 1
            && sources == (known ? ((Variant.Arrangement) i.variant()).sources() : 1);
      }
      case PRINTF -> sources == 2 && destinations <= 1;
      case COMPARE, COMPARE_SET ->
          sources == (i.combine() == BoolOp.NONE ? 2 : 3)
              && destinations >= 1
              && destinations <= i.op().results();
      default -> sources == i.op().sources() && destinations == i.op().results();
    };
  }

  /** Returns the bits of a source: 0 for any width, negative for a minimum width. */
  static int bits(Instruction i, int k) {
    int own = i.type().bits();
    int source = i.sourceType().bits();
    if (i.op().isAmount(k)) {
      return 32;
    }
    return switch (i.op()) {
      case SELECT -> k == 2 ? 1 : own;
      case SELECT_SIGN -> k == 2 ? source : own;
      case MUL_WIDE -> source;
      case MAD_WIDE -> k == 2 ? own : source;
      case COMPARE -> k == 2 ? 1 : own;
      case COMPARE_SET -> k == 2 ? 1 : source;
      case CONVERT -> -source;
      case MATRIX -> {
        MatrixShape shape = i.matrix();
        boolean input = k < shape.leftInputs() + shape.rightInputs();
        yield input ? shape.inputBits() : shape.accumulatorBits();
      }
      case STORE -> k == 0 ? 0 : -own;
      default -> i.op().isComputation() ? own : 0;
    };
  }
}
