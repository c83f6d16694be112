// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.register.LiveInterval;
import io.lockstep.lower.register.SpillSlot;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Row;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Keeps values outside of their registers between definitions and readers: predicates in vector
 * registers, the values of vector registers in local memory, from where each reader loads them. Not
 * thread-safe.
 */
final class Spills {
  private static final Value ONE = Value.immediate(1);
  private static final int WORD = 4;
  private static final int TRIPS = 3; // log2 of the iterations of a loop, if nothing is known
  private static final int DEEPEST = 4;

  private final VirtualRegisters registers;
  private final int start;
  private final BitSet spilled = new BitSet(); // and the short-lived registers that replace them
  private final Map<Integer, Value> homes = new HashMap<>(); // of predicates
  private final Map<Integer, Integer> places = new HashMap<>(); // offsets of vector registers
  private int end;

  /**
   * Creates an empty set of spills; their local memory follows the kernel's own.
   *
   * @param own its bytes
   */
  Spills(VirtualRegisters registers, int own) {
    this.registers = registers;
    start = own + 7 & -8;
    end = start;
  }

  boolean areEmpty() {
    return spilled.isEmpty();
  }

  /**
   * Spills registers of a file until the others fit: predicates that live on for longest, vector
   * registers with the fewest accesses for the length of their lives.
   *
   * @param blocks the code of each block of the kernel
   * @param allocation allocates the registers of the code as it is
   * @throws RefusalException if an instruction alone needs more
   */
  void fit(
      Kernel kernel,
      List<List<SassOp>> blocks,
      Supplier<RegisterAllocation> allocation,
      Kind file,
      int most) {
    int room = most; // less where pairs leave gaps
    RegisterAllocation tried = allocation.get();
    while (tried.used(file) > most) {
      Comparator<LiveInterval> best =
          file == Kind.VECTOR
              ? leastAccessed(kernel, blocks)
              : Comparator.comparingInt(LiveInterval::to);
      List<Integer> excess = tried.excess(file, this::isCandidate, best, room);
      if (!excess.isEmpty()) {
        spill(excess, blocks);
        tried = allocation.get();
      } else if (room-- == 0) {
        throw new RefusalException(
            "kernel '%s': needs %s %s registers at once, at most %s are available"
                .formatted(
                    kernel.name(), tried.used(file), file.name().toLowerCase(Locale.ROOT), most));
      }
    }
  }

  private boolean isCandidate(int register) {
    return !spilled.get(register) && register != registers.stack().number();
  }

  private Comparator<LiveInterval> leastAccessed(Kernel kernel, List<List<SassOp>> blocks) {
    long[] accesses = new long[registers.size()];
    for (Block b : kernel.blocks()) {
      long often = 1L << TRIPS * Math.min(DEEPEST, b.loopDepth());
      blocks.get(b.id()).forEach(op -> op.reads(r -> accesses[r] += often));
      blocks.get(b.id()).forEach(op -> op.writes(r -> accesses[r] += often));
    }
    return (a, b) ->
        Long.compare(
            accesses(b, accesses) * (a.to() - a.from() + 1),
            accesses(a, accesses) * (b.to() - b.from() + 1));
  }

  private static long accesses(LiveInterval interval, long[] accesses) {
    return interval.values().stream().mapToLong(v -> accesses[v]).sum();
  }

  /** The local memory of a kernel of which so many registers are left. */
  PrivateFrame frame(Kernel kernel, int count) {
    int bytes = end - start;
    return bytes == 0
        ? new PrivateFrame(kernel.privateBytes(), 0, "")
        : new PrivateFrame(
            end,
            bytes,
            "kernel '%s' is compiled for %s registers; spilled: %s bytes a thread"
                .formatted(kernel.name(), count, bytes));
  }

  /** Spills registers; of a pair, both halves. */
  private void spill(List<Integer> leaving, List<List<SassOp>> blocks) {
    Set<Integer> now = new TreeSet<>();
    for (int register : leaving) {
      now.add(register);
      if (registers.file(register) == Kind.PREDICATE) {
        homes.put(register, registers.temporary(Kind.VECTOR));
      } else if (registers.partner(register) < 0) {
        places.put(register, end);
        end += WORD;
      } else {
        end = end + 7 & -8;
        now.add(registers.partner(register));
        places.put(register, registers.isLow(register) ? end : end + WORD);
        places.put(registers.partner(register), registers.isLow(register) ? end + WORD : end);
        end += 2 * WORD;
      }
    }
    now.forEach(spilled::set);
    for (List<SassOp> block : blocks) {
      List<SassOp> all = new ArrayList<>();
      block.forEach(op -> place(op, now, all));
      block.clear();
      block.addAll(all);
    }
  }

  private void place(SassOp op, Set<Integer> now, List<SassOp> all) {
    Set<Integer> read = new TreeSet<>();
    Set<Integer> written = new TreeSet<>();
    op.reads(r -> addKnown(r, now, read));
    op.writes(r -> addKnown(r, now, written));
    Map<Integer, Value> names = new HashMap<>();
    read.forEach(r -> name(r, names));
    written.forEach(r -> name(r, names));
    read.addAll(op.guard == null ? Set.of() : written); // lanes outside keep the former value
    if (!names.isEmpty()) {
      op.renameReads(r -> names.getOrDefault(r.number(), r));
      op.renameWrites(r -> names.getOrDefault(r.number(), r));
    }
    for (int r : read) {
      if (homes.containsKey(r)) {
        all.add(
            operation("ISETP.NE.AND", op.from, names.get(r), List.of(homes.get(r), Value.ZERO)));
      } else if (!isUpperOf(r, read)) {
        all.add(move(op.from, r, isWhole(r, read), AccessKind.LOAD, names));
      }
    }
    all.add(op);
    for (int w : written) {
      if (homes.containsKey(w)) {
        all.add(
            operation("SEL", op.from, homes.get(w), List.of(Value.ZERO, ONE, names.get(w).not())));
      } else if (!isUpperOf(w, written)) {
        all.add(move(op.from, w, isWhole(w, written), AccessKind.STORE, names));
      }
    }
  }

  private static void addKnown(int register, Set<Integer> known, Set<Integer> to) {
    if (known.contains(register)) {
      to.add(register);
    }
  }

  /** Names the short-lived register, or pair, that stands for a spilled one. */
  private void name(int register, Map<Integer, Value> names) {
    if (names.containsKey(register)) {
      return;
    }
    int partner = registers.partner(register);
    if (partner < 0) {
      keep(names, register, registers.temporary(registers.file(register)));
    } else {
      Value pair = registers.pair(registers.file(register));
      keep(names, registers.isLow(register) ? register : partner, pair.low());
      keep(names, registers.isLow(register) ? partner : register, pair.high());
    }
  }

  private void keep(Map<Integer, Value> names, int register, Value now) {
    spilled.set(now.number());
    names.put(register, now);
  }

  /** Whether a register is accessed with the lower half of its pair. */
  private boolean isUpperOf(int register, Set<Integer> accessed) {
    return !registers.isLow(register) && accessed.contains(registers.partner(register));
  }

  private boolean isWhole(int register, Set<Integer> accessed) {
    return registers.isLow(register) && accessed.contains(registers.partner(register));
  }

  /** A load or store of a register, or of the pair that it begins. */
  private SassOp move(
      List<Instruction> from,
      int register,
      boolean pair,
      AccessKind kind,
      Map<Integer, Value> names) {
    Value value = names.get(register);
    if (pair) {
      value = value.with(names.get(registers.partner(register)));
    }
    int bytes = pair ? 2 * WORD : WORD;
    boolean load = kind == AccessKind.LOAD;
    SassOp op = new SassOp((load ? "LDL" : "STL") + (pair ? ".64" : ""), Pipe.PRIVATE);
    op.from = from;
    op.sources.add(registers.stack());
    (load ? op.results : op.sources).add(value);
    op.offset = places.get(register);
    op.aligned = bytes;
    op.removable = false;
    op.access = new Row.Access(kind, -1, bytes, new SpillSlot(places.get(register), bytes));
    return op;
  }

  private static SassOp operation(
      String name, List<Instruction> from, Value result, List<Value> sources) {
    SassOp op = new SassOp(name, Pipe.ALU);
    op.from = from;
    op.results.add(result);
    op.sources.addAll(sources);
    return op;
  }
}
