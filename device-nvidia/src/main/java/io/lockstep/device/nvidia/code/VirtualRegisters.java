// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The registers of code before allocation: 32 bits each, two for each register of the portable
 * kernel, then temporaries.
 */
public final class VirtualRegisters {
  private final RegisterFacts facts;
  private final List<Kind> files = new ArrayList<>();
  private final List<Integer> partners = new ArrayList<>(); // other half of an aligned pair, or -1
  private final BitSet upper = new BitSet(); // halves of pairs
  private Value stack;

  public VirtualRegisters(RegisterFacts facts) {
    this.facts = facts;
    for (Type type : facts.kernel().registers()) {
      Kind file = type == Type.I1 ? Kind.PREDICATE : Kind.VECTOR;
      boolean wide = type.bits() > Integer.SIZE;
      add(file, wide ? files.size() + 1 : -1);
      add(file, wide ? files.size() - 1 : -1);
      upper.set(files.size() - 1, wide);
    }
  }

  private void add(Kind file, int partner) {
    files.add(file);
    partners.add(partner);
  }

  /** The register, or pair of registers, of a register of the portable kernel. */
  public Value of(int register) {
    Value low = value(2 * register);
    return partner(2 * register) < 0 ? low : low.with(value(2 * register + 1));
  }

  private Value value(int number) {
    return Value.register(files.get(number), number);
  }

  public Value temporary(Kind file) {
    add(file, -1);
    return value(files.size() - 1);
  }

  public Value pair(Kind file) {
    int low = files.size();
    add(file, low + 1);
    add(file, low);
    upper.set(low + 1);
    return value(low).with(value(low + 1));
  }

  /** The register of the stack's end, which every kernel sets first. */
  public Value stack() {
    if (stack == null) {
      stack = temporary(Kind.VECTOR);
    }
    return stack;
  }

  /** Makes two registers that stand alone an aligned pair; false if one of them has a partner. */
  public boolean join(int low, int high) {
    if (partner(low) >= 0 || partner(high) >= 0 || low == high) {
      return partner(low) == high && isLow(low);
    }
    partners.set(low, high);
    partners.set(high, low);
    upper.set(high);
    return true;
  }

  /** Whether a register is the lower half of its pair, or stands alone. */
  public boolean isLow(int number) {
    return !upper.get(number);
  }

  public int size() {
    return files.size();
  }

  public Kind file(int number) {
    return files.get(number);
  }

  /** The other half of an aligned pair; negative if the register stands alone. */
  public int partner(int number) {
    return partners.get(number);
  }

  /** Whether one instruction defines a register for all its readers. */
  public boolean isDefinedOnce(int number) {
    return number >= 2 * facts.registers() || facts.definition(number / 2) != null;
  }
}
