// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MemoryOrder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.lower.pass.Neighbours;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds accesses of adjacent dwords that one instruction can perform. Scalar loads have 2, 4, 8 or
 * 16 dwords. Vector loads and stores have two to four, as LLVM's LoadStoreVectorizer makes them:
 * with unaligned access, which HSA enables, dword alignment suffices.
 *
 * <p>Loads are performed where the first of them is, stores where the last is. Between them no
 * instruction may access the same memory, unless both only read; two addresses are known to differ
 * only if they have the same registers and different offsets.
 */
final class LoadStoreVectorizer {
  private static final int MAX_SCALAR_DWORDS = 16;
  private static final int SCALAR_GAP = 3;

  private enum Kind {
    SCALAR_LOAD,
    /** A vector load of memory that nothing writes while the kernel runs. */
    READ_ONLY_LOAD,
    LOAD,
    STORE;

    boolean isReadOnly() {
      return this == SCALAR_LOAD || this == READ_ONLY_LOAD;
    }
  }

  /**
   * Address registers, equal for accesses that differ only in their offsets.
   *
   * @param version number of changes of the registers up to the access
   */
  private record Registers(int base, int index, int version) {}

  private static final Registers ARGUMENTS = new Registers(-1, -1, -1);

  private record Key(Kind kind, Registers registers) {}

  /** Accesses of one kind and address between which no instruction interferes. */
  private static final class Run {
    final List<Instruction> accesses = new ArrayList<>();

    /** Writes of other words with the same address registers since the first load. */
    final List<Instruction> writes = new ArrayList<>();

    /** Registers that the stores read as data. */
    final Set<Integer> data = new HashSet<>();

    final int start;

    Run(int start) {
      this.start = start;
    }
  }

  private final AddressModes modes;
  private final RegisterPlacement placement;
  private final List<Integer> vectorDwords;
  private final MergedAccesses merged;

  private final Map<Key, Run> open = new LinkedHashMap<>();
  private final Map<Integer, Integer> changes = new HashMap<>(); // of each register
  private final Map<Integer, Integer> used = new HashMap<>(); // last access of each register

  /**
   * @param modes addresses of the accesses
   * @param placement determines which loads are scalar
   * @param chip limits the dwords of a vector access
   * @param merged receives the groups
   */
  LoadStoreVectorizer(
      AddressModes modes, RegisterPlacement placement, Chip chip, MergedAccesses merged) {
    this.modes = modes;
    this.placement = placement;
    this.merged = merged;
    int most = chip.applies(GcnOption.MERGED_ACCESSES) ? chip.mostMergedDwords : 1;
    vectorDwords = IntStream.rangeClosed(1, most).boxed().toList();
  }

  /**
   * @param wanted whether a load is performed at all
   */
  void find(int block, List<Instruction> schedule, Predicate<Instruction> wanted) {
    open.clear();
    changes.clear();
    used.clear();
    for (int k = 0; k < schedule.size(); k++) {
      Instruction i = schedule.get(k);
      end(i);
      Kind kind = kind(i, block);
      if (kind != null && wanted.test(i)) {
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
    open.forEach(this::merge);
  }

  /** The constant offset of an access from its address registers or the kernel's arguments. */
  long offset(Instruction i) {
    AddressModes.Mode m = modes.of(i);
    return m == null ? i.memory().offset() + i.sources().get(0).bits() : m.offset();
  }

  static int bytes(Instruction i) {
    return Math.max(4, i.memory().bytes());
  }

  private Kind kind(Instruction i, int block) {
    if (placement.isScalarLoad(i, block)) {
      return Kind.SCALAR_LOAD;
    }
    boolean plain =
        (i.op() == Op.LOAD || i.op() == Op.STORE)
            && (i.memory().space() == Space.GLOBAL || i.memory().space() == Space.CONSTANT)
            && !isOrdered(i)
            && i.guard() < 0
            && i.isRecorded()
            && (i.memory().bytes() == 4 || i.memory().bytes() == 8);
    if (!plain) {
      return null;
    }
    return i.op() == Op.STORE
        ? Kind.STORE
        : i.memory().readOnly() ? Kind.READ_ONLY_LOAD : Kind.LOAD;
  }

  private static boolean isOrdered(Instruction i) {
    return i.memory().isVolatile()
        || i.memory().order().order() != MemoryOrder.Order.UNSAID
        || i.isCopy();
  }

  private Registers registers(Instruction i) {
    AddressModes.Mode m = modes.of(i);
    if (m == null) {
      return ARGUMENTS;
    }
    int changed = changes.getOrDefault(m.base(), 0) + changes.getOrDefault(m.index(), 0);
    return new Registers(m.base(), m.index(), changed);
  }

  private void add(Instruction i, Key key, int at) {
    Run before = open.get(key);
    if (before != null && !admits(before, i)) {
      merge(key, before);
      open.remove(key);
    }
    Run run = open.computeIfAbsent(key, k -> new Run(at));
    run.accesses.add(i);
    if (key.kind == Kind.STORE) {
      data(i).forEach(o -> run.data.add(o.register()));
    }
  }

  private static Stream<Operand> data(Instruction store) {
    return store.sources().stream().skip(1).filter(Operand::isRegister);
  }

  /** Whether a load can be performed where the first load of a run is. */
  private boolean admits(Run run, Instruction i) {
    return run.writes.stream().noneMatch(w -> overlap(w, i))
        && i.writes().stream().allMatch(d -> used.getOrDefault(d, -1) <= run.start);
  }

  /** Merges the runs that cannot continue after an instruction. */
  private void end(Instruction i) {
    open.entrySet()
        .removeIf(
            e -> {
              boolean ends = ends(e.getKey(), e.getValue(), i);
              if (ends) {
                merge(e.getKey(), e.getValue());
              }
              return ends;
            });
  }

  private boolean ends(Key key, Run run, Instruction i) {
    if (i.op() == Op.FENCE || i.op() == Op.BARRIER) {
      return !key.registers.equals(ARGUMENTS);
    }
    if (key.kind.isReadOnly()) {
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
    return offset(a) < offset(b) + b.memory().bytes() && offset(b) < offset(a) + a.memory().bytes();
  }

  private void merge(Key key, Run run) {
    List<Instruction> accesses = run.accesses;
    List<List<Instruction>> groups =
        key.kind == Kind.SCALAR_LOAD
            ? Neighbours.groups(
                accesses, this::offset, LoadStoreVectorizer::bytes, MAX_SCALAR_DWORDS, SCALAR_GAP)
            : Neighbours.groups(
                accesses, this::offset, LoadStoreVectorizer::bytes, vectorDwords, 0);
    for (List<Instruction> group : groups) {
      List<Instruction> ordered = accesses.stream().filter(group::contains).toList();
      merged.add(ordered.get(key.kind == Kind.STORE ? ordered.size() - 1 : 0), group);
    }
  }
}
