// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Assigns values to channels of 128-bit registers: linear scan over the layout order of bundles,
 * each value in the channel for which it was scheduled, channels of a vector in one register.
 *
 * <p>A bundle reads before it writes, so a value may reuse the channel of one whose last read is in
 * the same bundle. Positions are doubled: reads at even, writes at odd half-positions.
 */
final class RegisterAllocation {
  private final List<Block> blocks;
  private final List<List<Clause>> clauses;
  private final ValueTable values;
  private final int[] inputs;
  private int[] from;
  private int[] to;

  /** The next value of the same register after its leader, or -1. */
  private int[] next;

  /** At 4 * register + channel: last half-position at which the channel is occupied. */
  private int[] busyUntil;

  /**
   * @param inputs first values, of four each, that the hardware loads into R0 and R1
   */
  RegisterAllocation(
      List<Block> blocks, List<List<Clause>> clauses, ValueTable values, int[] inputs) {
    this.blocks = blocks;
    this.clauses = clauses;
    this.values = values;
    this.inputs = inputs;
  }

  /** Assigns a register to every used value; returns the number of registers. */
  int allocate() {
    int n = values.count();
    from = new int[n];
    to = new int[n];
    Arrays.fill(from, Integer.MAX_VALUE);
    Arrays.fill(to, -1);
    spans();
    for (int first : inputs) {
      for (int v = first; v < first + 4; v++) {
        if (to[v] >= 0) {
          from[v] = 0; // loaded before the first bundle
        }
      }
    }
    List<Integer> order = new ArrayList<>();
    for (int v = 0; v < n; v++) {
      int leader = values.leader(v);
      if (leader != v && to[v] >= 0) {
        from[leader] = Math.min(from[leader], from[v]);
        to[leader] = Math.max(to[leader], to[v]);
      }
    }
    for (int v = 0; v < n; v++) {
      if (to[v] >= 0 && values.leader(v) == v) {
        order.add(v);
      }
    }
    order.sort(
        (a, b) -> from[a] != from[b] ? Integer.compare(from[a], from[b]) : Integer.compare(a, b));
    chain();
    return scan(order);
  }

  private int scan(List<Integer> order) {
    busyUntil = new int[4 * 128];
    Arrays.fill(busyUntil, -1);
    int most = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (int v : order) {
        boolean input = values.register(v) >= 0 && pass == 0;
        if (pass == 0 ? !input : values.register(v) >= 0) {
          continue;
        }
        int channels = channels(v);
        int register = input ? values.register(v) : 0;
        while (!input && !free(register, channels, from[v])) {
          register++;
        }
        grow(register);
        for (int c = 0; c < 4; c++) {
          if ((channels & 1 << c) != 0) {
            busyUntil[4 * register + c] = Math.max(busyUntil[4 * register + c], to[v]);
          }
        }
        assign(v, register);
        most = Math.max(most, register + 1);
      }
    }
    return Math.max(1, most);
  }

  /** First half-position at which a value occupies its register. */
  int from(int value) {
    return from[values.leader(value)];
  }

  /** Last half-position at which a value occupies its register, -1 if it has none. */
  int to(int value) {
    return to[values.leader(value)];
  }

  /** Channels occupied by the values of a register, as a mask. */
  int channelsOf(int value) {
    return channels(values.leader(value));
  }

  private void assign(int leader, int register) {
    for (int m = leader; m >= 0; m = next[m]) {
      values.assign(m, register);
    }
  }

  private int channels(int leader) {
    int mask = 0;
    for (int m = leader; m >= 0; m = next[m]) {
      mask |= 1 << Math.max(0, values.channel(m));
    }
    return mask;
  }

  /** Links the values of each register after their leader. */
  private void chain() {
    next = new int[values.count()];
    Arrays.fill(next, -1);
    for (int m = 0; m < next.length; m++) {
      int leader = values.leader(m);
      if (leader != m) {
        next[m] = next[leader];
        next[leader] = m;
      }
    }
  }

  private boolean free(int register, int channels, int start) {
    if (4 * register >= busyUntil.length) {
      return true;
    }
    for (int c = 0; c < 4; c++) {
      if ((channels & 1 << c) != 0 && busyUntil[4 * register + c] >= start) {
        return false;
      }
    }
    return true;
  }

  /** Allows more registers than a device has; the caller checks the limit. */
  private void grow(int register) {
    int length = busyUntil.length;
    if (4 * register >= length) {
      busyUntil = Arrays.copyOf(busyUntil, Math.max(2 * length, 4 * (register + 1)));
      Arrays.fill(busyUntil, length, busyUntil.length, -1);
    }
  }

  private void spans() {
    List<List<MachineOp>> code = new ArrayList<>();
    int[] start = new int[blocks.size() + 1];
    int position = 1;
    for (int b = 0; b < blocks.size(); b++) {
      start[b] = position;
      List<MachineOp> ops = new ArrayList<>();
      for (Clause clause : clauses.get(b)) {
        for (Bundle bundle : clause.bundles()) {
          for (MachineOp op : bundle.ops()) {
            touch(op, position);
          }
          ops.addAll(readersFirst(bundle));
          position++;
        }
        for (MachineOp op : clause.ops()) {
          touch(op, position++); // fetches of a clause read their addresses one after another
          ops.add(op);
        }
      }
      code.add(ops);
    }
    start[blocks.size()] = position;
    Liveness liveness = MachineValues.live(code, blocks);
    for (int b = 0; b < blocks.size(); b++) {
      cover(liveness.liveIn(b), 2 * start[b]);
      cover(liveness.liveOut(b), 2 * start[b + 1] - 1);
    }
  }

  /** A bundle's operations in an order that reads each register before it is overwritten. */
  private static List<MachineOp> readersFirst(Bundle bundle) {
    List<MachineOp> rest = new ArrayList<>(bundle.ops());
    List<MachineOp> order = new ArrayList<>();
    while (!rest.isEmpty()) {
      int pick = 0;
      for (int k = 0; k < rest.size(); k++) {
        if (!isReadByOther(rest, k)) {
          pick = k;
          break;
        }
      }
      order.add(rest.remove(pick));
    }
    return order;
  }

  private static boolean isReadByOther(List<MachineOp> ops, int k) {
    for (int other = 0; other < ops.size(); other++) {
      if (other == k) {
        continue;
      }
      for (Source s : ops.get(other).sources()) {
        for (int r : ops.get(k).results()) {
          if (s.isValue() && s.number() == r) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private void touch(MachineOp op, int position) {
    for (Source s : op.sources()) {
      if (s.isValue()) {
        cover(s.number(), 2 * position);
      }
    }
    for (int r : op.results()) {
      cover(r, 2 * position + 1);
    }
  }

  private void cover(BitSet set, int at) {
    for (int v = set.nextSetBit(0); v >= 0; v = set.nextSetBit(v + 1)) {
      cover(v, at);
    }
  }

  private void cover(int value, int at) {
    from[value] = Math.min(from[value], at);
    to[value] = Math.max(to[value], at);
  }
}
