// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds pairs of independent operations of one kind in a block that a packed instruction can
 * perform ({@code v_pk_fma_f32}, {@code v_pk_mul_f32}, {@code v_pk_add_f32} and their
 * half-precision forms).
 *
 * <p>A packed instruction reads and writes aligned register pairs, so each register has at most one
 * neighbour in the whole kernel: vector loads and stores determine some, others are chosen as pairs
 * are formed. Each lane of the pair can read either half of a source (op_sel), so both may read the
 * same register. Loop-invariant operands are moved into adjacent registers before the loop; pairs
 * that need other moves are not formed.
 */
final class PackedArithmetic {
  /** Number of following instructions searched for a partner. */
  private static final int WINDOW = 256;

  private static final int NONE = -1;

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final OperandFolding folding;
  private final boolean singles;
  private final boolean halves;
  private final int[] same; // union-find of registers joined by copies
  private final int[] neighbour; // by root of the union
  private final Set<Instruction> crosswise = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean crossed; // whether the pair tested last needs its first two operands swapped
  private int depth; // loop depth of the block
  private final List<Integer> chosen = new ArrayList<>(); // neighbours assigned on trial
  private final Map<Instruction, Instruction> second = new IdentityHashMap<>();
  private final Map<Instruction, Instruction> first = new IdentityHashMap<>();

  PackedArithmetic(
      RegisterFacts facts, RegisterPlacement placement, OperandFolding folding, Chip chip) {
    this.facts = facts;
    this.placement = placement;
    this.folding = folding;
    singles = chip.packsSingles;
    halves = chip.packsHalves;
    same = new int[facts.registers()];
    neighbour = new int[facts.registers()];
    Arrays.setAll(same, r -> r);
    Arrays.fill(neighbour, NONE);
    if (singles || halves) {
      joinCopies();
      takeVectors();
    }
  }

  /** The second operation that an instruction performs, or null. */
  Instruction second(Instruction i) {
    return second.get(i);
  }

  /** The operand of the second operation that corresponds to an operand of the first. */
  Operand other(Instruction i, int operand) {
    Instruction j = second.get(i);
    return j.sources().get(crosswise.contains(j) && operand < 2 ? 1 - operand : operand);
  }

  boolean isSecond(Instruction i) {
    return first.containsKey(i);
  }

  /** Forms the pairs of a block; each second operation moves directly after its first. */
  List<Instruction> order(int block, List<Instruction> schedule) {
    depth = depth(block);
    if (!singles && !halves) {
      return schedule;
    }
    List<Instruction> out = new ArrayList<>(schedule);
    for (int k = 0; k < out.size(); k++) {
      Instruction i = out.get(k);
      if (isCandidate(i) && !isSecond(i)) {
        int with = partner(out, k);
        if (with >= 0) {
          Instruction j = out.remove(with);
          out.add(k + 1, j);
          fits(i, j); // assigns the neighbours
          chosen.clear();
          if (crossed) {
            crosswise.add(j);
          }
          second.put(i, j);
          first.put(j, i);
        }
      }
    }
    return out;
  }

  /** Position of the best partner that can be moved up to this instruction, or -1. */
  private int partner(List<Instruction> list, int k) {
    Instruction i = list.get(k);
    BitSet read = new BitSet();
    BitSet written = new BitSet();
    i.writes().forEach(written::set);
    int best = -1;
    int most = 0;
    int end = Math.min(list.size(), k + WINDOW);
    for (int n = k + 1; n < end; n++) {
      Instruction j = list.get(n);
      if (isCandidate(j)
          && !isSecond(j)
          && !second.containsKey(j)
          && j.op() == i.op()
          && j.type() == i.type()
          && j.reads().stream().noneMatch(written::get)
          && j.writes().stream().noneMatch(d -> written.get(d) || read.get(d))) {
        int fit = fits(i, j);
        undo();
        if (fit > most) {
          most = fit;
          best = n;
        }
      }
      j.reads().forEach(read::set);
      j.writes().forEach(written::set);
    }
    return best;
  }

  private boolean isCandidate(Instruction i) {
    boolean kind =
        switch (i.op()) {
          case FMA, MUL, ADD, SUB -> true;
          default -> false;
        };
    return kind
        && (i.type() == Type.F32 ? singles : i.type() == Type.F16 && halves)
        && i.guard() < 0
        && i.destinations().size() == 1
        && i.destinations().get(0) >= 0
        && folding.isNeeded(i.destinations().get(0))
        && !PackedWords.isPacked(i, facts.kernel())
        && i.sources().stream().noneMatch(this::isAbsolute);
  }

  /** Whether an operand has the absolute-value modifier, which packed instructions lack. */
  private boolean isAbsolute(Operand o) {
    while (o.isRegister()) {
      Instruction d = facts.definition(o.register());
      if (d == null || !folding.isFreeCopy(d)) {
        return false;
      }
      if (d.op() == Op.ABS) {
        return true;
      }
      o = d.sources().get(0);
    }
    return false;
  }

  /**
   * How well two operations fit: 0 if they need moves, otherwise one plus the number of operands
   * whose neighbours are already assigned. Assigns neighbours on trial, which {@link #undo}
   * reverts.
   */
  private int fits(Instruction i, Instruction j) {
    int inOrder = fits(i, j, false);
    crossed = inOrder == 0 && i.op() != Op.SUB;
    return crossed ? fits(i, j, true) : inOrder;
  }

  private int fits(Instruction i, Instruction j, boolean swapped) {
    int to = fits(i.destinations().get(0), j.destinations().get(0), true);
    int fit = to;
    for (int k = 0; k < i.sources().size() && fit >= 0; k++) {
      Operand a = i.sources().get(k);
      Operand b = j.sources().get(swapped && k < 2 ? 1 - k : k);
      int one = fits(i, a, b);
      fit = one < 0 ? one : fit + one;
    }
    if (fit < 0) {
      undo();
      return 0;
    }
    return fit + 1;
  }

  private int fits(Instruction i, Operand a, Operand b) {
    if (isPair(i, a, b)) {
      return 1;
    }
    if (isInvariant(a) && isInvariant(b)) {
      return 0;
    }
    return a.isRegister()
            && b.isRegister()
            && facts.constant(a) == null
            && facts.constant(b) == null
            && !isWordOfHalves(i, root(folding.alias(a.register())))
            && !isWordOfHalves(i, root(folding.alias(b.register())))
        ? fits(a.register(), b.register(), false)
        : -1;
  }

  /** Whether both lanes read one register pair, or constants. */
  boolean isPair(Instruction i, Operand a, Operand b) {
    boolean constant = facts.constant(a) != null;
    if (constant || facts.constant(b) != null) {
      return constant && facts.constant(b) != null;
    }
    int x = root(folding.alias(a.register()));
    int y = root(folding.alias(b.register()));
    return x == y || neighbour[x] == y && !isWordOfHalves(i, x);
  }

  /** Whether an operation reads half of a register, which has no other half beside it. */
  private boolean isWordOfHalves(Instruction i, int register) {
    Type whole = facts.kernel().registers().get(register);
    return i.type() == Type.F16 && whole.bits() > i.type().bits();
  }

  /** Whether an operand is loop-invariant, so that it can be copied before the loop. */
  private boolean isInvariant(Operand o) {
    if (facts.constant(o) != null) {
      return true;
    }
    int r = folding.alias(o.register());
    return facts.definition(r) != null && depth(facts.definitionBlock(r)) < depth;
  }

  private int depth(int block) {
    return facts.kernel().blocks().get(block).loopDepth();
  }

  /** Returns 1 if the registers are adjacent, 0 if they become adjacent now, -1 if they cannot. */
  private int fits(int a, int b, boolean written) {
    int x = root(folding.alias(a));
    int y = root(folding.alias(b));
    if (placement.isVector(x) != placement.isVector(y)) {
      return -1;
    }
    if (x == y) {
      return written ? -1 : 1;
    }
    if (neighbour[x] == y) {
      return 1;
    }
    if (neighbour[x] != NONE || neighbour[y] != NONE) {
      return -1;
    }
    choose(x, y);
    chosen.add(x);
    chosen.add(y);
    return 0;
  }

  private void undo() {
    for (int x : chosen) {
      neighbour[x] = NONE;
    }
    chosen.clear();
  }

  private void choose(int x, int y) {
    neighbour[x] = y;
    neighbour[y] = x;
  }

  private int root(int r) {
    while (same[r] != r) {
      r = same[r];
    }
    return r;
  }

  /**
   * Joins the registers of copies that coalesce. A variable that is still live after its copy, as
   * where a loop begins with one value in two variables, needs a register of its own.
   */
  private void joinCopies() {
    for (Block block : facts.kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.op() == Op.MOVE && i.guard() < 0 && i.sources().get(0).isRegister()) {
          int from = folding.alias(i.sources().get(0).register());
          int to = i.destinations().get(0);
          boolean ends = !facts.liveness().liveOut(block.id()).get(from);
          if (to >= 0
              && facts.definition(to) == null
              && facts.constant(from) == null
              && (ends || facts.definition(from) != null)) {
            same[root(to)] = root(from);
          }
        }
      }
    }
  }

  /** Assigns adjacent registers to components of vector loads and stores. */
  private void takeVectors() {
    for (Block block : facts.kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.memory() == null || i.memory().width() < 2) {
          continue;
        }
        if (i.op() == Op.LOAD) {
          for (int k = 0; k + 1 < i.destinations().size(); k += 2) {
            join(i.destinations().get(k), i.destinations().get(k + 1));
          }
        } else if (i.op() == Op.STORE) {
          for (int k = 1; k + 1 < i.sources().size(); k += 2) {
            Operand a = i.sources().get(k);
            Operand b = i.sources().get(k + 1);
            if (a.isRegister() && b.isRegister()) {
              join(a.register(), b.register());
            }
          }
        }
      }
    }
  }

  private void join(int a, int b) {
    if (a < 0 || b < 0) {
      return;
    }
    int x = root(folding.alias(a));
    int y = root(folding.alias(b));
    Type type = facts.kernel().registers().get(x);
    if (x != y && neighbour[x] == NONE && neighbour[y] == NONE && !type.isWide()) {
      choose(x, y);
    }
  }
}
