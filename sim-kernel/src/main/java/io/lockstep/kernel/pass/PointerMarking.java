// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.BitSet;
import java.util.List;

/**
 * Finds 64-bit values that only form addresses, and gives them the type PTR.
 *
 * <p>A register qualifies if every use of it is as the address of a memory operation, or as a
 * source of address arithmetic whose result qualifies. The largest such set is found by starting
 * from all used 64-bit integer registers and removing registers that do not qualify. So a loop's
 * running pointer qualifies; an index that is also compared does not.
 */
final class PointerMarking {
  private PointerMarking() {}

  static void apply(List<Draft> blocks, KernelBuilder builder) {
    BitSet pointers = candidates(blocks, builder);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Draft draft : blocks) {
        for (Instruction i : draft.code()) {
          changed |= strike(i, pointers);
        }
      }
    }
    pointers.stream().forEach(r -> builder.retype(r, Type.PTR));
    for (Draft draft : blocks) {
      draft
          .code()
          .replaceAll(
              i ->
                  i.destinations().size() == 1
                          && i.destinations().get(0) >= 0
                          && pointers.get(i.destinations().get(0))
                      ? retyped(i)
                      : i);
    }
  }

  private static BitSet candidates(List<Draft> blocks, KernelBuilder builder) {
    BitSet all = new BitSet();
    for (Draft draft : blocks) {
      for (Instruction i : draft.code()) {
        for (Operand s : i.sources()) {
          if (s.isRegister() && isWideInteger(builder.typeOf(s.register()))) {
            all.set(s.register());
          }
        }
      }
    }
    return all;
  }

  private static boolean isWideInteger(Type t) {
    return t == Type.I64 || t == Type.PTR;
  }

  /** Removes the sources that an instruction's use disqualifies. */
  private static boolean strike(Instruction i, BitSet pointers) {
    boolean changed = false;
    boolean addressed = i.op().isAddressed();
    boolean derived =
        isAddressArithmetic(i)
            && i.destinations().get(0) >= 0
            && pointers.get(i.destinations().get(0));
    for (int k = 0; k < i.sources().size(); k++) {
      Operand s = i.sources().get(k);
      if (s.isRegister() && pointers.get(s.register()) && !(addressed && k == 0) && !derived) {
        pointers.clear(s.register());
        changed = true;
      }
    }
    return changed;
  }

  private static boolean isAddressArithmetic(Instruction i) {
    return switch (i.op()) {
      case SELECT, NEG -> isWideInteger(i.type());
      case CONVERT -> i.type() == Type.I64 && !i.sourceType().isFloat() && !i.saturate();
      default -> i.op().isAddressArithmetic() && isWideInteger(i.type());
    };
  }

  private static Instruction retyped(Instruction i) {
    InstructionBuilder b = InstructionBuilder.from(i).type(Type.PTR);
    return (i.sourceType() == i.type() ? b.sourceType(Type.PTR) : b).build();
  }
}
