// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Additional registers of a changed kernel, and their definitions at its beginning. */
final class ExtraRegisters {
  private final Kernel original;
  private final List<Type> types;
  private final List<String> names;
  private final List<Instruction> setup = new ArrayList<>();
  private final Map<Integer, Integer> values = new HashMap<>(); // never iterated

  ExtraRegisters(Kernel original) {
    this.original = original;
    types = new ArrayList<>(original.registers());
    names = new ArrayList<>(original.registerNames());
  }

  int register(Type type, String name) {
    types.add(type);
    names.add(name);
    return types.size() - 1;
  }

  /** Adds a definition at the kernel's beginning, after earlier definitions. */
  void add(Instruction definition) {
    setup.add(definition);
  }

  /** Returns a register of a width defined at the beginning, uniform across lanes or not. */
  int value(int bits, boolean uniform) {
    Integer known = values.get(uniform ? -bits : bits);
    if (known != null) {
      return known;
    }
    int made;
    if (bits == 32) {
      made = register(Type.I32, uniform ? "group" : "item");
      Special special = uniform ? Special.GROUP_ID_X : Special.LOCAL_ID_X;
      add(InstructionBuilder.of(Op.SPECIAL, Type.I32).to(made).special(special).build());
    } else if (bits == 1) {
      Operand word = Operand.register(value(32, uniform));
      made = register(Type.I1, "predicate");
      add(
          InstructionBuilder.of(Op.COMPARE, Type.I32)
              .to(made)
              .from(word, Operand.immediate(1))
              .comparison(Comparison.LT)
              .build());
    } else {
      Operand word = Operand.register(value(32, uniform));
      Type type = bits == 64 ? Type.I64 : bits == 16 ? Type.I16 : Type.I8;
      made = register(type, "value");
      add(InstructionBuilder.of(Op.CONVERT, type).sourceType(Type.I32).to(made).from(word).build());
    }
    values.put(uniform ? -bits : bits, made);
    return made;
  }

  /** Returns a register with an address in the work-item's own part of local memory. */
  int item() {
    return value(32, false);
  }

  /** Returns the number of the first additional loop. */
  int loops() {
    return original.loops();
  }

  List<Instruction> setup() {
    return setup;
  }

  List<Type> types() {
    return types;
  }

  List<String> names() {
    return names;
  }
}
