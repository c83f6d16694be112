// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.linear;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.GroupPositions;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.lane.Versions;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The registers of an executor that may be linear in the local id, and the steps that keep them so:
 * results of integer operations on parameters, ids of groups, local ids and constants.
 */
public final class LinearRegisters {
  /**
   * Group size below which an operation over all work-items is as fast as one on base and strides.
   */
  private static final int FEW = 16;

  private final Kernel kernel;
  private final RegisterFile file;
  private final GroupPositions positions;
  private final Linearity[] linearity;
  private final LinearRegister[] registers; // null for those that are never linear
  private final IntSupplier live;
  private final ActiveLanes first;

  /**
   * Finds the registers of a kernel that may be linear in the local id.
   *
   * @param live number of work-items that have not exited
   */
  public LinearRegisters(
      Kernel kernel,
      RegisterFile file,
      int size,
      int sizeX,
      int sizeY,
      IntSupplier live,
      Versions versions) {
    this.kernel = kernel;
    this.file = file;
    this.live = live;
    positions = new GroupPositions(size, sizeX, sizeY);
    registers = new LinearRegister[kernel.registers().size()];
    first = new ActiveLanes(size);
    first.mask[0] = 1;
    first.update(versions.next());
    linearity = Linearity.of(kernel);
    for (int r = 0; r < registers.length; r++) {
      if (linearity[r] != Linearity.NONE && size >= FEW) {
        registers[r] = new LinearRegister(positions, file.array(r));
      }
    }
  }

  /** Forgets all values, for the next group. */
  public void begin() {
    for (LinearRegister register : registers) {
      if (register != null) {
        register.forget();
      }
    }
  }

  /** Returns a register, or null if it is never linear. */
  public LinearRegister of(int register) {
    return register < 0 ? null : registers[register];
  }

  /** Returns an operand that is a register, or null if it is never linear. */
  public LinearRegister of(Operand operand) {
    return operand.isRegister() ? registers[operand.register()] : null;
  }

  /**
   * Returns the steps of an instruction, which work on base and strides where they can and find
   * arrays filled where they cannot. Loads and stores fill the array of their address themselves.
   *
   * @param steps the steps over the work-items
   */
  public List<Step> fit(Instruction in, List<Step> steps) {
    if (steps.isEmpty() && in.op() != Op.BARRIER && in.op() != Op.SWITCH) {
      return steps;
    }
    if (Linearity.of(in, kernel, linearity) != Linearity.NONE
        && of(in.destinations().get(0)) != null) {
      return List.of(step(in, steps));
    }
    boolean accesses = in.op() == Op.LOAD || in.op() == Op.STORE;
    LinearRegister[] read = sources(in, accesses ? 1 : 0);
    List<LinearRegister> written = new ArrayList<>();
    for (int to : in.writes()) {
      if (registers[to] != null) {
        written.add(registers[to]);
      }
    }
    if (read.length + written.size() == 0) {
      return steps;
    }
    List<Step> all = new ArrayList<>();
    all.add(new SettleStep(read, written.toArray(LinearRegister[]::new)));
    all.addAll(steps);
    return all;
  }

  /** Returns the sources from {@code first} on that may be linear. */
  private LinearRegister[] sources(Instruction in, int first) {
    List<LinearRegister> found = new ArrayList<>();
    for (int k = first; k < in.sources().size(); k++) {
      LinearRegister register = of(in.sources().get(k));
      if (register != null && !found.contains(register)) {
        found.add(register);
      }
    }
    return found.toArray(LinearRegister[]::new);
  }

  /**
   * Returns the steps of a guarded instruction.
   *
   * @param guarded the steps for the work-items whose predicate holds
   * @param steps the steps for all work-items, where a uniform predicate holds
   */
  public Step guarded(Instruction in, Step guarded, List<Step> steps) {
    LinearRegister guard = of(in.guard());
    return guard == null
        ? guarded
        : new UniformGuard(guard, in.guardNegated(), guarded, steps.toArray(Step[]::new));
  }

  private Step step(Instruction in, List<Step> steps) {
    int to = in.destinations().get(0);
    return new LinearStep(
        LinearRule.fits(in, kernel) ? new LinearRule(in, operands(in), positions) : null,
        sources(in, 0),
        of(to),
        steps.toArray(Step[]::new),
        in.guard() < 0 && !file.isShared(to),
        live,
        first);
  }

  private LinearRegister[] operands(Instruction in) {
    LinearRegister[] all = new LinearRegister[in.sources().size()];
    for (int k = 0; k < all.length; k++) {
      Operand operand = in.sources().get(k);
      all[k] =
          operand.isRegister()
              ? of(operand)
              : new LinearRegister(positions, constant(in, operand, k));
    }
    return all;
  }

  private long constant(Instruction in, Operand operand, int k) {
    boolean narrow =
        in.op().isAmount(k)
            || (in.op() == Op.MUL_WIDE || in.op() == Op.MAD_WIDE) && k < 2
            || in.op() == Op.CONVERT && !in.sourceType().isWide()
            || in.op() == Op.SELECT && k == 2;
    Type type = in.op() == Op.COMPARE || in.op() == Op.CONVERT ? in.sourceType() : in.type();
    return narrow || !type.isWide()
        ? file.ints(operand, Type.I32, false)[0]
        : file.longs(operand, type, in.signed())[0];
  }
}
