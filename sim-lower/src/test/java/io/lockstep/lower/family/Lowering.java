// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.family;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.family.MachineOp.Unit;
import io.lockstep.lower.select.Operation;
import io.lockstep.lower.select.Selection;
import io.lockstep.lower.select.Selector;
import io.lockstep.lower.select.Target;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Selects machine operations; values are the kernel's registers, then temporary ones. */
final class Lowering implements Target<Unit, Operand> {
  private static final int NOWHERE = -1;
  private static final int LARGEST_GROUP = 1024;
  private static final Selection<Unit> TABLE =
      Selection.of(Unit.class, "machine.txt", Lowering.class.getResourceAsStream("machine.txt"));

  private final RegisterFacts facts;
  private final Ranges ranges;
  private final Selector<Unit, Operand> selector = new Selector<>(TABLE, this);
  private List<MachineOp> code = new ArrayList<>(); // of the current block
  private Block block;
  int values; // so far

  Lowering(Kernel kernel) {
    facts = new RegisterFacts(kernel);
    ToLongFunction<Special> limits =
        s -> s == Special.LOCAL_ID_X ? LARGEST_GROUP - 1 : Ranges.UNKNOWN;
    ranges = new Ranges(facts, limits, true);
    values = facts.registers();
  }

  /** Selects the operations of a block. */
  List<MachineOp> lower(Block next) {
    block = next;
    code = new ArrayList<>();
    for (Instruction i : block.instructions()) {
      Operand result = i.op() == Op.JUMP ? null : selector.select(i);
      if (result != null && !i.writes().isEmpty()) {
        assign(i, i.writes().get(0), result);
      }
    }
    if (!block.successors().isEmpty() && block.successors().get(0) != block.id() + 1) {
      Instruction jump = block.last().op() == Op.JUMP ? block.last() : null;
      int target = block.successors().get(0);
      code.add(new MachineOp("JMP", Unit.CONTROL, 1, -1, List.of(), target, jump));
    }
    return code;
  }

  private void assign(Instruction i, int to, Operand value) {
    Operand old = Operand.register(to);
    MachineOp last = code.isEmpty() ? null : code.get(code.size() - 1);
    if (i.guard() >= 0) {
      Operand guard = Operand.register(i.guard());
      List<Operand> choice =
          i.guardNegated() ? List.of(guard, old, value) : List.of(guard, value, old);
      code.add(new MachineOp("SEL", Unit.ALU, 1, to, choice, NOWHERE, i));
    } else if (value.register() >= facts.registers() && last.to() == value.register()) {
      code.set(code.size() - 1, last.writing(to));
    } else {
      code.add(new MachineOp("MOV", Unit.ALU, 1, to, List.of(value), NOWHERE, i));
    }
  }

  @Override
  public Operand operand(Instruction i, String name) {
    if (name.equals("guard")) {
      return Operand.register(i.guard());
    }
    Operand source = i.sources().get("abc".indexOf(name));
    Long constant = facts.constant(source);
    return constant == null ? source : number(constant.intValue());
  }

  @Override
  public Operand number(int bits) {
    return Operand.immediate(bits);
  }

  @Override
  public Operand emit(Instruction i, Operation<Unit> operation, List<Operand> arguments) {
    if (operation.unit() == null) {
      int bits = (int) arguments.get(0).bits();
      boolean log = operation.name().equals("log"); // otherwise mask
      return number(log ? Integer.numberOfTrailingZeros(bits) : bits - 1);
    }
    boolean writes = operation.unit() != Unit.CONTROL && !operation.name().startsWith("ST");
    int to = writes ? values++ : -1;
    long place = i.op() == Op.BRANCH ? block.successors().get(1) : NOWHERE;
    place = i.memory() != null ? i.memory().offset() : place;
    code.add(
        new MachineOp(
            operation.name(), operation.unit(), operation.times(), to, arguments, place, i));
    return writes ? Operand.register(to) : null;
  }

  @Override
  public boolean holds(Instruction i, String condition, List<Operand> arguments) {
    return switch (condition) {
      case "vector" -> i.memory().width() > 1;
      case "pair" -> i.destinations().size() > 1;
      case "fits" -> ranges.fits(arguments.get(0), (int) arguments.get(1).bits());
      case "natural" -> ranges.isNatural(arguments.get(0));
      case "power" ->
          !arguments.get(0).isRegister() && Ranges.isPowerOfTwo(arguments.get(0).bits());
      default -> throw new IllegalArgumentException("no condition " + condition);
    };
  }

  @Override
  public String text(Instruction i, String placeholder) {
    return switch (placeholder) {
      case "space" -> i.memory().space().name();
      case "element" -> (i.signed() ? "S" : "U") + i.memory().element().bits();
      case "variant" -> i.variant().toString();
      case "relation" -> i.comparison().name();
      case "combined" -> i.combine().name();
      default -> throw new IllegalArgumentException("no placeholder " + placeholder);
    };
  }

  @Override
  public RuntimeException refuse(Instruction i, String reason) {
    return new RefusalException(
        "kernel '%s'%s: %s".formatted(facts.kernel().name(), i.place(), reason));
  }
}
