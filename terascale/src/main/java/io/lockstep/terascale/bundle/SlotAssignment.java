package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.List;

/**
 * Finds slots for the operations of a bundle: each takes one of its architecture's placements, no
 * slot is taken twice, and no channel is written twice.
 *
 * <p>A value keeps the channel of its first write. A vector slot writes the channel of its name;
 * slot t, and operations over several slots, write any channel that the architecture allows, as
 * long as no other operation of the bundle writes a different register's same channel through its
 * own slot: destinations may repeat a channel only if one of them is in slot t.
 *
 * <p>Source: LLVM R600 backend (vector slot = destination channel; t writes any channel).
 *
 * <p>Stateless and thread-safe.
 */
public final class SlotAssignment {
  private final VliwArchitecture architecture;

  /**
   * Creates an assignment for an architecture.
   *
   * @param architecture defines the slots of operations
   */
  public SlotAssignment(VliwArchitecture architecture) {
    this.architecture = architecture;
  }

  /** Chooses an order of preference among free channels: the emptiest register column first. */
  public interface ChannelPreference {
    /**
     * {@return the cost of a channel; smaller is better}
     *
     * @param op one of the bundle's operations
     * @param channel for its first result
     */
    int weight(MachineOp op, int channel);
  }

  /**
   * Places all operations of a bundle.
   *
   * @param bundle whose operations receive slots and channels
   * @param values values with fixed channels; not changed
   * @param preference cost function for legal placements
   * @return whether a placement exists; the bundle then holds it
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
      return 1 << 20; // last: t is the only home of transcendentals
    }
    int slot = Integer.numberOfTrailingZeros(mask);
    if (pinned >= 0) {
      return slot == pinned ? 0 : 1 << 16;
    }
    return op.results().length == 0 ? slot : (preference.weight(op, slot) << 2) + slot;
  }

  /** The channel written under a placement, or -1 if the value's own cannot be. */
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
