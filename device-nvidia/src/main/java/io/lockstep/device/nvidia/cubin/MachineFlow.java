// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.sm.code.AccessKind;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The basic blocks of machine code, in the order of addresses. Predicated memory instructions with
 * one guard form a block of their own, before which an empty block decides whether a lane enters
 * it. Blocks that call a subroutine are left out: they are the slow paths of divisions and roots.
 */
final class MachineFlow {
  /**
   * A basic block.
   *
   * @param from first instruction
   * @param end instruction behind the last one
   * @param next blocks that may follow: the next one before the target of a branch; the block
   *     behind predicated instructions before them
   * @param isJoin whether control may come from elsewhere than from the block before
   * @param decides whether it only decides whether a lane enters predicated instructions
   */
  record Piece(int from, int end, int[] next, boolean isJoin, boolean decides) {}

  private static final int UNIFORM = 1; // form of a branch
  private static final int TRUE = 7;

  private final Cubin cubin;
  private final int count;
  private final BitSet leaders = new BitSet();
  private final BitSet targets = new BitSet();
  private final BitSet sides = new BitSet();

  private MachineFlow(Cubin cubin) {
    this.cubin = cubin;
    count = cubin.words().size();
  }

  /**
   * Returns the blocks that are reachable from the first one.
   *
   * @throws RefusalException if the code calls functions or has computed branches
   */
  static List<Piece> of(Cubin cubin) {
    MachineFlow flow = new MachineFlow(cubin);
    flow.leaders();
    return flow.reachable(flow.pieces());
  }

  private boolean is(int k, String name) {
    return cubin.operation(k).name().equals(name);
  }

  private boolean isControl(int k) {
    return switch (cubin.operation(k).name()) {
      case "BRA", "EXIT", "BAR", "CALL", "RET", "BRX", "BRXU", "BSYNC" -> true;
      default -> false;
    };
  }

  /** Whether an instruction is a branch; a predicated call without return is one to a far place. */
  private boolean isJump(int k) {
    return is(k, "BRA") || is(k, "CALL") && at(k).isGuarded();
  }

  /** Whether a branch or an exit may fall through. */
  private boolean isConditional(int k) {
    MachineWord word = cubin.words().get(k);
    return word.isGuarded()
        || is(k, "BRA")
            && (word.branchPredicate() != TRUE
                || word.branchForm() == UNIFORM && word.uniformPredicate() != TRUE);
  }

  private void leaders() {
    leaders.set(0);
    for (int k = 0; k < count; k++) {
      if (is(k, "BRX") || is(k, "BRXU")) {
        throw cubin.refusal(k, "a computed branch");
      }
      if (is(k, "DEPBAR") && at(k).awaitedCount() > 0) {
        throw cubin.refusal(k, "a counted wait (DEPBAR)");
      }
      if (isJump(k)) {
        leaders.set(cubin.target(k));
        targets.set(cubin.target(k));
      }
      if (isControl(k) && !is(k, "BSYNC")) {
        leaders.set(k + 1);
        targets.set(k + 1, !is(k, "BAR"));
      }
      if (is(k, "BSYNC")) {
        leaders.set(k);
      }
    }
    for (int k = 0; k < count; k++) {
      MachineWord word = cubin.words().get(k);
      if (!word.isGuarded() || cubin.operation(k).access() == AccessKind.NONE) {
        continue;
      }
      int end = k + 1;
      while (end < count && !leaders.get(end) && !isControl(end) && word.hasGuardOf(at(end))) {
        end++;
      }
      leaders.set(k);
      leaders.set(end);
      sides.set(k);
      k = end - 1;
    }
  }

  private MachineWord at(int k) {
    return cubin.words().get(k);
  }

  /** Returns all blocks; the last one is the end of the kernel. */
  private List<Piece> pieces() {
    int[] number = new int[count + 1];
    int n = 0;
    for (int k = 0; k < count; k++) {
      if (leaders.get(k)) {
        number[k] = n;
        n += sides.get(k) ? 2 : 1;
      }
    }
    number[count] = n;
    List<Piece> all = new ArrayList<>();
    for (int from = 0; from < count; ) {
      int end =
          Math.min(count, leaders.nextSetBit(from + 1) < 0 ? count : leaders.nextSetBit(from + 1));
      boolean joins = targets.get(from);
      int[] next = next(end - 1, number);
      if (sides.get(from)) {
        all.add(new Piece(from, from, new int[] {next[0], number[from] + 1}, joins, true));
        joins = false;
      }
      all.add(new Piece(from, end, next, joins, false));
      from = end;
    }
    all.add(new Piece(count, count, new int[0], true, false));
    return all;
  }

  private int[] next(int last, int[] number) {
    int behind = number[last + 1];
    if (isJump(last)) {
      int taken = number[cubin.target(last)];
      return isConditional(last) ? new int[] {behind, taken} : new int[] {taken};
    }
    if (is(last, "EXIT")) {
      return isConditional(last) ? new int[] {behind, number[count]} : new int[0];
    }
    return new int[] {behind};
  }

  private boolean isCold(Piece piece) {
    for (int k = piece.from; k < piece.end; k++) {
      if (is(k, "CALL") && !isJump(k) || is(k, "RET") || is(k, "BPT")) {
        return true;
      }
    }
    return false;
  }

  /** Removes blocks that only lead to subroutines, and those that nothing leads to. */
  private List<Piece> reachable(List<Piece> all) {
    BitSet cold = new BitSet();
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int p = 0; p < all.size(); p++) {
        int[] next = all.get(p).next;
        boolean leads = next.length > 0 && Arrays.stream(next).allMatch(cold::get);
        if (!cold.get(p) && (leads || isCold(all.get(p)))) {
          cold.set(p);
          changed = true;
        }
      }
    }
    if (cold.get(0)) {
      int first = 0;
      while (!isCold(all.get(first))) {
        first++;
      }
      throw cubin.refusal(all.get(first).from, "a call of a function");
    }
    BitSet seen = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(0));
    while (!open.isEmpty()) {
      int p = open.remove(open.size() - 1);
      if (!seen.get(p)) {
        seen.set(p);
        Arrays.stream(all.get(p).next).filter(s -> !cold.get(s)).forEach(open::add);
      }
    }
    int[] number = new int[all.size()];
    for (int p = seen.nextSetBit(0), n = 0; p >= 0; p = seen.nextSetBit(p + 1)) {
      number[p] = n++;
    }
    List<Piece> kept = new ArrayList<>();
    for (int p = seen.nextSetBit(0); p >= 0; p = seen.nextSetBit(p + 1)) {
      Piece old = all.get(p);
      int[] next = Arrays.stream(old.next).filter(seen::get).map(s -> number[s]).toArray();
      kept.add(new Piece(old.from, old.end, next, old.isJoin, old.decides && next.length > 1));
    }
    return kept;
  }
}
