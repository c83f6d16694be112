// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Transforms a loop so that early iterations accumulate a value in a register instead of sharing it
 * through local memory. If every iteration takes the same path, all iterations are early: a block
 * holds several iterations, as compilers unroll a loop without barriers, and the last iteration
 * only combines the accumulated values. Otherwise the iterations before the last one execute copies
 * of the loop's blocks.
 */
final class EarlyRounds {
  /** Unroll factor of compilers for an unknown trip count. */
  private static final int SOME = 4;

  /** Maximum number of operations of a fully unrolled loop, as in compilers. */
  private static final int MOST_OPERATIONS = 300;

  /** The mask by which LLVM rounds a trip count down to a multiple of the unroll factor. */
  private static final Operand WHOLE = Operand.immediate(Integer.MAX_VALUE - (SOME - 1));

  final Rounds rounds;
  private final Kernel original;
  private final Map<Integer, Integer> copies = new HashMap<>(); // by block; never iterated
  private final BitSet kept = new BitSet();
  private final List<Block>
      way; // kept blocks in the order of an iteration; empty if it has several paths
  private final Map<Instruction, Integer> sums = new IdentityHashMap<>(); // never iterated

  private final int known; // trip count if the loop is fully unrolled; otherwise 0

  EarlyRounds(Kernel original, Rounds rounds) {
    this.original = original;
    this.rounds = rounds;
    int next = original.blocks().size() + 1;
    for (int b = rounds.blocks().nextSetBit(0); b >= 0; b = rounds.blocks().nextSetBit(b + 1)) {
      if (isKept(original.blocks().get(b))) {
        kept.set(b);
        copies.put(b, next++);
      }
    }
    way = way();
    known = way.isEmpty() ? 0 : known();
  }

  /** Returns the number of the block before the loop, which selects how the loop begins. */
  int entry() {
    return original.blocks().size();
  }

  /** Returns whether every iteration takes the same path. */
  boolean isStraight() {
    return !way.isEmpty();
  }

  /** Returns the number of the last block of an iteration with a single path. */
  int last() {
    return way.get(way.size() - 1).id();
  }

  /** Returns the number of a block's early copy; -1 if there is none. */
  int copy(int block) {
    return copies.getOrDefault(block, -1);
  }

  /** Returns the number of the unrolled block. */
  int several() {
    return entry() + 1;
  }

  /** Returns the number of iterations in the unrolled block. */
  int unrolled() {
    return isKnown() ? known : SOME;
  }

  /** Returns whether the unrolled block holds all iterations. */
  boolean isKnown() {
    return known > 0;
  }

  /** Returns the number of the block that selects the iterations after the unrolled block. */
  int after() {
    return entry() + 2;
  }

  /** Returns the number of the block of a single iteration. */
  int single() {
    return entry() + 3;
  }

  /** Returns the kept blocks in iteration order; empty if an iteration has several paths. */
  private List<Block> way() {
    List<Block> way = new ArrayList<>();
    int b = rounds.header();
    while (way.size() < kept.cardinality()) {
      Block block = original.blocks().get(b);
      way.add(block);
      boolean isGuarded =
          block.instructions().stream().anyMatch(i -> i.guard() >= 0 && !i.op().isTerminator());
      List<Integer> next =
          block.successors().stream()
              .filter(rounds.blocks()::get)
              .map(this::next)
              .distinct()
              .toList();
      boolean isLast = way.size() == kept.cardinality();
      boolean leaves = block.successors().stream().anyMatch(s -> !rounds.blocks().get(s));
      if (isGuarded || next.size() != 1 || leaves != isLast || next.get(0) < 0) {
        return List.of();
      }
      b = next.get(0);
    }
    return b == rounds.header() ? way : List.of();
  }

  /** Returns the trip count if it is known and the unrolled code is short; otherwise 0. */
  private int known() {
    int size = way.stream().mapToInt(b -> b.instructions().size()).sum();
    int all = Trips.of(original, rounds, way.get(way.size() - 1));
    return all > 1 && all * size <= MOST_OPERATIONS ? all : 0;
  }

  private boolean isKept(Block block) {
    return block.id() == rounds.header()
        || block.successors().contains(rounds.header())
        || block.successors().stream().anyMatch(s -> !rounds.blocks().get(s))
        || block.instructions().stream().anyMatch(EarlyRounds::isOfGlobal);
  }

  private static boolean isOfGlobal(Instruction i) {
    return i.isRecorded()
        && i.memory().space() != Space.LOCAL
        && i.memory().space() != Space.PRIVATE;
  }

  /** Returns the changed kernel; null if the loop has no global loads or another shape. */
  KernelCopy make() {
    if (rounds.endsAtHeader(original)
        || kept.stream()
            .mapToObj(b -> original.blocks().get(b))
            .flatMap(b -> b.instructions().stream())
            .noneMatch(i -> i.op() == Op.LOAD && isOfGlobal(i))) {
      return null;
    }
    KernelCopy copy = new KernelCopy(original);
    int item = copy.builder.register(Type.I32, "group");
    List<Instruction> begin = copy.code.get(0).code();
    begin.add(
        0,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).to(item).special(Special.GROUP_ID_X).build());
    int entry =
        isStraight()
            ? choice(copy, item, WHOLE, several(), after())
            : choice(copy, item, null, rounds.header(), copies.get(rounds.header()));
    for (Block block : original.blocks()) {
      if (!rounds.blocks().get(block.id())) {
        copy.successors(
            block.id(),
            block.successors().stream().map(s -> s == rounds.header() ? entry : s).toList());
      }
    }
    if (isStraight()) {
      straight(copy, item);
      return copy;
    }
    for (int b = kept.nextSetBit(0); b >= 0; b = kept.nextSetBit(b + 1)) {
      if (!early(copy, original.blocks().get(b))) {
        return null;
      }
    }
    return copy;
  }

  /** Adds a block that branches on a number, masked if a mask is given. */
  private static int choice(KernelCopy copy, int number, Operand mask, int next, int taken) {
    List<Instruction> code = new ArrayList<>();
    int bits = number;
    if (mask != null) {
      bits = copy.builder.register(Type.I32, "rounds");
      code.add(
          InstructionBuilder.of(Op.AND, Type.I32)
              .to(bits)
              .from(Operand.register(number), mask)
              .build());
    }
    int predicate = copy.builder.register(Type.I1, "early");
    code.add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .to(predicate)
            .from(Operand.register(bits), Operand.immediate(1))
            .comparison(Comparison.LT)
            .build());
    code.add(InstructionBuilder.of(Op.BRANCH, Type.I1).guard(predicate, false).build());
    return copy.block(code, List.of(next, taken));
  }

  /** Adds the unrolled and the single-iteration block; the loop keeps only the combination. */
  private void straight(KernelCopy copy, int item) {
    List<Instruction> once = new ArrayList<>();
    way.forEach(b -> once.addAll(code(copy, b)));
    BitSet late = new BitSet(); // address registers of late stores
    way.stream()
        .flatMap(b -> b.instructions().stream())
        .filter(this::isLate)
        .flatMap(i -> i.sources().stream().limit(1))
        .filter(Operand::isRegister)
        .forEach(o -> late.set(o.register()));
    UnrolledRounds several = new UnrolledRounds(copy, once, unrolled(), late);
    Instruction latch = way.get(way.size() - 1).last();
    copy.block(
        several.ending(latch),
        isKnown() ? List.of(after(), rounds.header()) : back(several(), after()));
    choice(copy, item, Operand.immediate(SOME - 1), single(), rounds.header());
    UnrolledRounds single = new UnrolledRounds(copy, once, 1, late);
    copy.block(single.ending(latch), back(single(), rounds.header()));
    for (int b = rounds.blocks().nextSetBit(0); b >= 0; b = rounds.blocks().nextSetBit(b + 1)) {
      combining(copy, copy.code.get(b).code(), several);
    }
  }

  /** Returns the successors of the loop's last branch. */
  private List<Integer> back(int again, int out) {
    return way.get(way.size() - 1).successors().stream()
        .map(s -> rounds.blocks().get(s) ? again : out)
        .toList();
  }

  /** Returns whether an instruction stores a combined value and so must follow all iterations. */
  private boolean isLate(Instruction i) {
    return isKnown() && i.op() == Op.STORE && isOfGlobal(i);
  }

  /** Removes from a block the code that early iterations have executed. */
  private void combining(KernelCopy copy, List<Instruction> code, UnrolledRounds early) {
    List<Instruction> all = List.copyOf(code);
    code.clear();
    for (Instruction i : all) {
      if (isLate(i)) {
        for (int round = 0; round < known; round++) {
          Operand address = early.renamed(i.sources().get(0), round);
          code.add(InstructionBuilder.from(i).from(address, i.sources().get(1)).build());
          copy.ofRound(code.get(code.size() - 1), round + 1 - known);
        }
      } else if (sums.containsKey(i)) {
        Operand sum = Operand.register(sums.get(i));
        code.add(InstructionBuilder.from(i).from(i.sources().get(0), sum).build());
      } else if (!isOfGlobal(i)) {
        code.add(i);
      }
    }
    if (code.isEmpty()) {
      code.add(InstructionBuilder.of(Op.JUMP, Type.I1).build());
    }
  }

  /** Adds the copy of a block; returns false if a successor of the copy is ambiguous. */
  private boolean early(KernelCopy copy, Block block) {
    List<Integer> to = new ArrayList<>();
    for (int s : block.successors()) {
      int next = rounds.blocks().get(s) ? next(s) : rounds.header();
      if (next < 0) {
        return false;
      }
      to.add(rounds.blocks().get(s) ? copies.get(next) : next);
    }
    List<Instruction> code = code(copy, block);
    boolean isOne = to.stream().distinct().count() == 1;
    boolean branches = !isOne && block.last().op().isTerminator();
    code.add(branches ? block.last() : InstructionBuilder.of(Op.JUMP, Type.I1).build());
    copy.block(code, isOne ? List.of(to.get(0)) : to);
    return true;
  }

  /** Returns the code of a block in an early iteration, without its branch. */
  private List<Instruction> code(KernelCopy copy, Block block) {
    List<Instruction> code = new ArrayList<>(skipped(block));
    for (Instruction i : block.instructions()) {
      boolean isLocal = i.isRecorded() && i.memory().space() == Space.LOCAL;
      if (isLocal && i.op() == Op.STORE) {
        code.add(sum(copy, i));
      } else if (!isLocal && i.op() != Op.BARRIER && !i.op().isTerminator() && !isLate(i)) {
        code.add(i);
      }
    }
    return code;
  }

  /** Returns the arithmetic of blocks without a copy whose results a block uses. */
  private List<Instruction> skipped(Block block) {
    BitSet needed = new BitSet();
    for (Instruction i : block.instructions()) {
      i.reads().forEach(needed::set);
    }
    BitSet elsewhere = new BitSet(); // registers that other code defines as well
    List<Instruction> arithmetic = new ArrayList<>();
    for (Block b : original.blocks()) {
      boolean isSkipped = rounds.blocks().get(b.id()) && !kept.get(b.id());
      for (Instruction i : b.instructions()) {
        boolean isPure = !i.op().isTerminator() && i.op() != Op.BARRIER && i.memory() == null;
        if (isSkipped && isPure && !i.writes().isEmpty()) {
          arithmetic.add(i);
        } else {
          i.writes().forEach(elsewhere::set);
        }
      }
    }
    List<Instruction> code = new ArrayList<>();
    for (int n = arithmetic.size() - 1; n >= 0; n--) {
      Instruction i = arithmetic.get(n);
      if (i.writes().stream().anyMatch(needed::get)
          && i.writes().stream().noneMatch(elsewhere::get)) {
        code.add(0, i);
        i.reads().forEach(needed::set);
      }
    }
    return code;
  }

  /** Returns an addition of a stored value to the work-item's own sum. */
  private Instruction sum(KernelCopy copy, Instruction store) {
    Operand value = store.sources().get(1);
    Type type = value.isRegister() ? copy.builder.typeOf(value.register()) : store.type();
    Integer known = sums.get(store);
    int sum = known == null ? copy.builder.register(type, "sum") : known;
    if (known == null) {
      sums.put(store, sum);
      copy.code
          .get(0)
          .code()
          .add(0, InstructionBuilder.of(Op.MOVE, type).to(sum).from(Operand.immediate(0)).build());
      if (!isStraight()) {
        addLast(copy, store, sum, type);
      }
    }
    return add(store, sum, sum, value, type);
  }

  /** Makes the last iteration store the sum of all iterations. */
  private static void addLast(KernelCopy copy, Instruction store, int sum, Type type) {
    for (Draft draft : copy.code) {
      int at = draft.code().indexOf(store);
      if (at >= 0) {
        int all = copy.builder.register(type, "all");
        Operand address = store.sources().get(0);
        draft.code().set(at, add(store, all, sum, store.sources().get(1), type));
        draft
            .code()
            .add(
                at + 1,
                InstructionBuilder.from(store).from(address, Operand.register(all)).build());
        return;
      }
    }
  }

  private static Instruction add(Instruction store, int to, int sum, Operand value, Type type) {
    InstructionBuilder add =
        InstructionBuilder.of(Op.ADD, type)
            .to(to)
            .from(Operand.register(sum), value)
            .line(store.line());
    return (type.isFloat() ? add.rounding(Rounding.NEAREST_EVEN) : add).build();
  }

  /** Returns the only kept block that is reachable from a block; -1 if there are several. */
  private int next(int block) {
    BitSet work = new BitSet();
    BitSet seen = new BitSet();
    int found = -1;
    work.set(block);
    while (!work.isEmpty()) {
      int b = work.nextSetBit(0);
      work.clear(b);
      seen.set(b);
      if (kept.get(b)) {
        if (found >= 0 && found != b) {
          return -1;
        }
        found = b;
      } else {
        original.blocks().get(b).successors().stream().filter(s -> !seen.get(s)).forEach(work::set);
      }
    }
    return found;
  }
}
