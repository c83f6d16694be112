// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Finds the polls ({@link PollLoops}) of one natural loop. */
final class LoopPolls {
  private final Kernel kernel;
  private final int header;
  private final BitSet blocks;
  private final List<Instruction> code = new ArrayList<>();
  private final Map<Integer, List<Instruction>> writers = new HashMap<>(); // never iterated
  private final Map<Integer, List<Integer>> predecessors = new HashMap<>(); // never iterated

  /** Loop-invariant registers among the registers that the loop writes. */
  private final BitSet fixed = new BitSet();

  private final BitSet written = new BitSet();

  private final Map<Integer, Boolean> counted = new HashMap<>(); // never iterated

  /** Registers that depend on loads of global memory in the loop, through data alone. */
  private final BitSet loaded = new BitSet();

  private BitSet polledOnly; // null until computed
  private BitSet again; // blocks that reach the next iteration without passing an exit
  private BitSet outwards; // blocks that reach an exit within the iteration

  LoopPolls(Kernel kernel, int header, BitSet blocks) {
    this.kernel = kernel;
    this.header = header;
    this.blocks = blocks;
    blocks.stream().forEach(b -> code.addAll(kernel.blocks().get(b).instructions()));
    for (Instruction i : code) {
      for (int d : i.writes()) {
        writers.computeIfAbsent(d, k -> new ArrayList<>()).add(i);
      }
    }
    for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
      for (int s : kernel.blocks().get(b).successors()) {
        predecessors.computeIfAbsent(s, k -> new ArrayList<>()).add(b);
      }
    }
  }

  BitSet find() {
    BitSet slots = new BitSet();
    if (code.stream().noneMatch(LoopPolls::readsGlobal)) {
      return slots;
    }
    findFixed();
    for (Instruction i : code) {
      if (readsGlobal(i)) {
        i.destinations().stream().filter(d -> d >= 0).forEach(loaded::set);
      }
    }
    spread(loaded, new BitSet());
    BitSet quiet = quietBlocks();
    BitSet polled = onCycle(quiet);
    for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
      if (!polled.get(b)) {
        continue;
      }
      for (Instruction i : kernel.blocks().get(b).instructions()) {
        if (mayPoll(i) && decidesExit(i) && mayStay(i, b, quiet)) {
          slots.set(i.memory().slot());
        }
      }
    }
    return slots;
  }

  private static boolean readsGlobal(Instruction i) {
    return (i.op() == Op.LOAD || i.op() == Op.ATOMIC) && isShared(i) && !i.memory().readOnly();
  }

  /** Returns whether other groups can access the memory of an access. */
  private static boolean isShared(Instruction i) {
    Space space = i.memory().space();
    return space == Space.GLOBAL || space == Space.GENERIC;
  }

  private void findFixed() {
    int[] definitions = new int[kernel.registers().size()];
    for (Instruction i : code) {
      for (int d : i.writes()) {
        written.set(d);
        definitions[d]++;
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Instruction i : code) {
        if (i.destinations().size() == 1
            && isPure(i)
            && i.sources().stream().allMatch(this::isFixed)) {
          int d = i.destinations().get(0);
          if (d >= 0 && definitions[d] == 1 && !fixed.get(d)) {
            fixed.set(d);
            changed = true;
          }
        }
      }
    }
  }

  private static boolean isPure(Instruction i) {
    return i.op() == Op.LOAD
        ? i.memory().space() == Space.PARAMETER
        : i.memory() == null
            && i.guard() < 0
            && i.op() != Op.SPECIAL
            && i.op() != Op.SHUFFLE
            && i.op() != Op.MATRIX
            && i.op() != Op.ROW_ADDRESS
            && i.op() != Op.TRANSPOSE;
  }

  private boolean isFixed(Operand o) {
    return !o.isRegister() || !written.get(o.register()) || fixed.get(o.register());
  }

  /** Returns blocks without retried updates and without accesses that always change memory. */
  private BitSet quietBlocks() {
    BitSet quiet = new BitSet();
    for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
      quiet.set(b, kernel.blocks().get(b).instructions().stream().noneMatch(this::makesProgress));
    }
    return quiet;
  }

  private boolean makesProgress(Instruction i) {
    return switch (i.op()) {
      case STORE -> isShared(i);
      case ATOMIC -> isShared(i) && !mayLeaveUnchanged(i);
      case SURFACE_STORE, PRINTF -> true;
      default -> false;
    };
  }

  /** Returns whether an atomic leaves memory unchanged for some of the values that it may find. */
  private boolean mayLeaveUnchanged(Instruction i) {
    if (i.atomic().isOfWavefront()) {
      return false;
    }
    Operand value = i.sources().get(1);
    return switch (i.atomic()) {
      case COMPARE_EXCHANGE -> !value.isRegister() || !loaded.get(value.register());
      case EXCHANGE, AND, OR, MIN, MAX -> isFixed(value);
      case ADD, SUB, XOR -> !value.isRegister() && value.bits() == 0;
      default -> false;
    };
  }

  private boolean mayPoll(Instruction i) {
    if (!readsGlobal(i) || i.memory().slot() < 0) {
      return false;
    }
    return i.op() == Op.ATOMIC
        ? mayLeaveUnchanged(i)
        : i.memory().isVolatile() || isFixed(i.sources().get(0));
  }

  /** Returns the quiet blocks that are on a cycle of quiet blocks through the header. */
  private BitSet onCycle(BitSet quiet) {
    BitSet cycle = new BitSet();
    if (quiet.get(header)) {
      cycle.or(reached(List.of(header), quiet, b -> kernel.blocks().get(b).successors()));
      cycle.and(reached(List.of(header), quiet, b -> predecessors.getOrDefault(b, List.of())));
      cycle.and(quiet);
    }
    return cycle;
  }

  /** Returns the blocks reached by paths whose intermediate blocks are all allowed. */
  private static BitSet reached(
      Iterable<Integer> from, BitSet allowed, IntFunction<List<Integer>> edges) {
    BitSet seen = new BitSet();
    ArrayDeque<Integer> work = new ArrayDeque<>();
    from.forEach(work::add);
    while (!work.isEmpty()) {
      for (int s : edges.apply(work.poll())) {
        if (!seen.get(s)) {
          seen.set(s);
          if (allowed.get(s)) {
            work.add(s);
          }
        }
      }
    }
    return seen;
  }

  /**
   * Returns whether an iteration may poll the same address as the previous iteration, because some
   * path through the loop leaves the address unchanged. If every iteration advances the address,
   * each element is read once, and the loop waits for nothing.
   */
  private boolean mayStay(Instruction poll, int block, BitSet quiet) {
    if (isFixed(poll.sources().get(0))) {
      return true;
    }
    BitSet address = new BitSet();
    feeds(poll.sources().get(0).register(), address);
    BitSet staying = (BitSet) quiet.clone();
    for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
      for (Instruction i : kernel.blocks().get(b).instructions()) {
        if (i.op() != Op.MOVE && i.op() != Op.SELECT) {
          for (int d : i.writes()) {
            if (address.get(d) && isCounted(d)) {
              staying.clear(b);
            }
          }
        }
      }
    }
    return onCycle(staying).get(block);
  }

  private boolean isRecurrent(int register) {
    BitSet before = new BitSet();
    for (Instruction i : writers.getOrDefault(register, List.of())) {
      if (i.op() != Op.SELECT) {
        for (Operand s : i.sources()) {
          if (s.isRegister() && !isFixed(s)) {
            feeds(s.register(), before);
          }
        }
      }
    }
    return before.get(register);
  }

  /** Adds a register's transitive sources, except of selections, which may keep any value. */
  private void feeds(int register, BitSet into) {
    ArrayDeque<Integer> work = new ArrayDeque<>();
    work.add(register);
    while (!work.isEmpty()) {
      int r = work.poll();
      if (into.get(r)) {
        continue;
      }
      into.set(r);
      for (Instruction i : writers.getOrDefault(r, List.of())) {
        if (i.op() != Op.SELECT) {
          i.sources().stream()
              .filter(s -> s.isRegister() && !isFixed(s))
              .forEach(s -> work.add(s.register()));
        }
      }
    }
  }

  /** Returns the registers that depend only on fixed and polled values, without counters. */
  private BitSet polledOnly() {
    if (polledOnly != null) {
      return polledOnly;
    }
    BitSet mixed = new BitSet();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Instruction i : code) {
        boolean clean = readsGlobal(i) ? isFixed(i.sources().get(0)) : isPure(i);
        for (Operand s : i.sources()) {
          clean &= isFixed(s) || !mixed.get(s.register()) && !isCounted(s.register());
        }
        for (int d : i.writes()) {
          if (!clean && !mixed.get(d)) {
            mixed.set(d);
            changed = true;
          }
        }
      }
    }
    BitSet only = (BitSet) written.clone();
    only.andNot(mixed);
    only.stream().filter(this::isCounted).forEach(mixed::set);
    only.andNot(mixed);
    polledOnly = only;
    return only;
  }

  private boolean isCounted(int register) {
    return counted.computeIfAbsent(register, this::isRecurrent);
  }

  /** Returns whether the value that an access finds decides when control leaves the loop. */
  private boolean decidesExit(Instruction poll) {
    BitSet tainted = new BitSet();
    poll.destinations().stream().filter(d -> d >= 0).forEach(tainted::set);
    BitSet decided = new BitSet();
    spread(tainted, decided);
    boolean plain = poll.op() == Op.LOAD && !poll.memory().isVolatile();
    BitSet only = plain ? polledOnly() : null;
    for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
      Block block = kernel.blocks().get(b);
      boolean read = block.successors().size() > 1 && reads(block.last(), tainted);
      if (plain && !isDecidedBy(block.last(), only)) {
        continue;
      }
      if (leaves(b) && (decided.get(b) || reads(block.last(), tainted))
          || read && choosesRound(block)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDecidedBy(Instruction branch, BitSet registers) {
    return branch.guard() >= 0 && registers.get(branch.guard());
  }

  private boolean leaves(int b) {
    Block block = kernel.blocks().get(b);
    return block.last().op() == Op.EXIT
        || block.successors().stream().anyMatch(s -> !blocks.get(s));
  }

  /** Returns whether a branch chooses between the next iteration and a path to an exit. */
  private boolean choosesRound(Block branch) {
    if (again == null) {
      findWays();
    }
    boolean repeats = false;
    boolean exits = false;
    for (int s : branch.successors()) {
      repeats |= s == header || again.get(s);
      exits |= outwards.get(s);
    }
    return repeats && exits;
  }

  private void findWays() {
    BitSet staying = new BitSet();
    blocks.stream().filter(b -> !leaves(b)).forEach(staying::set);
    IntFunction<List<Integer>> back = b -> predecessors.getOrDefault(b, List.of());
    again = reached(List.of(header), staying, back);
    again.and(staying);
    BitSet others = (BitSet) blocks.clone();
    others.clear(header);
    List<Integer> leaving = others.stream().filter(this::leaves).boxed().toList();
    outwards = reached(leaving, others, back);
    leaving.forEach(outwards::set);
    outwards.and(others);
  }

  /** Adds the registers that depend on the given set, and the blocks control-dependent on it. */
  private void spread(BitSet registers, BitSet decided) {
    boolean control = registers != loaded;
    boolean local = false;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = blocks.nextSetBit(0); b >= 0; b = blocks.nextSetBit(b + 1)) {
        Block block = kernel.blocks().get(b);
        for (Instruction i : block.instructions()) {
          boolean depends =
              reads(i, registers)
                  || control && decided.get(b)
                  || local && i.op() == Op.LOAD && !isShared(i);
          if (!depends) {
            continue;
          }
          if (i.op() == Op.STORE && !isShared(i) && !local) {
            local = true;
            changed = true;
          }
          for (int d : i.writes()) {
            if (!registers.get(d)) {
              registers.set(d);
              changed = true;
            }
          }
        }
        if (control && block.successors().size() > 1 && reads(block.last(), registers)) {
          changed |= decide(block, decided);
        }
      }
    }
  }

  private static boolean reads(Instruction i, BitSet registers) {
    if (i.guard() >= 0 && registers.get(i.guard())) {
      return true;
    }
    for (Operand s : i.sources()) {
      if (s.isRegister() && registers.get(s.register())) {
        return true;
      }
    }
    return false;
  }

  /** Adds the blocks of the loop between a branch and its post-dominator. */
  private boolean decide(Block branch, BitSet decided) {
    BitSet region = new BitSet();
    ArrayDeque<Integer> work = new ArrayDeque<>(branch.successors());
    while (!work.isEmpty()) {
      int b = work.poll();
      if (b != branch.postDominator() && b != header && blocks.get(b) && !region.get(b)) {
        region.set(b);
        work.addAll(kernel.blocks().get(b).successors());
      }
    }
    int before = decided.cardinality();
    decided.or(region);
    return decided.cardinality() > before;
  }
}
