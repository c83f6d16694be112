package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Parameter;
import io.lockstep.kernel.ir.Space;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Marks loads through parameters that the workload declares read-only.
 *
 * <p>Every address is followed to the parameters that its sums start from; where that is a single
 * one, and read-only, so is the load. If no other parameter points to that memory, caches that do
 * not see writes may serve it.
 */
final class ReadOnlyLoads {
  private static final int SEVERAL = -1;

  private final List<Parameter> parameters;

  /** The parameter that a register's value comes from, or SEVERAL. */
  private final Map<Integer, Integer> origin = new HashMap<>();

  private ReadOnlyLoads(List<Parameter> parameters) {
    this.parameters = parameters;
  }

  static void apply(List<Draft> blocks, List<Parameter> parameters) {
    if (parameters.stream().anyMatch(Parameter::readOnly)) {
      new ReadOnlyLoads(parameters).run(blocks);
    }
  }

  private void run(List<Draft> blocks) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Draft draft : blocks) {
        for (Instruction i : draft.code()) {
          changed |= follow(i);
        }
      }
    }
    for (Draft draft : blocks) {
      draft.code().replaceAll(this::marked);
    }
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

  private Instruction marked(Instruction i) {
    if (i.op() != Op.LOAD || i.memory().space() != Space.GLOBAL) {
      return i;
    }
    Integer from = origin.get(i.sources().get(0).register());
    if (from == null || from == SEVERAL || !parameters.get(from).readOnly()) {
      return i;
    }
    boolean cacheable = i.memory().cacheable() || parameters.get(from).restricted();
    return InstructionBuilder.from(i).memory(i.memory().readOnly(cacheable)).build();
  }
}
