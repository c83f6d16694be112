// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Parameter;
import io.lockstep.kernel.ir.Space;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Follows addresses back to the parameters that they are computed from. */
final class PointerOrigins {
  private static final int SEVERAL = -1;

  private final List<Parameter> parameters;

  /** The parameter from which each register's value comes, or SEVERAL. */
  private final Map<Integer, Integer> origin = new HashMap<>();

  PointerOrigins(List<Parameter> parameters, List<Instruction> code) {
    this.parameters = parameters;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Instruction i : code) {
        changed |= follow(i);
      }
    }
  }

  /** Returns the parameter through which a load of global memory reads; negative if unknown. */
  int of(Instruction i) {
    if (i.op() != Op.LOAD || i.memory().space() != Space.GLOBAL) {
      return SEVERAL;
    }
    return origin.getOrDefault(i.sources().get(0).register(), SEVERAL);
  }

  private boolean follow(Instruction i) {
    if (i.destinations().size() != 1 || i.destinations().get(0) < 0 || !i.type().isWide()) {
      return false;
    }
    int d = i.destinations().get(0);
    boolean changed = false;
    if (i.op() == Op.LOAD && i.memory().space() == Space.PARAMETER) {
      return merge(d, parameterAt(i.sources().get(0).bits()));
    }
    if (i.op() == Op.MOVE || i.op() == Op.ADD || i.op() == Op.SUB || i.op() == Op.SELECT) {
      for (Operand s : i.sources()) {
        Integer from = origin.get(s.register());
        changed |= from != null && merge(d, from);
      }
    }
    return changed;
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

  private int parameterAt(long offset) {
    for (int p = 0; p < parameters.size(); p++) {
      if (parameters.get(p).offset() == offset) {
        return p;
      }
    }
    return SEVERAL;
  }
}
