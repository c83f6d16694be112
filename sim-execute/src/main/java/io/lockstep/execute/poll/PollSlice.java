// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The instructions through which the value of a poll decides the branch at the end of its block. A
 * slice exists only if the branch depends solely on the value and on registers that the loop does
 * not write, and if the loop uses the value neither for stores nor for addresses. Immutable.
 */
public final class PollSlice {
  final PollLoops.Loop loop;
  final Instruction poll;

  /** Code that computes the branch's predicate from value and inputs, without side effects. */
  public final List<Instruction> code;

  /** Registers that the code reads and that the loop does not write. */
  final int[] inputs;

  final Instruction branch;

  /** Index of a successor outside the loop whose code does not read the value, or -1. */
  public final int leaving;

  /** Indices of the successors after which a round changes nothing, whatever the value. */
  private final BitSet quiet;

  private PollSlice(Search found, int leaving, BitSet quiet) {
    loop = found.loop;
    poll = found.poll;
    code = List.copyOf(found.code);
    inputs = found.needed.stream().toArray();
    branch = found.block.last();
    this.leaving = leaving;
    this.quiet = quiet;
  }

  /** Returns whether work-items that take this successor return to the poll unchanged. */
  boolean isQuiet(int successor) {
    return quiet.get(successor);
  }

  /** Returns the slice of a poll, or null if there is none. */
  public static PollSlice of(Kernel kernel, Liveness liveness, PollLoops.Loop loop, int slot) {
    Search search = new Search(kernel, loop);
    if (!search.locate(slot) || !search.slice() || search.repeatsInRound()) {
      return null;
    }
    BitSet tainted = search.taint();
    if (tainted == null || tainted.intersects(liveness.liveIn(loop.header()))) {
      return null;
    }
    int leaving = -1;
    BitSet quiet = new BitSet();
    List<Integer> successors = search.block.successors();
    for (int way = 0; way < successors.size(); way++) {
      int s = successors.get(way);
      if (loop.blocks().get(s)) {
        quiet.set(way, !search.branchesOn(tainted, s));
      } else if (!tainted.intersects(liveness.liveIn(s))) {
        leaving = way;
      }
    }
    return new PollSlice(search, leaving, quiet);
  }

  private static final class Search {
    private final Kernel kernel;
    private final PollLoops.Loop loop;
    private final List<Instruction> code = new ArrayList<>();
    private final BitSet needed = new BitSet();
    private Instruction poll;
    private Block block;
    private int position;

    Search(Kernel kernel, PollLoops.Loop loop) {
      this.kernel = kernel;
      this.loop = loop;
    }

    /** Finds the poll; returns whether the poll reads exactly one whole register. */
    boolean locate(int slot) {
      for (int b = loop.blocks().nextSetBit(0); b >= 0; b = loop.blocks().nextSetBit(b + 1)) {
        List<Instruction> instructions = kernel.blocks().get(b).instructions();
        for (int k = 0; k < instructions.size(); k++) {
          Instruction i = instructions.get(k);
          if (i.isRecorded() && i.memory().slot() == slot) {
            poll = i;
            block = kernel.blocks().get(b);
            position = k;
          }
        }
      }
      return poll != null
          && poll.guard() < 0
          && poll.memory().width() == 1
          && poll.destinations().size() == 1
          && poll.destinations().get(0) >= 0
          && poll.memory().element().bits() >= 32
          && poll.memory().element().bits() == bits(poll.destinations().get(0))
          && block.last().op() == Op.BRANCH;
    }

    private int bits(int register) {
      return kernel.registers().get(register).bits();
    }

    /**
     * Slices backwards from the branch; returns whether only the value and registers that the loop
     * does not write decide it.
     */
    boolean slice() {
      List<Instruction> instructions = block.instructions();
      int value = poll.destinations().get(0);
      needed.set(block.last().guard());
      for (int k = instructions.size() - 2; k >= 0; k--) {
        Instruction i = instructions.get(k);
        if (k == position) {
          if (!needed.get(value)) {
            return false;
          }
          needed.clear(value);
        } else if (i.writes().stream().anyMatch(needed::get)) {
          if (i.guard() >= 0 || !isArithmetic(i)) {
            return false;
          }
          code.add(0, i);
          i.destinations().stream().filter(d -> d >= 0).forEach(needed::clear);
          i.sources().stream().filter(Operand::isRegister).forEach(s -> needed.set(s.register()));
        }
      }
      return loopCode().stream().noneMatch(i -> i.writes().stream().anyMatch(needed::get));
    }

    private List<Instruction> loopCode() {
      List<Instruction> all = new ArrayList<>();
      loop.blocks().stream().forEach(b -> all.addAll(kernel.blocks().get(b).instructions()));
      return all;
    }

    /** Returns whether an instruction only computes results from a work-item's registers. */
    private static boolean isArithmetic(Instruction i) {
      return i.memory() == null && i.op() != Op.SPECIAL && i.op().isComputation();
    }

    /** Returns whether the poll may execute more than once in a round of the loop. */
    boolean repeatsInRound() {
      BitSet inside = (BitSet) loop.blocks().clone();
      inside.clear(loop.header());
      return block.id() != loop.header() && reached(block, inside).get(block.id());
    }

    /** Returns the allowed blocks that are reachable from a block's successors. */
    private BitSet reached(Block from, BitSet allowed) {
      BitSet seen = new BitSet();
      ArrayDeque<Integer> work = new ArrayDeque<>(from.successors());
      while (!work.isEmpty()) {
        int b = work.poll();
        if (allowed.get(b) && !seen.get(b)) {
          seen.set(b);
          work.addAll(kernel.blocks().get(b).successors());
        }
      }
      return seen;
    }

    /**
     * Returns the registers computed from the value in the loop; null if an access, a barrier or an
     * exchange between work-items reads one of them.
     */
    BitSet taint() {
      BitSet tainted = new BitSet();
      tainted.set(poll.destinations().get(0));
      List<Instruction> all = loopCode();
      int before;
      do {
        before = tainted.cardinality();
        for (Instruction i : all) {
          if (reads(i, tainted)) {
            i.destinations().stream().filter(d -> d >= 0).forEach(tainted::set);
          }
        }
      } while (tainted.cardinality() > before);
      boolean used =
          all.stream()
              .anyMatch(i -> reads(i, tainted) && !i.op().isTerminator() && !isArithmetic(i));
      return used ? null : tainted;
    }

    private static boolean reads(Instruction i, BitSet registers) {
      return i.guard() >= 0 && registers.get(i.guard())
          || i.sources().stream().anyMatch(s -> s.isRegister() && registers.get(s.register()));
    }

    /**
     * Returns whether another branch on a path from a successor back to the poll reads one of the
     * registers.
     */
    boolean branchesOn(BitSet registers, int successor) {
      BitSet others = (BitSet) loop.blocks().clone();
      others.clear(block.id());
      if (!others.get(successor)) {
        return false;
      }
      BitSet way = reached(kernel.blocks().get(successor), others);
      way.set(successor);
      return way.stream()
          .anyMatch(
              b ->
                  kernel.blocks().get(b).successors().size() > 1
                      && reads(kernel.blocks().get(b).last(), registers));
    }
  }
}
