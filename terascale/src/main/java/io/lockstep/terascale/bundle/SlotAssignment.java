// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.List;

/**
 * Assigns slots to the operations of a bundle: each takes one of its architecture's placements, no
 * slot is taken twice, and no channel is written twice.
 *
 * <p>A value keeps the channel of its first write. A vector slot writes the channel of its name;
 * slot t, and operations over several slots, write any channel that the architecture allows. Two
 * operations of a bundle may write the same channel of different registers only if one of them is
 * in slot t.
 *
 * <p>Source: LLVM R600 backend (vector slot = destination channel; t writes any channel).
 */
public record SlotAssignment(VliwArchitecture architecture) {
  /** Ranks free channels: the column with the fewest live registers is preferred. */
  public interface ChannelPreference {
    /** {@return the cost of writing the first result to a channel; smaller is better} */
    int weight(MachineOp op, int channel);
  }

  /**
   * Assigns slots and channels to all operations of a bundle.
   *
   * @param values channels that are already fixed; not modified
   * @param preference ranks legal placements
   * @return whether a placement exists, in which case the bundle has been placed accordingly
   */
  public boolean assign(Bundle bundle, ValueTable values, ChannelPreference preference) {
    int n = bundle.ops().size();
    int[] masks = new int[n];
    int[] channels = new int[n];
    if (n > architecture.width()
        || !place(bundle.ops(), values, preference, 0, 0, masks, channels)) {
      return false;
    }
    bundle.place(masks, channels);
    return true;
  }

  private boolean place(
      List<MachineOp> ops,
      ValueTable values,
      ChannelPreference preference,
      int index,
      int taken,
      int[] masks,
      int[] channels) {
    if (index == ops.size()) {
      return true;
    }
    MachineOp op = ops.get(index);
    int[] placements = architecture.placements(op.unit());
    int pinned = op.results().length == 0 ? -1 : values.channel(op.results()[0]);
    int tried = 0;
    while (Integer.bitCount(tried) < placements.length) {
      int best = -1;
      int bestWeight = Integer.MAX_VALUE;
      for (int p = 0; p < placements.length; p++) {
        if ((tried & 1 << p) == 0) {
          int weight = weight(placements[p], op, pinned, preference);
          if (weight < bestWeight) {
            best = p;
            bestWeight = weight;
          }
        }
      }
      tried |= 1 << best;
      int mask = placements[best];
      if ((mask & taken) != 0) {
        continue;
      }
      int channel = channel(op, mask, pinned, preference);
      if (channel < 0) {
        continue;
      }
      masks[index] = mask;
      channels[index] = channel;
      if (place(ops, values, preference, index + 1, taken | mask, masks, channels)) {
        return true;
      }
    }
    return false;
  }

  private static int weight(int mask, MachineOp op, int pinned, ChannelPreference preference) {
    if (mask == 1 << Bundle.T) {
      return 1 << 20; // last choice, because transcendentals can only use slot t
    }
    int slot = Integer.numberOfTrailingZeros(mask);
    if (pinned >= 0) {
      return slot == pinned ? 0 : 1 << 16;
    }
    return op.results().length == 0 ? slot : (preference.weight(op, slot) << 2) + slot;
  }

  /** Returns the channel that a placement writes; -1 if the value's channel is different. */
  private int channel(MachineOp op, int mask, int pinned, ChannelPreference preference) {
    if (op.results().length == 0) {
      return 0;
    }
    int allowed = architecture.resultChannels(op.unit(), mask);
    if (pinned >= 0) {
      return (allowed & 1 << pinned) != 0 ? pinned : -1;
    }
    int best = -1;
    for (int c = 0; c < 4; c++) {
      if ((allowed & 1 << c) != 0
          && (best < 0 || preference.weight(op, c) < preference.weight(op, best))) {
        best = c;
      }
    }
    return best;
  }
}
