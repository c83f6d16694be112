// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.MachineOp;
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
      for (int value : op.reads()) {
        readsLeft[value] = 0;
        written.clear(value);
      }
    }
    block.forEach(this::expect);
    pinInputs(block);
  }

  void expect(MachineOp op) {
    if (counted < values.count()) {
      counted = 2 * values.count();
      readsLeft = counted > readsLeft.length ? Arrays.copyOf(readsLeft, counted) : readsLeft;
    }
    for (int value : op.reads()) {
      readsLeft[value]++;
    }
  }

  void forget(MachineOp op) {
    for (int value : op.reads()) {
      readsLeft[value]--;
    }
  }

  /** Fixes the channel of live-in values whose defining block is scheduled later. */
  private void pinInputs(List<MachineOp> block) {
    for (MachineOp op : block) {
      for (int value : op.reads()) {
        if (!written.get(value)) {
          pin(value, emptiest());
          written.set(value);
          live[values.channel(value)]++;
        }
      }
      for (int result : op.results()) {
        written.set(result);
      }
    }
  }

  private void pin(int value, int channel) {
    if (values.channel(value) < 0) {
      values.pin(value, channel & 3);
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
    for (int value : op.reads()) {
      crowd -= isLastRead(value) && values.channel(value) == channel ? 1 : 0;
    }
    return crowd;
  }

  /** Whether this is a value's last read; only this operation reads tentative copies. */
  private boolean isLastRead(int value) {
    return value >= counted || readsLeft[value] == 1;
  }

  /** Marks an operation's results as live, and frees values at their last read. */
  void issue(MachineOp op, int channel) {
    write(op.results(), channel);
    for (int value : op.reads()) {
      if (--readsLeft[value] == 0 && values.channel(value) >= 0) {
        live[values.channel(value)]--;
      }
    }
  }

  void arrive(MachineOp op) {
    write(op.results(), op.results().length == 1 ? emptiest() : 0);
  }

  private void write(int[] results, int channel) {
    for (int r = 0; r < results.length; r++) {
      pin(results[r], channel + r);
      live[values.channel(results[r])]++;
    }
  }
}
