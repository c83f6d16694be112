// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.slice;

import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import java.util.BitSet;

/**
 * Finds the buffers that addresses may point into, by following addresses back through arithmetic
 * to parameters and module-scope variables. A pointer that was loaded may point anywhere.
 */
public final class AddressOrigins {
  private final Kernel kernel;
  private final BitSet[] parameters;
  private final BitSet[] variables;
  private final BitSet loaded = new BitSet();
  private final BitSet mixed = new BitSet(); // results of other operations on addresses

  public AddressOrigins(Kernel kernel) {
    this.kernel = kernel;
    parameters = new BitSet[kernel.registers().size()];
    variables = new BitSet[kernel.registers().size()];
    for (int r = 0; r < parameters.length; r++) {
      parameters[r] = new BitSet();
      variables[r] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          changed |= follow(i);
        }
      }
    }
  }

  /** Returns whether an address may be a pointer that was loaded. */
  public boolean isLoaded(Operand address) {
    return address.isRegister() && loaded.get(address.register());
  }

  /** Returns whether an address may be the result of anything but sums and moves of pointers. */
  boolean isMixed(Operand address) {
    return address.isRegister() && mixed.get(address.register());
  }

  /**
   * Returns the buffers of the parameters and variables from which an address is computed.
   *
   * @param state arguments and memory of a launch
   * @param variableBuffers buffer of each of the kernel's variables, -1 if there is none
   */
  public BitSet buffers(Operand address, MachineState state, int[] variableBuffers) {
    BitSet from = new BitSet();
    BitSet named = new BitSet();
    if (address.isRegister()) {
      from = parameters[address.register()];
      named = variables[address.register()];
    } else {
      variable(address.bits(), named);
    }
    BitSet buffers = new BitSet();
    named.stream().map(v -> variableBuffers[v]).filter(b -> b >= 0).forEach(buffers::set);
    for (int at = from.nextSetBit(0); at >= 0; at = from.nextSetBit(at + 1)) {
      long value = 0;
      int bytes = kernel.addressBits() / 8;
      for (int b = bytes - 1; b >= 0; b--) {
        value = value << 8 | (at + b < state.arguments.length ? state.arguments[at + b] & 0xFF : 0);
      }
      int buffer =
          Address.buffer(state.layout == null ? value : state.layout.lengthen((int) value));
      if (buffer >= 0 && buffer < state.memory.buffers()) {
        buffers.set(buffer);
      }
    }
    return buffers;
  }

  private void variable(long bits, BitSet into) {
    long number = (bits >>> Address.OFFSET_BITS) - Address.VARIABLE_WINDOW;
    if (number >= 0 && number < kernel.variables().size()) {
      into.set((int) number);
    }
  }

  private boolean follow(Instruction i) {
    boolean changed = false;
    for (int d : i.writes()) {
      changed |= follow(i, d);
    }
    return changed;
  }

  private boolean follow(Instruction i, int d) {
    int before = parameters[d].cardinality() + variables[d].cardinality();
    boolean was = loaded.get(d);
    boolean wasMixed = mixed.get(d);
    if (i.op() == Op.LOAD) {
      if (i.memory().space() == Space.PARAMETER) {
        if (!i.sources().get(0).isRegister()) {
          long at = i.sources().get(0).bits() + i.memory().offset();
          int element = i.memory().element().bytes();
          parameters[d].set((int) at + i.destinations().indexOf(d) * element);
        }
      } else if (i.memory().element().isWide()) {
        loaded.set(d);
      }
    } else if (!isArithmetic(i.op())) {
      if (i.type().isWide() && !isProduct(i.op()) && i.reads().stream().anyMatch(this::hasOrigin)) {
        mixed.set(d);
      }
    } else {
      for (Operand s : i.sources()) {
        if (s.isRegister()) {
          parameters[d].or(parameters[s.register()]);
          variables[d].or(variables[s.register()]);
          if (loaded.get(s.register()) && i.type().isWide()) {
            loaded.set(d);
          }
          if (mixed.get(s.register()) && i.type().isWide()) {
            mixed.set(d);
          }
        } else {
          variable(s.bits(), variables[d]);
        }
      }
    }
    return before != parameters[d].cardinality() + variables[d].cardinality()
        || was != loaded.get(d)
        || wasMixed != mixed.get(d);
  }

  private boolean hasOrigin(int register) {
    return !parameters[register].isEmpty()
        || !variables[register].isEmpty()
        || loaded.get(register)
        || mixed.get(register);
  }

  /** Returns whether the result is a product, which is no pointer. */
  private static boolean isProduct(Op op) {
    return op == Op.MUL || op == Op.MUL_WIDE || op == Op.MUL_HI || op == Op.MUL24;
  }

  /** Returns whether a pointer may pass through an operation on its way to an access. */
  private static boolean isArithmetic(Op op) {
    return switch (op) {
      case MOVE, SELECT, ADD, SUB, MAD, MAD_WIDE, AND, OR, CONVERT, SHL, SHR -> true;
      default -> false;
    };
  }
}
