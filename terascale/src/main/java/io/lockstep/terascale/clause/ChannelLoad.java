// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.ValueTable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Counts live values by channel, so that new values are placed in the emptiest channel. */
final class ChannelLoad {
  private final ValueTable values;
  private final int[] live = new int[4];
  private int[] readsLeft = {}; // reused for all blocks; as long as the program has values
  private int counted; // values whose reads are counted
  private final BitSet written = new BitSet();

  ChannelLoad(ValueTable values) {
    this.values = values;
  }

  /** Begins a block: counts its reads and assigns channels to its live-in values. */
  void begin(List<MachineOp> block) {
    counted = values.count();
    readsLeft = counted > readsLeft.length ? Arrays.copyOf(readsLeft, 2 * counted) : readsLeft;
    Arrays.fill(live, 0);
    for (MachineOp op : block) {
      for (Source s : op.sources()) {
        if (s.isValue()) {
          readsLeft[s.number()] = 0;
          written.clear(s.number());
        }
      }
    }
    for (MachineOp op : block) {
      expect(op);
    }
    pinInputs(block);
  }

  void expect(MachineOp op) {
    if (counted < values.count()) {
      counted = 2 * values.count();
      readsLeft = counted > readsLeft.length ? Arrays.copyOf(readsLeft, counted) : readsLeft;
    }
    for (Source s : op.sources()) {
      if (s.isValue()) {
        readsLeft[s.number()]++;
      }
    }
  }

  void forget(MachineOp op) {
    for (Source s : op.sources()) {
      if (s.isValue()) {
        readsLeft[s.number()]--;
      }
    }
  }

  /** Fixes the channel of live-in values whose defining block is scheduled later. */
  private void pinInputs(List<MachineOp> block) {
    for (MachineOp op : block) {
      for (Source s : op.sources()) {
        if (s.isValue() && !written.get(s.number())) {
          if (values.channel(s.number()) < 0) {
            values.pin(s.number(), emptiest());
          }
          written.set(s.number());
          live[values.channel(s.number())]++;
        }
      }
      for (int result : op.results()) {
        written.set(result);
      }
    }
  }

  private int emptiest() {
    int best = 0;
    for (int c = 1; c < 4; c++) {
      best = live[c] < live[best] ? c : best;
    }
    return best;
  }

  /** Counts a channel's live values, except values with their last read in this operation. */
  int crowd(MachineOp op, int channel) {
    int crowd = live[channel];
    for (Source s : op.sources()) {
      if (s.isValue() && isLastRead(s.number()) && values.channel(s.number()) == channel) {
        crowd--;
      }
    }
    return crowd;
  }

  /** Whether this is a value's last read; only this operation reads tentative copies. */
  private boolean isLastRead(int value) {
    return value >= counted || readsLeft[value] == 1;
  }

  /** Marks an operation's results as live, and frees values at their last read. */
  void issue(MachineOp op, int channel) {
    int[] results = op.results();
    for (int r = 0; r < results.length; r++) {
      if (values.channel(results[r]) < 0) {
        values.pin(results[r], (channel + r) & 3);
      }
      live[values.channel(results[r])]++;
    }
    for (Source s : op.sources()) {
      if (s.isValue() && --readsLeft[s.number()] == 0 && values.channel(s.number()) >= 0) {
        live[values.channel(s.number())]--;
      }
    }
  }

  void arrive(MachineOp op) {
    int[] results = op.results();
    int base = 0;
    if (results.length == 1 && values.channel(results[0]) < 0) {
      base = emptiest();
    }
    for (int r = 0; r < results.length; r++) {
      if (values.channel(results[r]) < 0) {
        values.pin(results[r], (base + r) & 3);
      }
      live[values.channel(results[r])]++;
    }
  }
}
