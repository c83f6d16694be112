// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads constants at an address that is an argument into uniform registers (ULDC), where each
 * reader is an instruction of the same block that takes one as its operand. ptxas keeps vector
 * registers if PTX declares the parameter as {@code .ptr .const}, an attribute that a portable
 * kernel does not have.
 */
public final class UniformConstants {
  private static final int MOST = 48; // in a block, of the 63 uniform registers

  private final List<List<SassOp>> code;
  private final VirtualRegisters registers;
  private final Definitions definitions;

  private UniformConstants(List<List<SassOp>> code, VirtualRegisters registers) {
    this.code = code;
    this.registers = registers;
    definitions = new Definitions(code);
  }

  public static void use(List<List<SassOp>> code, VirtualRegisters registers) {
    new UniformConstants(code, registers).use();
  }

  private void use() {
    for (List<SassOp> block : code) {
      Map<Value, Value> bases = new HashMap<>(); // in uniform registers, by argument
      int left = MOST;
      List<SassOp> all = new ArrayList<>();
      for (SassOp op : block) {
        Value argument = left > 0 && isLoad(op) ? argument(op.sources.get(0), op) : null;
        if (argument != null && isOperand(op)) {
          left--;
          Value base = bases.get(argument);
          if (base == null) {
            SassOp load = new SassOp("ULDC", Pipe.UNIFORM);
            load.from = op.from;
            load.sources.add(argument);
            base = registers.temporary(Kind.UNIFORM);
            load.results.add(base);
            bases.put(argument, base);
            all.add(load);
          }
          all.add(uniform(op, base));
        } else {
          all.add(op);
        }
      }
      block.clear();
      block.addAll(all);
    }
  }

  private static boolean isLoad(SassOp op) {
    return op.pipe == Pipe.CONSTANT
        && (op.access.kind() == AccessKind.LOAD || op.access.kind() == AccessKind.FURTHER_LOAD)
        && op.guard == null
        && op.scale == 0
        && op.name.equals("LDC")
        && op.results.size() == 1;
  }

  /** The argument whose lower half an index is a copy of; null if it is computed. */
  private Value argument(Value index, SassOp reader) {
    SassOp copy = index.isRegister() ? definitions.available(index, reader) : null;
    boolean copies = copy != null && (copy.is("MOV") || copy.is("LDC"));
    boolean low = copies && copy.results.get(0).number() == index.number();
    return low && isConstant(copy.sources.get(0)) ? copy.sources.get(0).low() : null;
  }

  private static boolean isConstant(Value value) {
    return value.kind() == Kind.CONSTANT;
  }

  /** Whether all uses of a load's result are in its block and can read a uniform register. */
  private boolean isOperand(SassOp load) {
    int register = load.results.get(0).number();
    return definitions.only(register) == load
        && definitions.reads(register) > 0
        && definitions.readers(register).stream()
            .allMatch(op -> definitions.inOneBlock(op, load) && takes(op, register));
  }

  private static boolean takes(SassOp op, int register) {
    long vectors = op.sources.stream().filter(s -> s.kind() == Kind.VECTOR).count();
    return SassEmitter.commutes(op.name)
        && vectors > 1
        && op.sources.stream().noneMatch(s -> s.isFixed() || s.high() != null)
        && op.sources.stream().filter(s -> s.isRegister() && s.number() == register).count() == 1;
  }

  /** Loads into a new uniform register, which its uses read as another operand than the first. */
  private SassOp uniform(SassOp load, Value base) {
    Value to = registers.temporary(Kind.UNIFORM);
    int from = load.results.get(0).number();
    for (SassOp reader : List.copyOf(definitions.readers(from))) {
      if (reader.sources.get(0).number() == from && reader.sources.get(0).isRegister()) {
        Collections.swap(reader.sources, 0, 1);
      }
      definitions.change(reader, () -> reader.renameReads(r -> r.number() == from ? to : r));
    }
    List<Value> operands = new ArrayList<>(load.sources);
    operands.set(0, base);
    SassOp op = load.replaced("ULDC", Pipe.CONSTANT, operands);
    op.results.set(0, to);
    return op;
  }
}
