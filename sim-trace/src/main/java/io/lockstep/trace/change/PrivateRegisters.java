package io.lockstep.trace.change;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Private memory is in registers: loads and stores cost nothing, nor does the arithmetic that only
 * forms their addresses.
 */
final class PrivateRegisters implements ProgramRewrite {
  @Override
  public KernelCopy kernel(Kernel original) {
    KernelCopy copy = new KernelCopy(original);
    List<Integer> unused = new ArrayList<>();
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
          int element = copy.builder.register(type, "element");
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
    return copy;
  }

  private static boolean isPrivate(Instruction i) {
    return i.isRecorded()
        && i.memory().space() == Space.PRIVATE
        && (i.op() == Op.LOAD || i.op() == Op.STORE);
  }
}
