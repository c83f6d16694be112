// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Re-rolls loops with run-time trip counts that the front-end's compiler unrolled with a remainder.
 * Compilers for this machine keep such loops rolled (LLVM's AMDGPU target does not request run-time
 * unrolling, its NVPTX target does), so the copies of the body become consecutive trips, each with
 * its own counting and branch.
 *
 * <p>Such a loop is recognised by its trip counts, {@code n & -u} and {@code n & (u - 1)} of one
 * number (only the latter if the remainder comes first), and by its remainder: the memory
 * operations and floating-point arithmetic of the loop's block are those of the remainder repeated
 * u times. Kernels whose source requests unrolling are left unchanged, since they look the same. So
 * are chains of loads in which each load yields the next address: programs that measure latencies
 * request unrolling.
 */
final class RolledLoops {
  private static final int[] FACTORS = {8, 4, 2};

  private final RegisterFacts facts;
  private final List<List<List<Instruction>>> copies = new ArrayList<>(); // trips by block

  RolledLoops(RegisterFacts facts, Chip chip) {
    this.facts = facts;
    boolean rolls = chip.applies(GcnOption.ROLLED_LOOPS) && !facts.kernel().unrolled();
    for (Block block : facts.kernel().blocks()) {
      int factor = rolls && isLoop(block) ? factor(block) : 1;
      List<List<Instruction>> trips =
          factor > 1 ? split(block, factor) : List.of(block.instructions());
      copies.add(isChain(trips) ? List.of(block.instructions()) : trips);
    }
  }

  List<List<Instruction>> trips(int block) {
    return copies.get(block);
  }

  /** Induction variables of a loop: additions of a constant that each trip repeats. */
  List<Instruction> steps(Block block) {
    List<Instruction> steps = new ArrayList<>();
    for (Instruction i : block.instructions()) {
      if (i.op() == Op.ADD
          && i.guard() < 0
          && i.type() != Type.I1
          && !i.type().isFloat()
          && i.sources().get(0).isRegister()
          && facts.constant(i.sources().get(1)) != null
          && isCarried(block, i.destinations().get(0), i.sources().get(0).register())) {
        steps.add(i);
      }
    }
    return steps;
  }

  private static boolean isCarried(Block block, int sum, int of) {
    return sum == of
        || block.instructions().stream()
            .anyMatch(
                i ->
                    i.op() == Op.MOVE
                        && i.destinations().get(0) == of
                        && i.sources().get(0).isRegister()
                        && i.sources().get(0).register() == sum);
  }

  private int factor(Block loop) {
    List<String> all = work(loop);
    for (int factor : FACTORS) {
      if (all.isEmpty() || all.size() % factor != 0) {
        continue;
      }
      List<String> one = all.subList(0, all.size() / factor);
      boolean repeats = true;
      for (int k = 1; k < factor; k++) {
        repeats &= one.equals(all.subList(k * one.size(), (k + 1) * one.size()));
      }
      if (repeats && hasRemainder(loop, one, factor)) {
        return factor;
      }
    }
    return 1;
  }

  /** Whether a block is a whole loop, except for a separate jump back. */
  private boolean isLoop(Block block) {
    for (int s : block.successors()) {
      Block next = facts.kernel().blocks().get(s);
      if (s == block.id()
          || next.instructions().size() == 1
              && next.last().op() == Op.JUMP
              && next.successors().get(0) == block.id()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a block beside the loop does the work of one trip, as a loop if factor exceeds 2. */
  private boolean hasRemainder(Block loop, List<String> one, int factor) {
    for (Block block : facts.kernel().blocks()) {
      if (block.id() != loop.id()
          && isLoop(block) == factor > 2
          && work(block).equals(one)
          && isCounted(factor, block.id() > loop.id())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the kernel masks a number to the remainder and, if the remainder follows the loop, to a
   * multiple of the factor.
   */
  private boolean isCounted(int factor, boolean behind) {
    for (Block block : facts.kernel().blocks()) {
      for (Instruction rest : block.instructions()) {
        Long mask = mask(rest);
        if (mask != null && mask == factor - 1) {
          if (!behind) {
            return true;
          }
          for (Block other : facts.kernel().blocks()) {
            for (Instruction most : other.instructions()) {
              Long high = mask(most);
              if (high != null
                  && Ranges.isPowerOfTwo((high & 0xffffffffL) + factor & 0x1ffffffffL)
                  && most.sources().get(0).equals(rest.sources().get(0))) {
                return true;
              }
            }
          }
        }
      }
    }
    return false;
  }

  /** Whether a value loaded in one trip contributes to a load address of the next. */
  private static boolean isChain(List<List<Instruction>> trips) {
    BitSet loaded = new BitSet();
    for (int k = 0; k < Math.min(2, trips.size()); k++) {
      for (Instruction i : trips.get(k)) {
        boolean from =
            i.sources().stream().anyMatch(o -> o.isRegister() && loaded.get(o.register()));
        boolean loads = i.op() == Op.LOAD;
        if (k > 0 && loads && from) {
          return true;
        }
        if (k == 0 && loads || from && !loads && i.memory() == null && !i.type().isFloat()) {
          i.writes().forEach(loaded::set);
        }
      }
    }
    return false;
  }

  private Long mask(Instruction i) {
    return i.op() == Op.AND && i.type() != Type.I1 ? facts.constant(i.sources().get(1)) : null;
  }

  private static List<String> work(Block block) {
    return block.instructions().stream()
        .filter(RolledLoops::isWork)
        .map(RolledLoops::kind)
        .toList();
  }

  private static boolean isWork(Instruction i) {
    if (i.memory() != null) {
      return true;
    }
    return i.type().isFloat()
        && switch (i.op()) {
          case ADD, SUB, MUL, FMA, DIV, RCP, SQRT, RSQRT, MIN, MAX, EXP2, LOG2 -> true;
          default -> false;
        };
  }

  private static String kind(Instruction i) {
    String kind = i.op().name().toLowerCase(Locale.ROOT);
    return i.memory() == null ? kind + i.type() : kind + i.memory().space() + i.memory().bytes();
  }

  private static List<List<Instruction>> split(Block block, int factor) {
    int each = work(block).size() / factor;
    List<List<Instruction>> trips = new ArrayList<>();
    List<Instruction> trip = new ArrayList<>();
    int done = 0;
    for (Instruction i : block.instructions()) {
      trip.add(i);
      if (isWork(i) && ++done % each == 0 && trips.size() < factor - 1) {
        trips.add(trip);
        trip = new ArrayList<>();
      }
    }
    trips.add(trip);
    return trips;
  }
}
