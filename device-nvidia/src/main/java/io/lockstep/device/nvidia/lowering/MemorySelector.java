// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.analysis.LocalBarrier;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.BaseAndOffset;
import io.lockstep.lower.facts.LowZeros;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Selects memory instructions, with constant offsets folded into them. */
final class MemorySelector {
  private static final long OFFSET_LIMIT = 1 << 23; // signed, 24 bits

  private static final int MOST_ZEROS = 4; // of addresses, since accesses have 16 bytes at most

  private static final int MOST_BULK = 256; // bytes of a bulk copy that one instruction copies

  private final RegisterFacts facts;
  private final LowZeros zeros;
  private final Operands operands;
  private final VirtualRegisters registers;
  private final Preamble preamble;
  private final BarrierSelector barriers;
  private final AtomicSelector atomics;
  private final ConstantSelector constants;
  private final MatrixMoveSelector moves;
  private final OrderedAccess orders;
  private final Capability capability;
  private final boolean copies; // whether an asynchronous copy is one instruction
  private final Map<Integer, SassOp> sources = new HashMap<>(); // of copies, by first register
  private SassOp lastBulk; // the last part of a bulk copy, or null

  MemorySelector(CodeUnit unit, BarrierSelector barriers) {
    this.barriers = barriers;
    facts = unit.facts();
    operands = unit.operands();
    registers = unit.registers();
    preamble = unit.preamble();
    capability = unit.capability();
    copies = unit.applies(SassOption.ASYNC_COPIES);
    zeros = new LowZeros(facts);
    constants = new ConstantSelector(unit);
    atomics = new AtomicSelector(unit);
    moves = new MatrixMoveSelector(unit);
    orders = new OrderedAccess(unit);
  }

  void select(Instruction i, int block, SassEmitter out) {
    if (i.op() == Op.TRANSPOSE || i.op() == Op.ROW_ADDRESS) {
      moves.move(i, out);
      return;
    }
    if (moves.isAccess(i)) {
      moves.access(i, block, out);
      return;
    }
    if (i.op().isTexel()) {
      texels(i, out);
      return;
    }
    Space space = i.memory().space();
    int argument = operands.argument(i);
    if (argument >= 0) {
      argument(i, argument, out);
      return;
    }
    if (space == Space.CONSTANT && i.op() == Op.LOAD) {
      constants.select(i, block, out);
      return;
    }
    BaseAndOffset at =
        BaseAndOffset.of(
            facts,
            i.sources().get(0),
            i.memory().offset(),
            block,
            o -> o >= -OFFSET_LIMIT && o < OFFSET_LIMIT);
    boolean local = space == Space.LOCAL || space == Space.PRIVATE || space == Space.PARAMETER;
    Value base = operands.of(at.base(), !local);
    Pipe pipe =
        switch (space) {
          case LOCAL -> Pipe.SHARED;
          case PRIVATE -> Pipe.PRIVATE;
          case CONSTANT, PARAMETER -> Pipe.CONSTANT;
          case GLOBAL, GENERIC -> Pipe.GLOBAL;
          default -> throw ArithmeticSelector.refusal(facts, i, "memory of the kind " + space);
        };
    Value address = out.inRegister(local ? base.low() : base);
    Value descriptor =
        pipe == Pipe.GLOBAL
            ? preamble.descriptor()
            : pipe == Pipe.SHARED ? preamble.window() : null;
    if (copies && i.isCopy() && i.op() == Op.STORE) {
      copy(i, at, address, descriptor, out);
      return;
    }
    if (LocalBarrier.isUsedBy(i)) {
      barriers.select(i, address, at.offset(), out);
      return;
    }
    orders.before(i, out);
    access(i, at, address, descriptor, pipe, out);
    orders.behind(i, pipe, out);
  }

  private void access(
      Instruction i,
      BaseAndOffset at,
      Value address,
      Value descriptor,
      Pipe pipe,
      SassEmitter out) {
    SassOp op = new SassOp(name(i, pipe), pipe);
    op.sources.add(address);
    for (int k = 1; k < i.sources().size() && !counts(i, pipe); k++) {
      boolean wide = i.memory().element().bits() > Integer.SIZE;
      op.sources.add(out.inRegister(operands.of(i.sources().get(k), wide)));
    }
    if (descriptor != null) {
      op.sources.add(descriptor);
    }
    i.writes().forEach(d -> op.results.add(registers.of(d)));
    op.offset = at.offset();
    op.aligned = 1 << Math.min(MOST_ZEROS, zeros.of(at.base()));
    op.removable = i.op() == Op.LOAD && !i.isRecorded();
    op.access = new Row.Access(kind(i), i.memory().slot(), i.memory().bytes(), null);
    if (counts(i, pipe)) {
      op.access = op.access.of(Row.Lanes.COUNTED);
    }
    if (i.guard() >= 0) {
      op.guard = operands.predicate(i.guard(), i.guardNegated());
    }
    if (copies && i.isCopy()) {
      op.from = List.of(i);
      sources.put(i.destinations().get(0), op);
      return;
    }
    if (i.op() == Op.ATOMIC && atomics.isLoop(i, pipe)) {
      atomics.loop(i, op, out);
      return;
    }
    boolean alone = i.op() != Op.ATOMIC || counts(i, pipe);
    Row.Lanes lanes = alone ? null : atomics.combines(i, pipe);
    if (lanes != null) {
      op.access = op.access.of(lanes);
      atomics.combined(i, op, lanes, out);
      return;
    }
    out.add(op);
  }

  /** Joins the write of an asynchronous copy and the load before it, which needs no registers. */
  private void copy(Instruction i, BaseAndOffset at, Value address, Value window, SassEmitter out) {
    boolean bulk = i.is(Variant.Copy.BULK);
    boolean cached = i.is(Variant.Copy.CACHED);
    int bytes = i.memory().bytes();
    String name =
        bulk
            ? "UBLKCP"
            : "LDGSTS.E" + (cached ? "" : ".BYPASS") + (bytes > 4 ? "." + 8 * bytes : "");
    SassOp load = sources.get(i.sources().get(1).register());
    SassOp op = new SassOp(name, load == null ? Pipe.SHARED : Pipe.GLOBAL);
    op.removable = false;
    if (load == null) {
      op.sources.add(address);
      op.offset = at.offset();
      op.access = new Row.Access(AccessKind.FILL, i.memory().slot(), bytes, null);
    } else {
      op.sources.addAll(load.sources);
      op.sources.add(1, address);
      op.offset = load.offset;
      op.sharedOffset = at.offset();
      op.access =
          new Row.Access(
              AccessKind.COPY,
              load.access.slot(),
              bytes,
              null,
              List.of(i.memory().slot()),
              Row.Lanes.EACH);
    }
    if (window != null) {
      op.sources.add(window);
    }
    if (bulk && continues(op, out)) {
      lastBulk.access = lastBulk.access.with(op.access);
      return;
    }
    out.add(op);
    if (load != null) {
      op.from = List.of(load.from.get(0), i);
    }
    lastBulk = bulk ? op : null;
  }

  /** Whether a part of a bulk copy directly follows the part before it, at both addresses. */
  private boolean continues(SassOp op, SassEmitter out) {
    SassOp before = lastBulk;
    return before != null
        && before.access.bytes() < MOST_BULK
        && out.ops.contains(before)
        && before.sources.equals(op.sources)
        && op.offset - before.offset == before.access.bytes()
        && op.sharedOffset - before.sharedOffset == before.access.bytes();
  }

  /** A fetch or an access to a surface: its handle is an argument of the launch, or computed. */
  private void texels(Instruction i, SassEmitter out) {
    boolean store = i.op() == Op.SURFACE_STORE;
    String name = i.op() == Op.TEXTURE ? "TEX" : store ? "SUST" : "SULD";
    SassOp op = new SassOp(name + "." + i.coordinates() + "D", Pipe.TEXTURE);
    Value handle = operands.of(i.sources().get(0), true);
    boolean argument = handle.kind() == Value.Kind.CONSTANT;
    boolean bound = handle.isFixed() && !argument; // a texture of the module, named in the text
    for (int k = 1; k < i.sources().size(); k++) {
      op.sources.add(out.inRegister(operands.of(i.sources().get(k))));
    }
    if (!bound) {
      op.sources.add(argument ? out.uniform(handle) : handle);
    }
    i.writes().forEach(d -> op.results.add(registers.of(d)));
    op.removable = !store && !i.isRecorded();
    AccessKind kind = store ? AccessKind.STORE : AccessKind.LOAD;
    op.access = new Row.Access(kind, i.memory().slot(), i.memory().bytes(), null);
    if (i.guard() >= 0) {
      op.guard = operands.predicate(i.guard(), i.guardNegated());
    }
    out.add(op);
  }

  /** Loads arguments that are not operands of the instructions that use them. */
  private void argument(Instruction i, int offset, SassEmitter out) {
    int at = offset;
    for (int d : i.destinations()) {
      if (d >= 0) {
        Value to = registers.of(d);
        boolean wide = to.high() != null;
        SassOp op = new SassOp(wide ? "LDC.64" : "LDC", Pipe.CONSTANT);
        Value source = Value.constant(at);
        op.sources.add(wide ? source.with(Value.constant(at + 4)) : source);
        op.results.add(to);
        out.add(op);
      }
      at += i.memory().element().bytes();
    }
  }

  /**
   * Whether an atomic in shared memory adds one, without an operand for it (ATOMS.POPC.INC, from
   * capability 8.0 on): the lanes on one word are counted and do not follow one another (GTC 2021
   * S33322, on an A100).
   */
  private boolean counts(Instruction i, Pipe pipe) {
    return pipe == Pipe.SHARED
        && i.op() == Op.ATOMIC
        && i.atomic() == AtomicOp.ADD
        && i.type() == Type.I32
        && i.writes().isEmpty()
        && capability.isAtLeast(Capability.AMPERE)
        && Long.valueOf(1).equals(facts.constant(i.sources().get(1)));
  }

  private static AccessKind kind(Instruction i) {
    return switch (i.op()) {
      case LOAD -> AccessKind.LOAD;
      case STORE -> AccessKind.STORE;
      default -> i.writes().isEmpty() ? AccessKind.REDUCTION : AccessKind.ATOMIC;
    };
  }

  private String name(Instruction i, Pipe pipe) {
    char letter = pipe == Pipe.SHARED ? 'S' : pipe == Pipe.PRIVATE ? 'L' : 'G';
    String size = i.memory().bytes() > 4 ? "." + 8 * i.memory().bytes() : "";
    return switch (i.op()) {
      case LOAD -> (pipe == Pipe.CONSTANT ? "LDC" : "LD" + letter) + size;
      case STORE -> "ST" + letter + size;
      default -> {
        boolean reduces = i.writes().isEmpty() && pipe == Pipe.GLOBAL;
        if (counts(i, pipe)) {
          yield "ATOMS.POPC.INC.32";
        }
        yield (reduces ? "RED" : "ATOM" + letter) + "." + i.atomic().name() + size;
      }
    };
  }
}
