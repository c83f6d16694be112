// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows addresses back to the parameters that they are computed from, through moves, additions,
 * subtractions and selects.
 */
final class PointerOrigins {
  private static final int SEVERAL = -1;

  private final List<Parameter> parameters;

  /** By 64-bit register: the only parameter found among its origins, or SEVERAL. */
  private final Map<Integer, Integer> origin = new HashMap<>();

  /** Registers that may hold a pointer of another origin, for example one loaded from memory. */
  private final BitSet foreign = new BitSet();

  PointerOrigins(List<Parameter> parameters, List<Instruction> code) {
    this.parameters = parameters;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Instruction i : code) {
        changed |= follow(i);
      }
    }
    changed = true;
    while (changed) {
      changed = false;
      for (Instruction i : code) {
        changed |= followForeign(i);
      }
    }
  }

  /**
   * Returns the only parameter found among the origins of a global load's address; negative if
   * there is none or more than one. See {@link #isExact}.
   */
  int of(Instruction i) {
    if (i.op() != Op.LOAD || i.memory().space() != Space.GLOBAL) {
      return SEVERAL;
    }
    return origin.getOrDefault(i.sources().get(0).register(), SEVERAL);
  }

  /** Returns whether the address of a global load cannot have another origin than {@link #of}. */
  boolean isExact(Instruction i) {
    return of(i) >= 0 && !foreign.get(i.sources().get(0).register());
  }

  private boolean follow(Instruction i) {
    if (!isTracked(i)) {
      return false;
    }
    int d = i.destinations().get(0);
    boolean changed = false;
    if (i.op() == Op.LOAD) {
      return merge(d, parameterAt(i.sources().get(0).bits()));
    }
    for (Operand s : values(i)) {
      Integer from = origin.get(s.register());
      changed |= from != null && merge(d, from);
    }
    return changed;
  }

  /** Returns whether the origin of an instruction's result follows from its operands. */
  private static boolean isTracked(Instruction i) {
    if (i.destinations().size() != 1 || i.destinations().get(0) < 0 || !i.type().isWide()) {
      return false;
    }
    return switch (i.op()) {
      case MOVE, ADD, SUB, SELECT -> true;
      case LOAD -> i.memory().space() == Space.PARAMETER;
      default -> false;
    };
  }

  private static List<Operand> values(Instruction i) {
    return i.op() == Op.SELECT ? i.sources().subList(0, 2) : i.sources();
  }

  private boolean merge(int register, int from) {
    Integer old = origin.putIfAbsent(register, from);
    if (old == null) {
      return true;
    }
    if (old == from || old == SEVERAL) {
      return false;
    }
    origin.put(register, SEVERAL);
    return true;
  }

  private boolean followForeign(Instruction i) {
    if (!i.type().isWide() || !mayBeForeign(i)) {
      return false;
    }
    boolean changed = false;
    for (int d : i.destinations()) {
      if (d >= 0 && !foreign.get(d)) {
        foreign.set(d);
        changed = true;
      }
    }
    return changed;
  }

  private boolean mayBeForeign(Instruction i) {
    if (!isTracked(i)) {
      return !isNumber(i);
    }
    if (i.op() == Op.LOAD) {
      return false;
    }
    // In a sum with a pointer of known origin, the other operands are offsets.
    boolean sum = i.op() == Op.ADD || i.op() == Op.SUB;
    boolean based = sum && values(i).stream().anyMatch(s -> origin.containsKey(s.register()));
    return values(i).stream()
        .filter(s -> !based || origin.containsKey(s.register()))
        .anyMatch(s -> s.isRegister() ? foreign.get(s.register()) : isVariable(s.bits()));
  }

  /** Returns whether the result of an untracked operation is a number rather than a pointer. */
  private static boolean isNumber(Instruction i) {
    return switch (i.op()) {
      case SPECIAL, MUL, MUL_HI, MUL_WIDE, SHL, SHR, DIV, REM, COMPARE -> true;
      case CONVERT -> !i.sourceType().isWide();
      default -> false;
    };
  }

  private static boolean isVariable(long bits) {
    return bits >>> Address.OFFSET_BITS >= Address.VARIABLE_WINDOW && bits > 0;
  }

  private int parameterAt(long offset) {
    for (int p = 0; p < parameters.size(); p++) {
      if (parameters.get(p).offset() == offset) {
        return p;
      }
    }
    return SEVERAL;
  }
}
