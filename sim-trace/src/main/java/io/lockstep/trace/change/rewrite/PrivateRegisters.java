// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.change.access.AddressCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Moves private memory into registers: its accesses and their address arithmetic cost nothing. */
public final class PrivateRegisters implements ProgramRewrite {
  @Override
  public KernelCopy kernel(Kernel original) {
    KernelCopy copy = new KernelCopy(original);
    List<Integer> unused = new ArrayList<>();
    List<Instruction> begin = new ArrayList<>();
    Map<Integer, Integer> elements = new HashMap<>(); // never iterated
    List<List<Instruction>> code = new ArrayList<>();
    for (Draft draft : copy.code) {
      List<Instruction> kept = new ArrayList<>();
      for (Instruction i : draft.code()) {
        if (!isPrivate(i)) {
          kept.add(i);
          continue;
        }
        Operand address = i.sources().get(0);
        if (address.isRegister()) {
          unused.add(address.register());
        }
        for (int d : i.op() == Op.LOAD ? i.writes() : List.<Integer>of()) {
          Type type = copy.builder.typeOf(d);
          int element = element(copy, elements, begin, type.bits());
          kept.add(
              InstructionBuilder.of(Op.MOVE, type)
                  .to(d)
                  .from(Operand.register(element))
                  .line(i.line())
                  .build());
        }
      }
      code.add(kept);
    }
    if (original.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .noneMatch(PrivateRegisters::isPrivate)) {
      return null;
    }
    new AddressCode(original).removeUnused(code, unused);
    for (int b = 0; b < code.size(); b++) {
      copy.code.get(b).code().clear();
      copy.code.get(b).code().addAll(code.get(b));
    }
    copy.code.get(0).code().addAll(0, begin);
    return copy;
  }

  /** Returns a register of unknown value, so that the device's compiler folds no arithmetic. */
  private static int element(
      KernelCopy copy, Map<Integer, Integer> elements, List<Instruction> begin, int bits) {
    Integer known = elements.get(bits);
    if (known != null) {
      return known;
    }
    Type type =
        switch (bits) {
          case 8 -> Type.I8;
          case 16 -> Type.I16;
          case 32 -> Type.I32;
          default -> Type.I64;
        };
    int made = copy.builder.register(type, "element");
    if (bits == 32) {
      begin.add(
          InstructionBuilder.of(Op.SPECIAL, type).to(made).special(Special.LOCAL_ID_X).build());
    } else {
      Operand item = Operand.register(element(copy, elements, begin, 32));
      begin.add(
          InstructionBuilder.of(Op.CONVERT, type).sourceType(Type.I32).to(made).from(item).build());
    }
    elements.put(bits, made);
    return made;
  }

  private static boolean isPrivate(Instruction i) {
    return i.isRecorded()
        && i.memory().space() == Space.PRIVATE
        && (i.op() == Op.LOAD || i.op() == Op.STORE);
  }
}
