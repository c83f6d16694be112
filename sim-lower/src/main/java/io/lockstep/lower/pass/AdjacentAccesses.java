// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.facts.BaseAndOffset;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds loads, or stores, of one block between which no instruction interferes, so that one access
 * may perform several of them, as LLVM's LoadStoreVectorizer does.
 *
 * <p>Loads are performed where the first of them is, stores where the last is. Between them no
 * instruction may access the same memory, unless both only read; two addresses are known to differ
 * only if they have the same registers and different offsets. Not thread-safe.
 */
public final class AdjacentAccesses {
  /** What an access does. */
  public enum Kind {
    /** A load of memory that nothing writes while the kernel runs. */
    READ_ONLY_LOAD,
    /** A load of memory that the kernel may write. */
    LOAD,
    /** A store. */
    STORE
  }

  /**
   * An address as registers and a constant.
   *
   * @param base register, or -1 if the address is constant
   * @param index register that is added to the base, or -1
   * @param offset bytes added to the registers
   */
  public record Place(int base, int index, long offset) {
    /**
     * {@return the address of an access as one register and a constant}
     *
     * @param facts facts of the kernel
     * @param i an access
     * @param block number of its block
     */
    public static Place of(RegisterFacts facts, Instruction i, int block) {
      Operand address = i.sources().get(0);
      long offset = i.memory().offset();
      BaseAndOffset sum = BaseAndOffset.of(facts, address, offset, block, o -> o == (int) o);
      Operand base = sum.base();
      if (facts.constant(base) != null) {
        return new Place(-1, -1, sum.offset() + facts.constant(base));
      }
      // A register that is written again may have another value at the access than in the sum.
      return facts.definitions(base.register()) == 1
          ? new Place(base.register(), -1, sum.offset())
          : new Place(address.register(), -1, offset);
    }
  }

  /** The accesses that may be merged. */
  public interface Candidates {
    /**
     * {@return what an access does; null if it must not be merged}
     *
     * @param i an instruction of the block
     */
    Kind kind(Instruction i);

    /**
     * {@return the address of any access of global or generic memory, and of every candidate}
     *
     * @param i an access of the block
     */
    Place place(Instruction i);
  }

  /**
   * Accesses of one kind with the same address registers, which may be performed at one place.
   *
   * @param kind what the accesses do
   * @param accesses at least one, in the order of the block
   */
  public record Run(Kind kind, List<Instruction> accesses) {
    /**
     * {@return the access at whose place some accesses of the run are performed}
     *
     * @param group accesses of the run, in any order
     */
    public Instruction performs(List<Instruction> group) {
      List<Instruction> ordered = accesses.stream().filter(group::contains).toList();
      return ordered.get(kind == Kind.STORE ? ordered.size() - 1 : 0);
    }
  }

  /** Address registers, and how often they have been written up to an access. */
  private record Registers(int base, int index, int version) {}

  private record Key(Kind kind, Registers registers) {}

  private static final class Open {
    final List<Instruction> accesses = new ArrayList<>();

    /**
     * Stores with the same address registers since the first load. A later load joins the run only
     * if it overlaps none of them.
     */
    final List<Instruction> writes = new ArrayList<>();

    /** Registers whose values the stores write to memory. */
    final Set<Integer> data = new HashSet<>();

    final int start;

    Open(int start) {
      this.start = start;
    }
  }

  private final Candidates candidates;
  private final Map<Key, Open> open = new LinkedHashMap<>();
  private final Map<Integer, Integer> changes = new HashMap<>(); // writes so far, by register
  private final Map<Integer, Integer> used =
      new HashMap<>(); // place of the last read or write, by register
  private final List<Run> found = new ArrayList<>();

  private AdjacentAccesses(Candidates candidates) {
    this.candidates = candidates;
  }

  /**
   * {@return the runs of a block; each candidate is in exactly one}
   *
   * @param block the instructions of a block in order
   * @param candidates the accesses that may be merged
   */
  public static List<Run> runs(List<Instruction> block, Candidates candidates) {
    AdjacentAccesses search = new AdjacentAccesses(candidates);
    search.find(block);
    return search.found;
  }

  /**
   * {@return what a load or store of global or constant memory does; null for other instructions
   * and for accesses that must be performed by themselves or by some lanes only}
   *
   * @param i any instruction
   */
  public static Kind plain(Instruction i) {
    boolean plain =
        (i.op() == Op.LOAD || i.op() == Op.STORE)
            && (i.memory().space() == Space.GLOBAL || i.memory().space() == Space.CONSTANT)
            && !isOrdered(i)
            && i.guard() < 0
            && i.isRecorded();
    if (!plain) {
      return null;
    }
    return i.op() == Op.STORE
        ? Kind.STORE
        : i.memory().readOnly() ? Kind.READ_ONLY_LOAD : Kind.LOAD;
  }

  /**
   * {@return whether a program requires an access to be performed by itself: it is volatile, has a
   * memory order, says which caches it uses, or is an asynchronous copy}
   *
   * @param i an access
   */
  private static boolean isOrdered(Instruction i) {
    return i.memory().isVolatile()
        || i.memory().order().order() != MemoryOrder.Order.UNSAID
        || i.memory().caching() != MemoryAccess.Caching.ALL
        || i.isCopy();
  }

  private void find(List<Instruction> block) {
    for (int k = 0; k < block.size(); k++) {
      Instruction i = block.get(k);
      end(i);
      Kind kind = candidates.kind(i);
      if (kind != null) {
        add(i, new Key(kind, registers(i)), k);
      }
      for (int r : i.reads()) {
        used.put(r, k);
      }
      for (int d : i.writes()) {
        used.put(d, k);
        changes.merge(d, 1, Integer::sum);
      }
    }
    open.forEach(this::found);
  }

  private void found(Key key, Open run) {
    found.add(new Run(key.kind, List.copyOf(run.accesses)));
  }

  private Registers registers(Instruction i) {
    Place p = candidates.place(i);
    int changed = changes.getOrDefault(p.base, 0) + changes.getOrDefault(p.index, 0);
    return new Registers(p.base, p.index, changed);
  }

  private void add(Instruction i, Key key, int at) {
    Open before = open.get(key);
    if (before != null && !admits(before, i)) {
      found(key, before);
      open.remove(key);
    }
    Open run = open.computeIfAbsent(key, k -> new Open(at));
    run.accesses.add(i);
    if (key.kind == Kind.STORE) {
      data(i).forEach(o -> run.data.add(o.register()));
    }
  }

  private static Stream<Operand> data(Instruction store) {
    return store.sources().stream().skip(1).filter(Operand::isRegister);
  }

  /**
   * Whether a load can be hoisted to the first load of a run: no store between them overlaps it,
   * and its destination is neither read nor written between them.
   */
  private boolean admits(Open run, Instruction i) {
    return run.writes.stream().noneMatch(w -> overlap(w, i))
        && i.writes().stream().allMatch(d -> used.getOrDefault(d, -1) <= run.start);
  }

  /** Ends the runs whose accesses must not be moved across an instruction. */
  private void end(Instruction i) {
    open.entrySet()
        .removeIf(
            e -> {
              boolean ends = ends(e.getKey(), e.getValue(), i);
              if (ends) {
                found(e.getKey(), e.getValue());
              }
              return ends;
            });
  }

  private boolean ends(Key key, Open run, Instruction i) {
    if (i.op() == Op.FENCE || i.op() == Op.BARRIER) {
      return key.registers.base >= 0 || key.registers.index >= 0;
    }
    if (key.kind == Kind.READ_ONLY_LOAD) {
      return false;
    }
    boolean stores = key.kind == Kind.STORE;
    if (i.op() == Op.PRINTF || stores && i.writes().stream().anyMatch(run.data::contains)) {
      return true;
    }
    Space space = i.memory() == null ? null : i.memory().space();
    if (space != Space.GLOBAL && space != Space.GENERIC) {
      return false;
    }
    boolean writes = i.op().writes() || isOrdered(i);
    if (!writes && (!stores || i.memory().readOnly())) {
      return false;
    }
    if (isOrdered(i) || !registers(i).equals(key.registers)) {
      return true;
    }
    if (!stores) {
      run.writes.add(i);
      return false;
    }
    return run.accesses.stream().anyMatch(a -> overlap(a, i));
  }

  /** Whether two accesses with the same address registers share bytes. */
  private boolean overlap(Instruction a, Instruction b) {
    long first = candidates.place(a).offset;
    long second = candidates.place(b).offset;
    return first < second + b.memory().bytes() && second < first + a.memory().bytes();
  }
}
