// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Rounding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Replaces divisions by a loop-invariant value: integer divisions by shifts and their remainders by
 * masks, and divisions of floats in loops by multiplications by the reciprocal, fused with an
 * addition of the product as compilers do.
 */
public final class CheapDivision implements ProgramRewrite {
  /** Shift amount for 64-bit quotients; its value does not affect the time. */
  private static final Operand SOME_BITS = Operand.immediate(5);

  @Override
  public KernelCopy kernel(Kernel original) {
    BitSet ofLoops = new BitSet(); // registers that loops write
    for (Block block : original.blocks()) {
      if (block.loop() >= 0) {
        block.instructions().forEach(i -> i.writes().forEach(ofLoops::set));
      }
    }
    KernelCopy copy = new KernelCopy(original);
    boolean any = false;
    for (Block block : original.blocks()) {
      Draft draft = copy.code.get(block.id());
      for (Instruction i : List.copyOf(draft.code())) {
        boolean isFloat = i.opClass() == OpClass.FLOAT_DIV;
        if (!isFloat && i.opClass() != OpClass.INT_DIV || isFloat && block.loop() < 0) {
          continue;
        }
        Operand by = i.sources().get(1);
        if (!by.isRegister() || !ofLoops.get(by.register())) {
          any = true;
          int at = draft.code().indexOf(i);
          draft.code().set(at, isFloat ? product(i) : shift(i));
          if (isFloat) {
            fuse(original, draft.code(), at);
          } else if (i.op() == Op.DIV) {
            mask(original, draft.code(), i);
          }
        }
      }
    }
    return any ? copy : null;
  }

  private static Instruction shift(Instruction i) {
    boolean isRemainder = i.op() == Op.REM;
    return InstructionBuilder.of(isRemainder ? Op.AND : Op.SHR, i.type())
        .signed(i.signed() && !isRemainder)
        .guard(i.guard(), i.guardNegated())
        .line(i.line())
        .column(i.column())
        .text(i.text())
        .to(i.destinations())
        .from(
            i.sources().get(0), isRemainder || !i.type().isWide() ? i.sources().get(1) : SOME_BITS)
        .build();
  }

  private static Instruction product(Instruction i) {
    return like(i, Op.MUL).from(i.sources()).to(i.destinations()).build();
  }

  private static InstructionBuilder like(Instruction i, Op op) {
    return InstructionBuilder.of(op, i.type())
        .rounding(Rounding.NEAREST_EVEN)
        .guard(i.guard(), i.guardNegated())
        .line(i.line())
        .column(i.column())
        .text(i.text());
  }

  /** Replaces a remainder computed as {@code a - a / b * b} by a mask. */
  private static void mask(Kernel original, List<Instruction> code, Instruction division) {
    Operand quotient = Operand.register(division.destinations().get(0));
    Operand by = division.sources().get(1);
    for (int n = 0; n < code.size(); n++) {
      Instruction product = code.get(n);
      boolean isProduct =
          product.op() == Op.MUL
              && (product.sources().equals(List.of(quotient, by))
                  || product.sources().equals(List.of(by, quotient)));
      if (!isProduct || uses(original, product.destinations().get(0)) != 1) {
        continue;
      }
      List<Operand> wanted =
          List.of(division.sources().get(0), Operand.register(product.destinations().get(0)));
      for (int m = n + 1; m < code.size(); m++) {
        Instruction rest = code.get(m);
        if (rest.op() == Op.SUB && rest.sources().equals(wanted)) {
          code.set(
              m,
              InstructionBuilder.of(Op.AND, rest.type())
                  .to(rest.destinations())
                  .from(division.sources())
                  .guard(rest.guard(), rest.guardNegated())
                  .line(rest.line())
                  .build());
          code.remove(n);
          return;
        }
      }
    }
  }

  private static long uses(Kernel original, int register) {
    return original.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .flatMap(i -> i.reads().stream())
        .filter(r -> r == register)
        .count();
  }

  /** Fuses a product with an addition that is its only use. */
  private static void fuse(Kernel original, List<Instruction> code, int at) {
    Instruction product = code.get(at);
    int result = product.destinations().get(0);
    for (int n = at + 1; n < code.size() && uses(original, result) == 1; n++) {
      Instruction sum = code.get(n);
      int place = sum.sources().indexOf(Operand.register(result));
      if (place >= 0 && sum.op() == Op.ADD && sum.guard() < 0 && product.guard() < 0) {
        List<Operand> sources = new ArrayList<>(product.sources());
        sources.add(sum.sources().get(1 - place));
        code.set(n, like(sum, Op.FMA).from(sources).to(sum.destinations()).build());
        code.remove(at);
        return;
      }
    }
  }
}
