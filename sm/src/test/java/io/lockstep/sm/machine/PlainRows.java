// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.analysis.RegisterDemand;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.lower.control.DirectBranches;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Rate;
import io.lockstep.sm.code.Row;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Lowers a kernel to an instruction for each operation: two for integers of 64 bits, some for
 * divisions. Dependences are guarded by the hardware's scoreboard or by control bits.
 */
final class PlainRows {
  private static final int DIVISION = 8;

  private final int latency;
  private final int doubleLatency;
  private final boolean scored;
  private final Feature feature;

  /** What the rows of some chips have beyond one operation each. */
  enum Feature {
    NONE,
    /** Two loads of shared memory behind each other are one access. */
    JOINED,
    /** They move matrices, whose words pass the banks by themselves. */
    MATRICES,
    /** One lane performs an atomic of all on global memory. */
    ELECTED,
    /** The unit of shared memory counts the lanes on a word. */
    COUNTED,
    /** Atomics on shared memory are loops of compare-and-swaps. */
    SWAPS,
    /** Multiply-adds are products of matrices. */
    TENSORS,
    /** Registers are read of banks, and each row lets another warp issue. */
    BANKS,
    /** Operands come from the constant bank, addresses from uniform registers. */
    UNIFORM,
    /** Fences empty the first level. */
    INVALIDATION,
    /** Products of two words, and sums over lanes, take units of their own. */
    SLOW_UNITS
  }

  PlainRows(DeviceSpec spec) {
    this(spec, Feature.NONE);
  }

  PlainRows(DeviceSpec spec, Feature feature) {
    this.feature = feature;
    latency = spec.integer("issue.latency");
    doubleLatency = spec.integer("issue.double_latency");
    scored = spec.choice("issue.dependences").equals("scoreboard");
  }

  SassCode lower(Kernel kernel) {
    CodeRows<Row> rows = new CodeRows<>(kernel);
    Guards guards = scored ? new ScoreboardEntries(kernel) : new StallsAndCounters();
    for (Block block : kernel.blocks()) {
      List<Instruction> all = block.instructions();
      rows.begin(block.id(), "B" + block.id() + ":");
      guards.block(
          all.stream()
              .filter(i -> !isLoadOfCopy(i) && second(i, all) == null)
              .flatMap(i -> Collections.nCopies(times(i), i).stream())
              .toList(),
          this::latency,
          (i, bits, needed) -> {
            add(row(i, all, bits, needed), rows);
            rows.line("  " + bits.stall() + " " + IrText.of(kernel, i), List.of(i));
          });
    }
    BlockLayout layout = new BlockLayout(new RegisterFacts(kernel), false);
    PredicatedIfs ifs = new PredicatedIfs(kernel, new DirectBranches(kernel, layout, false));
    PrivateFrame frame = new PrivateFrame(kernel.privateBytes(), 0, "");
    int registers = new RegisterDemand(kernel).most() + 2; // and a base of two words
    return new SassCode(rows, registers, frame, new BitSet(), ifs);
  }

  /** Adds a row, and others where an operation takes several. */
  private void add(Row row, CodeRows<Row> rows) {
    List<Instruction> from = row.from();
    int slot = row.access().slot();
    boolean shared = row.pipe() == Pipe.SHARED;
    AccessKind kind = row.access().kind();
    if (feature == Feature.SWAPS && shared && kind == AccessKind.ATOMIC) {
      rows.add(with(row, row.pipe(), access(AccessKind.ATTEMPT, row.access())), from);
      rows.add(with(row, row.pipe(), access(AccessKind.SWAP, row.access())), from);
      Row.Access again = new Row.Access(AccessKind.RETRY, slot, 0, null);
      rows.add(with(row, Pipe.BRANCH, again), from);
      return;
    }
    rows.add(row, from);
    if (feature == Feature.INVALIDATION && from.get(0).op() == Op.FENCE) {
      Row.Access empties = new Row.Access(AccessKind.INVALIDATION, -1, 0, null);
      rows.add(with(row, Pipe.BARRIER, empties), from);
    }
  }

  private static Row.Access access(AccessKind kind, Row.Access of) {
    return new Row.Access(kind, of.slot(), of.bytes(), null);
  }

  private static Row with(Row row, Pipe pipe, Row.Access access) {
    return new Row(row.from(), pipe, row.control(), row.operands(), access, false);
  }

  private static boolean isSharedLoad(Instruction i) {
    return i.op() == Op.LOAD && i.memory().space() == Space.LOCAL && !i.isCopy();
  }

  /** Returns the load that an instruction, a load right behind it, is joined with; or null. */
  private Instruction second(Instruction i, List<Instruction> block) {
    boolean joins = feature == Feature.JOINED || feature == Feature.MATRICES;
    int at = block.indexOf(i);
    int run = 0;
    while (joins && at - run >= 0 && isSharedLoad(block.get(at - run))) {
      run++;
    }
    return run > 0 && run % 2 == 0 ? block.get(at - 1) : null;
  }

  private Row.Access featured(Instruction i, Row.Access access, List<Instruction> block) {
    int next = block.indexOf(i) + 1;
    if (next < block.size() && second(block.get(next), block) == i) {
      Row.Access both = access.with(access(block.get(next), Pipe.SHARED));
      return feature == Feature.MATRICES ? both.of(Row.Lanes.APART) : both;
    }
    boolean atomic = access.kind() == AccessKind.ATOMIC || access.kind() == AccessKind.REDUCTION;
    boolean local = i.memory() != null && i.memory().space() == Space.LOCAL;
    if (atomic && feature == Feature.COUNTED && local) {
      return access.of(Row.Lanes.COUNTED);
    }
    return atomic && feature == Feature.ELECTED && !local
        ? access.of(Row.Lanes.ELECTED_IF_ALL)
        : access;
  }

  private Row.Operands operands(Instruction i, Pipe pipe, Rate rate, List<Integer> needed) {
    boolean arithmetic = pipe == Pipe.FMA || pipe == Pipe.ALU;
    boolean banks = feature == Feature.BANKS && arithmetic;
    boolean uniform = feature == Feature.UNIFORM;
    Row.Matrix matrix = pipe == Pipe.TENSOR ? new Row.Matrix(8, 512) : null;
    return new Row.Operands(
        latency(i),
        banks ? 3 : 0,
        uniform && arithmetic ? 64 * (i.reads().size() % 3) : -1,
        uniform && pipe == Pipe.GLOBAL,
        rate,
        matrix,
        needed);
  }

  private Rate slow(Instruction i, Rate usual) {
    if (feature != Feature.SLOW_UNITS) {
      return usual;
    }
    return switch (i.opClass()) {
      case INT_MUL_WIDE -> Rate.WIDE_PRODUCT;
      case CROSS_LANE -> Rate.REDUCTION;
      default -> usual;
    };
  }

  private static boolean isLoadOfCopy(Instruction i) {
    return i.op() == Op.LOAD && i.isCopy();
  }

  /** Returns the load of an asynchronous copy of which an instruction is the store, or null. */
  private static Instruction loadOf(Instruction store, List<Instruction> block) {
    if (store.op() != Op.STORE || !store.isCopy() || !store.sources().get(1).isRegister()) {
      return null;
    }
    int data = store.sources().get(1).register();
    List<Instruction> before = block.subList(0, block.indexOf(store));
    return before.stream()
        .filter(i -> i.op() == Op.LOAD && i.writes().contains(data))
        .reduce(null, (first, last) -> last);
  }

  private static int times(Instruction i) {
    return switch (i.opClass()) {
      case INT_DIV, FLOAT_DIV, DOUBLE_DIV -> DIVISION;
      case INT_ADD, INT_LOGIC, INT_MUL32, INT_SHIFT -> i.type() == Type.I64 ? 2 : 1;
      default -> 1;
    };
  }

  /** Returns the clocks until the result of an instruction; 0 if memory or a slow unit tells. */
  private int latency(Instruction i) {
    Pipe pipe = pipe(i);
    boolean fixed = pipe == Pipe.FMA || pipe == Pipe.ALU || pipe == Pipe.HALF;
    return fixed ? latency : pipe == Pipe.DOUBLE ? doubleLatency : 0;
  }

  private Row row(Instruction i, List<Instruction> block, ControlBits bits, List<Integer> needed) {
    Instruction load = loadOf(i, block);
    Pipe usual = load == null ? pipe(i) : Pipe.GLOBAL;
    boolean tensor = feature == Feature.TENSORS && i.opClass() == OpClass.FLOAT_FMA;
    Pipe pipe = tensor ? Pipe.TENSOR : usual;
    Rate rate =
        switch (i.opClass()) {
          case INT_MUL32, INT_MUL24, INT_MUL_WIDE -> Rate.PRODUCT;
          case INT_SHIFT, INT_BIT -> Rate.SHIFT;
          default -> Rate.USUAL;
        };
    boolean own = rate == Rate.PRODUCT ? pipe == Pipe.FMA : pipe == Pipe.ALU;
    boolean clock = i.special() == Special.CLOCK || i.special() == Special.CLOCK64;
    return new Row(
        load == null ? List.of(i) : List.of(load, i),
        pipe,
        feature != Feature.BANKS
            ? bits
            : new ControlBits(bits.stall(), bits.writes(), bits.reads(), bits.waits(), true, 0),
        operands(i, pipe, slow(i, own ? rate : Rate.USUAL), needed),
        load == null ? featured(i, access(i, pipe), block) : copy(load, i),
        clock);
  }

  private static Pipe pipe(Instruction i) {
    Type type = i.type();
    return switch (i.opClass()) {
      case LOAD, STORE, ATOMIC, ATOMIC_RETURN -> i.memory() == null ? Pipe.TEXTURE : memory(i);
      case TEXTURE -> Pipe.TEXTURE;
      case BRANCH, EXIT, EVENT -> Pipe.BRANCH;
      case BARRIER -> Pipe.BARRIER;
      case FENCE -> i.op() == Op.FENCE ? Pipe.BARRIER : Pipe.ALU;
      case CROSS_LANE -> Pipe.SHUFFLE;
      case SFU_RCP, SFU_RSQRT, SFU_SQRT, SFU_EXP, SFU_LOG, SFU_SINCOS -> Pipe.SPECIAL;
      case CONVERT_INT, CONVERT_INT_FLOAT, CONVERT_FLOAT -> Pipe.SPECIAL;
      case DOUBLE_ADD, DOUBLE_MUL, DOUBLE_FMA, DOUBLE_DIV -> Pipe.DOUBLE;
      case INT_MUL24, INT_MUL32, INT_MUL_WIDE, INT_DOT -> Pipe.FMA;
      case FLOAT_ADD, FLOAT_MUL, FLOAT_MAD, FLOAT_FMA, FLOAT_DIV ->
          type == Type.F16 ? Pipe.HALF : Pipe.FMA;
      default -> Pipe.ALU;
    };
  }

  private static Pipe memory(Instruction i) {
    return switch (i.memory().space()) {
      case LOCAL -> Pipe.SHARED;
      case PARAMETER -> Pipe.ALU; // an operand from the constant bank
      case CONSTANT -> i.isRecorded() ? Pipe.CONSTANT : Pipe.ALU;
      case PRIVATE -> Pipe.PRIVATE;
      default -> Pipe.GLOBAL;
    };
  }

  private static Row.Access copy(Instruction load, Instruction store) {
    List<Integer> written = List.of(store.memory().slot());
    int bytes = store.memory().bytes();
    return new Row.Access(
        AccessKind.COPY, load.memory().slot(), bytes, null, written, Row.Lanes.EACH);
  }

  private static AccessKind atomic(Instruction i) {
    return switch (i.atomic()) {
      case BARRIER_TEST -> AccessKind.TEST;
      case BARRIER_ARRIVE_COPIED, BARRIER_COMPLETE_COPIED -> AccessKind.COPIED_ARRIVAL;
      case BARRIER_INIT, BARRIER_INVALIDATE, BARRIER_ARRIVE, BARRIER_EXPECT -> AccessKind.ARRIVAL;
      default -> i.writes().isEmpty() ? AccessKind.REDUCTION : AccessKind.ATOMIC;
    };
  }

  private static Row.Access access(Instruction i, Pipe pipe) {
    if (i.op() == Op.COMMIT_COPIES || i.op() == Op.AWAIT_COPIES) {
      return Row.Access.NONE;
    }
    if (i.opClass() == OpClass.FENCE) {
      AccessKind scope =
          i.is(Variant.Fence.DEVICE)
              ? AccessKind.FENCE_OF_DEVICE
              : i.is(Variant.Fence.SYSTEM) ? AccessKind.FENCE_OF_SYSTEM : AccessKind.FENCE_OF_GROUP;
      return new Row.Access(scope, -1, 0, null);
    }
    if (i.memory() == null || pipe == Pipe.ALU || i.memory().space() == Space.PARAMETER) {
      return Row.Access.NONE;
    }
    AccessKind kind =
        switch (i.op()) {
          case STORE -> i.isCopy() ? AccessKind.FILL : AccessKind.STORE;
          case SURFACE_STORE -> AccessKind.STORE;
          case ATOMIC -> atomic(i);
          default -> AccessKind.LOAD;
        };
    return new Row.Access(kind, i.memory().slot(), i.memory().bytes(), null);
  }
}
