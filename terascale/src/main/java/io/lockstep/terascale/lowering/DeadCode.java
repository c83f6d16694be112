// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/** Removes operations with unused results, and coalesces moves. */
final class DeadCode {
  private final List<List<Integer>> successors;
  private final List<List<MachineOp>> code;

  DeadCode(List<Block> blocks, List<List<MachineOp>> code) {
    this.successors = blocks.stream().map(Block::successors).toList();
    this.code = code;
  }

  /**
   * @param doubles values of which the halves of doubles are coalesced too; null to keep their
   *     moves
   */
  void run(ValueTable doubles) {
    sweep();
    Liveness liveness = MachineValues.live(code, successors);
    for (int b = 0; b < code.size(); b++) {
      BitSet liveOut = liveness.liveOut(b);
      coalesce(code.get(b), liveOut);
      if (doubles != null) {
        coalescePairs(code.get(b), liveOut, doubles);
      }
    }
    sweep();
  }

  void sweep() {
    boolean changed = true;
    while (changed) {
      changed = false;
      Liveness liveness = MachineValues.live(code, successors);
      for (int b = 0; b < code.size(); b++) {
        changed |= remove(b, liveness.liveOut(b));
      }
    }
  }

  /** The maximum number of simultaneously live values. */
  int mostLive() {
    Liveness liveness = MachineValues.live(code, successors);
    int most = 0;
    for (int b = 0; b < code.size(); b++) {
      BitSet live = liveness.liveOut(b);
      int count = live.cardinality();
      most = Math.max(most, count);
      List<MachineOp> ops = code.get(b);
      for (int i = ops.size() - 1; i >= 0; i--) {
        for (int result : ops.get(i).results()) {
          count -= live.get(result) ? 1 : 0;
          live.clear(result);
        }
        for (Source s : ops.get(i).sources()) {
          count += s.isValue() && !live.get(s.number()) ? 1 : 0;
          if (s.isValue()) {
            live.set(s.number());
          }
        }
        most = Math.max(most, count);
      }
    }
    return most;
  }

  private boolean remove(int block, BitSet live) {
    List<MachineOp> ops = code.get(block);
    List<MachineOp> kept = new ArrayList<>();
    for (int i = ops.size() - 1; i >= 0; i--) {
      MachineOp op = ops.get(i);
      boolean needed = op.hasEffect();
      for (int result : op.results()) {
        needed |= live.get(result);
      }
      if (needed) {
        Liveness.before(op, live, MachineValues.ACCESSES);
        kept.add(op);
      }
    }
    boolean changed = kept.size() != ops.size();
    Collections.reverse(kept);
    ops.clear();
    ops.addAll(kept);
    return changed;
  }

  /** Replaces t by d where the block only copies t to d, so that the operation writes d itself. */
  private static void coalesce(List<MachineOp> ops, BitSet liveOut) {
    for (int m = 0; m < ops.size(); m++) {
      MachineOp move = ops.get(m);
      if (!isCopy(move)) {
        continue;
      }
      int t = move.sources()[0].number();
      int d = move.results()[0];
      int from = writer(ops, t, m);
      if (from < 0 || liveOut.get(t) || !mayRename(ops, t, d, from, m)) {
        continue;
      }
      for (int i = from; i < ops.size(); i++) {
        ops.set(i, rename(ops.get(i), t, d));
      }
      ops.remove(m);
      m--;
    }
  }

  /** Lets a double-precision operation write both halves of d where only their copies follow. */
  private static void coalescePairs(List<MachineOp> ops, BitSet liveOut, ValueTable values) {
    for (int m = 0; m + 1 < ops.size(); m++) {
      MachineOp low = ops.get(m);
      MachineOp high = ops.get(m + 1);
      if (!isCopy(low) || !isCopy(high)) {
        continue;
      }
      int t = low.sources()[0].number();
      int t2 = high.sources()[0].number();
      int d = low.results()[0];
      int d2 = high.results()[0];
      int from = doubleWriter(ops, t, t2, m);
      boolean pair = values.leader(d2) == d && values.channel(d2) == values.channel(d) + 1;
      if (from < 0
          || !pair
          || values.channel(d) % 2 != 0
          || liveOut.get(t)
          || liveOut.get(t2)
          || !mayRename(ops, t, d, from, m)
          || !mayRename(ops, t2, d2, from, m + 1)) {
        continue;
      }
      for (int i = from; i < ops.size(); i++) {
        ops.set(i, rename(rename(ops.get(i), t, d), t2, d2));
      }
      ops.subList(m, m + 2).clear();
      m--;
    }
  }

  private static boolean isCopy(MachineOp op) {
    return op.mnemonic().equals("MOV")
        && !op.isPop()
        && !op.isAddressUse()
        && op.sources()[0].isValue()
        && !op.sources()[0].isModified();
  }

  /** The operation before {@code before} that writes two values as one double, or -1. */
  private static int doubleWriter(List<MachineOp> ops, int low, int high, int before) {
    for (int i = before - 1; i >= 0; i--) {
      MachineOp op = ops.get(i);
      if (op.writes(low)) {
        boolean wide = op.unit() == Unit.PAIR || op.unit() == Unit.QUAD;
        return wide && op.results().length == 2 && op.results()[1] == high ? i : -1;
      }
    }
    return -1;
  }

  private static int writer(List<MachineOp> ops, int t, int before) {
    for (int i = before - 1; i >= 0; i--) {
      for (int r : ops.get(i).results()) {
        if (r == t) {
          // Results of slot pairs stay in their channel (x or z), which may differ from that of d.
          boolean anyChannel = ops.get(i).unit() != Unit.PAIR && ops.get(i).unit() != Unit.QUAD;
          return anyChannel && ops.get(i).results().length == 1 ? i : -1;
        }
      }
    }
    return -1;
  }

  private static boolean mayRename(List<MachineOp> ops, int t, int d, int from, int move) {
    int lastUse = move;
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      boolean readsT = op.reads(t);
      if (i != from && op.writes(t)) {
        return false; // written twice: not a temporary
      }
      if (i < from && readsT) {
        return false; // read before its definition: the value comes from another block
      }
      if (i > from && i < move && (op.reads(d) || op.writes(d))) {
        return false;
      }
      if (readsT && takesVector(op)) {
        return false; // vector sources already have their channels
      }
      if (readsT) {
        lastUse = Math.max(lastUse, i);
      }
    }
    for (int i = move + 1; i <= lastUse; i++) {
      if (ops.get(i).writes(d)) {
        return false;
      }
    }
    return true;
  }

  private static boolean takesVector(MachineOp op) {
    return op.kind() != MachineOp.Kind.ALU && (op.sources().length > 2 || op.isTexture());
  }

  private static MachineOp rename(MachineOp op, int t, int d) {
    if (!op.reads(t) && !op.writes(t)) {
      return op;
    }
    int[] results = op.results().clone();
    for (int i = 0; i < results.length; i++) {
      results[i] = results[i] == t ? d : results[i];
    }
    Source[] sources = op.sources().clone();
    for (int i = 0; i < sources.length; i++) {
      Source s = sources[i];
      if (s.isValue() && s.number() == t) {
        sources[i] = new Source(s.kind(), d, 0, 0, s.negated(), s.absolute());
      }
    }
    return op.with(results, sources);
  }
}
