// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import java.util.List;

/**
 * Legalises one block: portable operations become machine operations of 32 bits. Arithmetic by type
 * and memory are lowered by {@link Integers}, {@link Floats}, {@link Doubles}, {@link Wides} and
 * {@link MemoryOps}.
 *
 * <p>PTX clamps shift amounts beyond the width; that cost is not modelled, since OpenCL kernels
 * mask shift amounts or never exceed the width.
 */
final class BlockLowering {
  private final KernelFacts kernel;
  private final Block block;
  private final Emitter emit;
  private final Operands operands;
  private final Integers integers;
  private final Floats floats;
  private final Doubles doubles;
  private final Wides wides;
  private final MemoryOps memory;
  private final ShiftedIndexes indexes; // null if indexes are not narrowed
  private Instruction fused;

  BlockLowering(KernelFacts kernel, Block block) {
    this.kernel = kernel;
    this.block = block;
    boolean folds = kernel.has(CodeOption.CONSTANT_FOLDING);
    emit = new Emitter(kernel.values(), kernel.global(), folds);
    operands = new Operands(kernel, emit);
    integers = new Integers(operands);
    floats = new Floats(operands, integers);
    doubles = new Doubles(operands);
    wides = new Wides(operands, integers);
    memory = new MemoryOps(operands, integers, block);
    indexes = folds ? new ShiftedIndexes(operands) : null;
  }

  List<MachineOp> lower() {
    fused = comparisonForBranch();
    VectorRuns vectors = kernel.has(CodeOption.WHOLE_VECTORS) ? new VectorRuns(block) : null;
    PixelIds ids = block == kernel.kernel().blocks().get(0) ? kernel.pixelIds() : null;
    if (ids != null) {
      ids.emit(emit);
    }
    for (Instruction i : block.instructions()) {
      emit.from(i);
      int whole = vectors == null ? -1 : vectors.group(i);
      if (whole >= 0) {
        emit.wholeVector(whole);
      } else {
        emit.vector(i.memory() == null ? i.vectorGroup() : -1);
      }
      if (i != fused) {
        lower(i);
      }
      if (indexes != null) {
        indexes.lowered(i);
      }
    }
    return emit.ops();
  }

  private void lower(Instruction i) {
    switch (i.op()) {
      case MOVE -> move(i);
      case SPECIAL -> special(i);
      case SELECT -> select(i);
      case SELECT_SIGN -> operands.result(i, integers.selectSign(i));
      case LOAD, STORE, ATOMIC, FENCE -> memory.lower(i);
      case BARRIER -> {
        if (i.is(Variant.Barrier.LAUNCH)) {
          memory.launchBarrier();
          return;
        }
        if (kernel.runsOverPixels()) {
          throw kernel.refuse(i, "pixel shaders have no barrier");
        }
        if (kernel.emulatesLocal()) {
          memory.acknowledge(); // writes must be visible to other work-items after the barrier
        }
        emit.add(new MachineOp("GROUP_BARRIER", Unit.ALONE, new int[0]));
      }
      case BRANCH -> branch(i);
      case SWITCH -> switchOver(i);
      case JUMP, EXIT -> {}
      case COMPARE -> operands.result(i, combined(i, compare(i)));
      case COMPARE_SET -> {
        Source mask = compare(i);
        operands.result(
            i,
            i.type().isFloat()
                ? emit.op("AND_INT", Unit.ANY, mask, Source.number(0x3F800000))
                : mask);
      }
      case CONVERT -> convert(i);
      case TEXTURE -> memory.sample(i);
      case SURFACE_LOAD, SURFACE_STORE -> memory.surface(i);
      case SHUFFLE, VOTE, MATCH, REDUCE, ACTIVE_MASK, ELECT, MATRIX ->
          throw kernel.refuse(i, "TeraScale has no operations across lanes");
      case PRINTF -> printf(i);
      default -> arithmetic(i);
    }
  }

  /** Lowers printf, whose cost on the host is not part of the kernel. */
  private void printf(Instruction i) {
    if (!i.destinations().isEmpty()) {
      operands.result(i, Source.number(0));
    }
  }

  private void arithmetic(Instruction i) {
    Source narrowed = indexes == null ? null : indexes.narrowed(i);
    if (narrowed != null) {
      operands.result(i, narrowed);
    } else if (i.type() == Type.F64) {
      doubles.lower(i);
    } else if (i.type().isFloat()) {
      operands.result(i, floats.lower(i));
    } else if (needsWide(i)) {
      wides.lower(i);
    } else {
      operands.result(i, integers.lower(i));
    }
  }

  /** Whether an integer operation reads or produces upper halves that are used. */
  private boolean needsWide(Instruction i) {
    boolean highResult = false;
    for (int d : i.destinations()) {
      highResult |= d >= 0 && kernel.hasHigh(d);
    }
    if (highResult) {
      return true;
    }
    boolean wide = i.type() == Type.I64 && i.op() != Op.MUL_WIDE && i.op() != Op.MAD_WIDE;
    if (!wide) {
      return false;
    }
    return switch (i.op()) {
      case ADD, SUB, MUL, MAD, AND, OR, XOR, NOT, NEG, SHL -> false;
      default -> true;
    };
  }

  private void move(Instruction i) {
    Operand o = i.sources().get(0);
    operands.result(i, operands.low(o), operands.high(o));
  }

  private void select(Instruction i) {
    Operand a = i.sources().get(0);
    Operand b = i.sources().get(1);
    Source c = operands.bits(i.sources().get(2));
    Source low = emit.op("CNDE_INT", Unit.ANY, c, operands.bits(b), operands.bits(a));
    boolean wide = i.destinations().get(0) >= 0 && kernel.hasHigh(i.destinations().get(0));
    operands.result(
        i, low, wide ? emit.op("CNDE_INT", Unit.ANY, c, operands.high(b), operands.high(a)) : null);
  }

  private void special(Instruction i) {
    Source known = kernel.special(i.special());
    operands.result(i, known != null ? known : computed(i));
  }

  private Source computed(Instruction i) {
    return switch (i.special()) {
      case GLOBAL_ID_FLAT -> {
        yield emit.op("ADD_INT", Unit.ANY, firstOfGroup(), localIdFlat());
      }
      case CLOCK, CLOCK64, CLOCK_HI, GLOBAL_TIMER ->
          // TIME_LO and TIME_HI are hardware registers that a move reads.
          emit.op("MOV", Unit.ANY, Source.constant(2, 0));
      case DYNAMIC_LOCAL_BYTES, TOTAL_LOCAL_BYTES, GRID_ID -> Source.constant(2, 1);
      case PIXEL_X, PIXEL_Y -> Source.constant(2, 2);
      // The driver's constants hold the sizes of the index space, as for OpenCL.
      case DOMAIN_SIZE_X -> Source.constant(0, 3);
      case DOMAIN_SIZE_Y -> Source.constant(0, 4);
      default -> throw kernel.refuse(i, "TeraScale does not show " + i.special() + " to a kernel");
    };
  }

  private Source firstOfGroup() {
    int size = kernel.kernel().requiredGroupSize().stream().reduce(1, (a, b) -> a * b);
    if (kernel.kernel().requiredGroupSize().isEmpty() || Integer.bitCount(size) != 1) {
      Source product = product(Special.LOCAL_SIZE_X, Special.LOCAL_SIZE_Y, Special.LOCAL_SIZE_Z);
      return emit.op("MULLO_INT", Unit.INT_MULTIPLY, groupIdFlat(), product);
    }
    Source shift = Source.number(Integer.numberOfTrailingZeros(size));
    return emit.op("LSHL_INT", Unit.ANY, groupIdFlat(), shift);
  }

  private Source product(Special x, Special y, Special z) {
    return emit.op(
        "MULLO_INT",
        Unit.INT_MULTIPLY,
        emit.op("MULLO_INT", Unit.INT_MULTIPLY, kernel.special(x), kernel.special(y)),
        kernel.special(z));
  }

  private Source localIdFlat() {
    return kernel.special(Special.LOCAL_ID_FLAT);
  }

  private Source groupIdFlat() {
    return kernel.special(Special.GROUP_ID_FLAT);
  }

  private void convert(Instruction i) {
    if (i.type() == Type.F64 || i.sourceType() == Type.F64) {
      doubles.convert(i);
    } else if (i.type().isFloat() || i.sourceType().isFloat()) {
      floats.convert(i);
    } else {
      integers.convert(i);
    }
  }

  /** Emits a comparison: all ones where it holds, otherwise zero. */
  Source compare(Instruction i) {
    if (i.sourceType() == Type.F64) {
      return doubles.compare(i);
    }
    if (i.sourceType().isFloat()) {
      return floats.compare(i);
    }
    return i.sourceType() == Type.I64 ? wides.compare(i) : integers.compare(i);
  }

  private Source combined(Instruction i, Source mask) {
    if (i.sources().size() < 3) {
      return mask;
    }
    Source other = operands.bits(i.sources().get(2));
    return switch (i.combine()) {
      case NONE -> mask;
      case AND -> emit.op("AND_INT", Unit.ANY, mask, other);
      case OR -> emit.op("OR_INT", Unit.ANY, mask, other);
      case XOR -> emit.op("XOR_INT", Unit.ANY, mask, other);
    };
  }

  /** The comparison used only by this block's branch, which then sets the predicate; or null. */
  private Instruction comparisonForBranch() {
    Instruction last = block.last();
    if (last.op() != Op.BRANCH || last.guard() < 0 || kernel.registers().uses(last.guard()) != 1) {
      return null;
    }
    List<Instruction> all = block.instructions();
    for (int k = all.size() - 2; k >= 0; k--) {
      Instruction i = all.get(k);
      if (i.destinations().contains(last.guard())) {
        boolean plain =
            i.op() == Op.COMPARE
                && i.guard() < 0
                && i.destinations().size() == 1
                && i.sources().size() == 2
                && i.sourceType() != Type.I64
                && i.sourceType() != Type.F64
                && unchanged(all, i, k + 1);
        return plain ? i : null;
      }
    }
    return null;
  }

  private static boolean unchanged(List<Instruction> all, Instruction compare, int from) {
    for (int k = from; k < all.size(); k++) {
      for (Operand o : compare.sources()) {
        if (o.isRegister() && all.get(k).destinations().contains(o.register())) {
          return false;
        }
      }
    }
    return true;
  }

  private void branch(Instruction i) {
    if (fused != null) {
      Source[] pair =
          fused.sourceType().isFloat() ? floats.predicate(fused) : integers.predicate(fused);
      String test =
          fused.sourceType().isFloat()
              ? floats.predicateName(fused)
              : integers.predicateName(fused);
      emit.add(new MachineOp(test, Unit.ANY, new int[0], pair).setsPredicate());
      return;
    }
    if (i.guard() < 0) {
      return;
    }
    String test = i.guardNegated() ? "PRED_SETE_INT" : "PRED_SETNE_INT";
    Source guard = emit.plain(emit.read(2 * i.guard()));
    emit.add(new MachineOp(test, Unit.ANY, new int[0], guard, Source.number(0)).setsPredicate());
  }

  /** A switch becomes a chain of tests: a clause and a jump for all but one of its targets. */
  private void switchOver(Instruction i) {
    Source selector = operands.bits(i.sources().get(0));
    Source any = Source.number(0);
    for (int k = 1; k < block.successors().size(); k++) {
      any =
          emit.op(
              "OR_INT", Unit.ANY, any, emit.op("SETE_INT", Unit.ANY, selector, Source.number(k)));
    }
    emit.add(
        new MachineOp("PRED_SETNE_INT", Unit.ANY, new int[0], any, Source.number(0))
            .setsPredicate());
  }
}
