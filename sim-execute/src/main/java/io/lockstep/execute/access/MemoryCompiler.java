// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.arithmetic.MoveSteps;
import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.fault.Refusals;
import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.linear.LinearRegisters;
import io.lockstep.execute.number.NumberConversions;
import io.lockstep.execute.poll.PollTracker;
import io.lockstep.execute.record.SegmentRecorder;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.shadow.AccessChecks;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.MemoryWindow;
import io.lockstep.execute.state.ParameterLoads;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compiles loads, stores and atomics into steps. */
public final class MemoryCompiler {
  private final Kernel kernel;
  private final MachineState state;
  private final RegisterFile registers;
  private final LinearRegisters linear; // null if every register is computed by work-item
  private final SegmentRecorder recorder;
  private final AccessChecks checks;
  private final PollTracker polls; // null unless a loop polls

  private boolean inPollLoop;

  /** The first access of the block for each array of addresses. */
  private final Map<long[], AccessStep> leaders = new IdentityHashMap<>();

  /** Creates a compiler; {@code checks} and {@code polls} observe accesses and may be null. */
  public MemoryCompiler(
      Kernel kernel,
      MachineState state,
      RegisterFile registers,
      LinearRegisters linear,
      SegmentRecorder recorder,
      AccessChecks checks,
      PollTracker polls) {
    this.polls = polls;
    this.kernel = kernel;
    this.state = state;
    this.registers = registers;
    this.linear = linear;
    this.recorder = recorder;
    this.checks = checks;
  }

  public void begin(int block) {
    leaders.clear();
    inPollLoop = polls != null && polls.loopBlocks.get(block);
  }

  /** Removes the leaders whose addresses a compiled instruction overwrites. */
  public void overwrite(Instruction in) {
    for (int d : in.writes()) {
      if (registers.array(d) instanceof long[] addresses) {
        leaders.remove(addresses);
      }
    }
  }

  /** Adds an access. Accesses that only some work-items execute neither lead nor follow. */
  private void add(AccessStep step, Instruction in, long[] address, List<Step> out) {
    if (in.guard() < 0 && step.canLead()) {
      AccessStep leader = leaders.putIfAbsent(address, step);
      if (leader != null) {
        step.follow(leader);
      }
    }
    out.add(polls == null ? step : tracked(step, in));
  }

  /**
   * Adds an access whose address may be linear in the local id.
   *
   * @param conversions the steps, in {@code out}, that compute the address of each work-item
   */
  private void addLinear(
      AccessStep step, Instruction in, long[] address, List<Step> conversions, List<Step> out) {
    Operand operand = in.sources().get(0);
    if (linear != null && linear.of(operand) != null) {
      out.removeAll(conversions);
      step.setLinear(linear.of(operand), conversions.toArray(Step[]::new));
    }
    add(step, in, address, out);
  }

  /** Wraps polls, and accesses that may change memory, in tracking steps. */
  private Step tracked(AccessStep step, Instruction in) {
    int slot = in.memory().slot();
    boolean observed = in.op() != Op.LOAD || slot >= 0 && polls.loops.isPoll(slot);
    return observed
        ? new TrackedAccess(step, in, polls, slot(in.memory()), inPollLoop, state.size)
        : step;
  }

  private long[] address(Instruction in) {
    Operand operand = in.sources().get(0);
    if (!operand.isRegister()) {
      return registers.longs(operand, Type.PTR, false);
    }
    Type held = kernel.registers().get(operand.register());
    // Addresses of 32 bits wrap; with sign extension, -4 + 12 is 8 in a 64-bit sum, too.
    return held.isWide()
        ? registers.longs(operand, Type.PTR, false)
        : registers.longs(operand, Type.I32, true);
  }

  private SlotRecorder slot(MemoryAccess access) {
    return access.slot() < 0 ? null : recorder.slot(access.slot());
  }

  private void watch(Instruction in, long[] address, List<Step> out) {
    if (isWatched(in)) {
      out.add(new CheckStep(checks, state, in, address, null));
    }
  }

  private boolean isWatched(Instruction in) {
    Space space = in.memory().space();
    return checks != null
        && space != Space.PRIVATE
        && space != Space.CONSTANT
        && space != Space.REGION;
  }

  private void checkSpace(Instruction in) {
    if (MemoryWindow.of(in.memory().space()) == null) {
      throw Refusals.of(
          kernel,
          in,
          "an access to " + in.memory().space().name().toLowerCase(Locale.ROOT) + " memory");
    }
  }

  public void load(Instruction in, List<Step> out) {
    MemoryAccess access = in.memory();
    if (access.space() == Space.PARAMETER) {
      loadParameter(in, out);
      return;
    }
    checkSpace(in);
    int before = out.size();
    long[] address = address(in);
    List<Step> conversions = List.copyOf(out.subList(before, out.size()));
    Object[] sinks = new Object[access.width()];
    for (int k = 0; k < sinks.length; k++) {
      int to = in.destinations().get(k);
      sinks[k] = to < 0 ? null : sink(to, access.element(), in.signed());
    }
    watch(in, address, out);
    AccessStep step = new LoadStep(state, in, address, slot(access), sinks);
    if (in.guard() < 0 && in.writes().stream().noneMatch(registers::isShared)) {
      step.setLocal();
    }
    addLinear(step, in, address, conversions, out);
  }

  /** Adds an access whose data nothing needs. */
  public void unread(Instruction in, List<Step> out) {
    if (in.memory().space() == Space.PARAMETER) {
      return;
    }
    checkSpace(in);
    int before = out.size();
    long[] address = address(in);
    List<Step> conversions = List.copyOf(out.subList(before, out.size()));
    AccessStep step = new UnreadAccess(state, in, address, slot(in.memory()));
    if (in.op() == Op.ATOMIC) {
      add(step, in, address, out);
    } else {
      addLinear(step, in, address, conversions, out);
    }
  }

  private Object sink(int register, Type element, boolean signed) {
    Object array = registers.array(register);
    if (element.isWide()) {
      return array instanceof double[] ? array : registers.longResult(register);
    }
    if (array instanceof float[] && element.bits() == 32) {
      return array;
    }
    // Loads extend narrow elements themselves.
    Type type = element.bits() == 32 ? Type.I32 : element.bits() == 16 ? Type.I16 : Type.I8;
    return registers.intResult(register, type, signed);
  }

  private void loadParameter(Instruction in, List<Step> out) {
    MemoryAccess access = in.memory();
    Operand base = in.sources().get(0);
    if (base.isRegister()) {
      throw Refusals.of(kernel, in, "a computed parameter address");
    }
    for (int k = 0; k < access.width(); k++) {
      int to = in.destinations().get(k);
      if (to < 0) {
        continue;
      }
      long at = base.bits() + access.offset() + (long) k * access.element().bytes();
      if (at < 0 || at + access.element().bytes() > state.arguments.length) {
        throw new InputException(
            Refusals.where(kernel, in),
            "%s: parameter byte %s lies outside the argument block of %s bytes"
                .formatted(kernel.name(), at, state.arguments.length));
      }
      ParameterLoads.Load load =
          state.parameters.add((int) at, access.element().bytes(), in.signed(), state.arguments);
      out.add(fill(to, load));
    }
  }

  private Loop fill(int register, ParameterLoads.Load load) {
    if (registers.array(register) instanceof float[] d) {
      return (lo, hi) -> Arrays.fill(d, lo, hi, Float.intBitsToFloat((int) load.value));
    }
    if (registers.array(register) instanceof double[] d) {
      return (lo, hi) -> Arrays.fill(d, lo, hi, Double.longBitsToDouble(load.value));
    }
    if (registers.array(register) instanceof long[] d) {
      return (lo, hi) -> Arrays.fill(d, lo, hi, load.value);
    }
    int[] d = (int[]) registers.array(register);
    int width = Math.min(32, kernel.registers().get(register).bits());
    return (lo, hi) ->
        Arrays.fill(d, lo, hi, (int) NumberConversions.extend(load.value, width, false));
  }

  public void store(Instruction in, List<Step> out) {
    MemoryAccess access = in.memory();
    checkSpace(in);
    Object[] data = new Object[access.width()];
    boolean[] computed = new boolean[access.width()];
    for (int k = 0; k < data.length; k++) {
      data[k] = registers.data(in.sources().get(1 + k), access.element());
      computed[k] = registers.isComputed(in.sources().get(1 + k));
    }
    int before = out.size();
    long[] address = address(in);
    List<Step> conversions = List.copyOf(out.subList(before, out.size()));
    watch(in, address, out);
    AccessStep step = new StoreStep(state, in, address, slot(access), data, computed);
    addLinear(step, in, address, conversions, out);
  }

  public void atomic(Instruction in, List<Step> out) {
    MemoryAccess access = in.memory();
    checkSpace(in);
    Type element = access.element();
    int to = in.destinations().isEmpty() ? -1 : in.destinations().get(0);
    long[] address = address(in);
    if (in.atomic().isOfWavefront()) {
      int[] old = registers.intResult(to, Type.I32, false);
      out.add(new AppendStep(state, in, address, slot(access), old, polls));
      return;
    }
    if (in.atomic().isOfBarrier()) {
      long[] value = registers.longs(in.sources().get(1), Type.I64, false);
      long[] result = to < 0 ? null : registers.longResult(to);
      AccessStep step = new BarrierStep(state, in, address, slot(access), value, result, checks);
      add(step, in, address, out);
      return;
    }
    boolean exchange = in.atomic() == AtomicOp.COMPARE_EXCHANGE;
    boolean[] stored = exchange && isWatched(in) ? new boolean[state.size] : null;
    long[] checked = address;
    if (stored == null) {
      watch(in, address, out);
    } else {
      // Whether a compare-and-swap writes is known only after it has run, when its result may have
      // replaced its address.
      checked = new long[state.size];
      out.add(MoveSteps.copy(checked, address));
    }
    if (element.bits() == 64) {
      Type data = element == Type.F64 ? Type.I64 : element;
      long[] value = registers.longs(in.sources().get(1), data, false);
      long[] second = exchange ? registers.longs(in.sources().get(2), data, false) : null;
      long[] old = registers.longResult(to);
      AtomicStep step =
          new AtomicWideStep(
              state,
              in,
              address,
              slot(access),
              new AtomicStep.Operands<>(old, value, second, stored));
      add(step, in, address, out);
    } else if (element.bits() == 32) {
      int[] value = registers.ints(in.sources().get(1), Type.I32, false);
      int[] second = exchange ? registers.ints(in.sources().get(2), Type.I32, false) : null;
      int[] old = registers.intResult(to, Type.I32, false);
      AtomicStep step =
          new AtomicWordStep(
              state,
              in,
              address,
              slot(access),
              new AtomicStep.Operands<>(old, value, second, stored));
      add(step, in, address, out);
    } else {
      throw Refusals.of(kernel, in, "an atomic operation on " + element);
    }
    if (stored != null) {
      out.add(new CheckStep(checks, state, in, checked, stored));
    }
  }
}
