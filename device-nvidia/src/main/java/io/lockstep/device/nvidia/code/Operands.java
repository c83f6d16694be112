// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.HashMap;
import java.util.Map;

/**
 * Where operands of portable instructions are: immediates, arguments in the constant bank, values
 * that are another register's, or registers.
 */
public final class Operands {
  private static final int WORD = 4;
  private static final int LOCAL_SIZE = 0;
  private static final int NUM_GROUPS = 12;

  private final RegisterFacts facts;
  private final VirtualRegisters registers;
  private final Capability capability;
  private final boolean folds;
  private final Map<Integer, Value> renamed = new HashMap<>(); // by virtual register

  /**
   * @param folds whether arguments and constants are operands of the instructions that use them
   */
  public Operands(
      RegisterFacts facts, VirtualRegisters registers, Capability capability, boolean folds) {
    this.facts = facts;
    this.registers = registers;
    this.capability = capability;
    this.folds = folds;
  }

  /**
   * Returns the value of a source: a pair of registers, or an immediate of 64 bits, if it is wide.
   */
  public Value of(Operand o) {
    return of(o, registers.partner(o.isRegister() ? 2 * o.register() : 0) >= 0);
  }

  /**
   * The value of a source.
   *
   * @param wide whether an immediate has 64 bits
   */
  public Value of(Operand o, boolean wide) {
    if (!o.isRegister()) {
      return immediate(o.bits(), wide);
    }
    Value fixed = fixed(o.register());
    return fixed != null ? fixed : resolved(registers.of(o.register()));
  }

  private Value resolved(Value value) {
    return value.renamed(r -> renamed.getOrDefault(r.number(), r));
  }

  private Value immediate(long bits, boolean wide) {
    long window = bits >>> Address.OFFSET_BITS;
    long variable = window - Address.VARIABLE_WINDOW;
    if (wide && variable >= 0 && variable < facts.kernel().variables().size()) {
      return Value.addressOf((int) variable);
    }
    return wide ? Value.wide(bits) : Value.immediate((int) bits);
  }

  /** The constant that a register holds; null if it has to be computed. */
  private Value fixed(int register) {
    Instruction d = facts.definition(register);
    if (d == null || !folds) {
      return null;
    }
    boolean wide = registers.partner(2 * register) >= 0;
    Long constant = facts.constant(register);
    if (constant != null && facts.kernel().registers().get(register) != Type.I1) {
      return immediate(constant, wide);
    }
    if (d.op() == Op.SPECIAL) {
      int offset = offset(d.special());
      return offset < 0 ? null : Value.constant(offset);
    }
    int at = argument(d);
    if (at < 0) {
      return null;
    }
    int place = at + WORD * 2 * d.destinations().indexOf(register) / (wide ? 1 : 2);
    return wide ? Value.constant(place).with(Value.constant(place + WORD)) : Value.constant(place);
  }

  /** Place in constant bank 0 of a size that the launch sets; negative for other registers. */
  public static int offset(Special special) {
    return switch (special) {
      case LOCAL_SIZE_X -> LOCAL_SIZE;
      case LOCAL_SIZE_Y -> LOCAL_SIZE + WORD;
      case LOCAL_SIZE_Z -> LOCAL_SIZE + 2 * WORD;
      case NUM_GROUPS_X -> NUM_GROUPS;
      case NUM_GROUPS_Y -> NUM_GROUPS + WORD;
      case NUM_GROUPS_Z -> NUM_GROUPS + 2 * WORD;
      default -> -1;
    };
  }

  /** Place in constant bank 0 of whole words that a load of arguments reads; otherwise -1. */
  public int argument(Instruction load) {
    if (load.op() != Op.LOAD || load.memory().space() != Space.PARAMETER || load.guard() >= 0) {
      return -1;
    }
    Long address = facts.constant(load.sources().get(0));
    return address == null || load.memory().element().bytes() < WORD
        ? -1
        : capability.parameters() + (int) (address + load.memory().offset());
  }

  /**
   * Whether an instruction is not emitted, since its users take the value as a constant operand.
   */
  public boolean isFolded(Instruction i) {
    return !i.writes().isEmpty()
        && i.guard() < 0
        && i.writes().stream().allMatch(d -> fixed(d) != null);
  }

  /** Lets a result be another value; false if a later instruction may change either. */
  public boolean rename(Value result, Value to) {
    if (!isStable(result) || !isStable(to)) {
      return false;
    }
    Value from = to.high() == null && result.high() != null ? to.with(Value.ZERO) : to;
    renamed.put(result.number(), from.low());
    if (result.high() != null) {
      renamed.put(result.high().number(), from.high());
    }
    return true;
  }

  private boolean isStable(Value value) {
    boolean low = !value.isRegister() || registers.isDefinedOnce(value.number());
    return low && (value.high() == null || isStable(value.high()));
  }

  /** A predicate of the portable kernel. */
  public Value predicate(int register, boolean negated) {
    Value p = resolved(Value.register(Kind.PREDICATE, 2 * register));
    return negated ? p.not() : p;
  }
}
