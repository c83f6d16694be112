// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.register.LiveInterval;
import io.lockstep.lower.register.SpillGroup;
import io.lockstep.lower.register.SpillSlot;
import io.lockstep.lower.register.Spiller;
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
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * Keeps values outside of their registers between definitions and readers: predicates in vector
 * registers, the values of vector registers in local memory, from where each reader loads them. Not
 * thread-safe.
 */
public final class Spills {
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
  public Spills(VirtualRegisters registers, int own) {
    this.registers = registers;
    start = own + 7 & -8;
    end = start;
  }

  public boolean areEmpty() {
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
  public void fit(
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
  public PrivateFrame frame(Kernel kernel, int count) {
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
      List<SassOp> out = new ArrayList<>();
      new Spiller<SassOp>(
              (op, r) -> each(read(op), r),
              (op, r) -> each(written(op), r),
              (op, r) -> now.contains(r),
              (op, some) -> load(op, some, out),
              (op, reads, writes) -> {
                op.renameReads(r -> renamed(r, reads));
                op.renameWrites(r -> renamed(r, writes));
                out.add(op);
              },
              (op, some, from) -> out.add(store(op, some, from)))
          .grouped(this::group, 0)
          .renaming(this::name)
          .insert(block);
      block.clear();
      block.addAll(out);
    }
  }

  private static Set<Integer> written(SassOp op) {
    Set<Integer> written = new TreeSet<>();
    op.writes(written::add);
    return written;
  }

  /** Registers that an instruction reads; also results whose lanes outside keep their value. */
  private static Set<Integer> read(SassOp op) {
    Set<Integer> read = op.guard == null ? new TreeSet<>() : written(op);
    op.reads(read::add);
    return read;
  }

  /** Visits registers by number; of a pair, both halves in the place of the lower one. */
  private void each(Set<Integer> accessed, IntConsumer visitor) {
    for (int r : accessed) {
      int partner = registers.partner(r);
      if (registers.isLow(r) || !accessed.contains(partner)) {
        visitor.accept(r);
        if (registers.isLow(r) && accessed.contains(partner)) {
          visitor.accept(partner);
        }
      }
    }
  }

  /** Both halves of a pair, the lower one first, of which the numbers may be in any order. */
  private SpillGroup group(int register) {
    int partner = registers.partner(register);
    return partner < 0
        ? SpillGroup.alone(register)
        : new SpillGroup(
            registers.isLow(register) ? List.of(register, partner) : List.of(partner, register),
            false);
  }

  private List<Integer> load(SassOp by, List<Integer> read, List<SassOp> out) {
    Map<Integer, Integer> names = new HashMap<>();
    read.forEach(r -> names.put(r, name(r, k -> names.getOrDefault(k, -1))));
    List<Integer> to = read.stream().map(names::get).toList();
    Value home = homes.get(read.get(0));
    out.add(
        home == null
            ? move(by.from, read, to, AccessKind.LOAD)
            : operation("ISETP.NE.AND", by.from, value(to.get(0)), List.of(home, Value.ZERO)));
    return to;
  }

  private SassOp store(SassOp by, List<Integer> written, List<Integer> from) {
    Value home = homes.get(written.get(0));
    return home == null
        ? move(by.from, written, from, AccessKind.STORE)
        : operation("SEL", by.from, home, List.of(Value.ZERO, ONE, value(from.get(0)).not()));
  }

  /** Names the short-lived register, or the half of a pair, that stands for a spilled one. */
  private int name(int register, IntUnaryOperator named) {
    int partner = registers.partner(register);
    int known = named.applyAsInt(register);
    int other = partner < 0 ? -1 : named.applyAsInt(partner);
    if (known >= 0 || other >= 0) {
      return known >= 0 ? known : registers.partner(other);
    }
    Kind file = registers.file(register);
    Value fresh = partner < 0 ? registers.temporary(file) : registers.pair(file);
    for (Value part = fresh; part != null; part = part.high()) {
      spilled.set(part.number());
    }
    return (partner < 0 || registers.isLow(register) ? fresh : fresh.high()).number();
  }

  private Value value(int register) {
    return Value.register(registers.file(register), register);
  }

  private Value renamed(Value register, IntUnaryOperator names) {
    int name = names.applyAsInt(register.number());
    return name == register.number() ? register : value(name);
  }

  /** A load or store of a register, or of both halves of a pair. */
  private SassOp move(
      List<Instruction> from, List<Integer> stored, List<Integer> names, AccessKind kind) {
    boolean pair = stored.size() > 1;
    Value value = value(names.get(0));
    if (pair) {
      value = value.with(value(names.get(1)));
    }
    int bytes = pair ? 2 * WORD : WORD;
    boolean load = kind == AccessKind.LOAD;
    SassOp op = new SassOp((load ? "LDL" : "STL") + (pair ? ".64" : ""), Pipe.PRIVATE);
    op.from = from;
    op.sources.add(registers.stack());
    (load ? op.results : op.sources).add(value);
    op.offset = places.get(stored.get(0));
    op.aligned = bytes;
    op.removable = false;
    op.access = new Row.Access(kind, -1, bytes, new SpillSlot(places.get(stored.get(0)), bytes));
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
