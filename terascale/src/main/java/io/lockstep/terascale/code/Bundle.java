// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import java.util.ArrayList;
import java.util.List;

/** A group of operations that issue together. Slots 0 to 3 are x, y, z and w; slot 4 is t. */
public final class Bundle {
  public static final int T = 4;

  private final List<MachineOp> ops = new ArrayList<>();
  private int[] masks = new int[0];
  private int[] channels = new int[0];

  public List<MachineOp> ops() {
    return ops;
  }

  /** Adds an operation; a call to {@link #place} must follow. */
  public void add(MachineOp op) {
    ops.add(op);
  }

  public void removeLast() {
    ops.remove(ops.size() - 1);
  }

  /** Sets the slots of each operation (bit s for slot s) and the channel of each first result. */
  public void place(int[] slotMasks, int[] resultChannels) {
    masks = slotMasks;
    channels = resultChannels;
  }

  public int mask(int index) {
    return masks[index];
  }

  public int channel(int index) {
    return channels[index];
  }

  public boolean isTrans(int index) {
    return masks[index] == 1 << T;
  }

  /** Returns the number of filled slots; 1 for a barrier, which has its own bundle. */
  public int slots() {
    int all = 0;
    for (int i = 0; i < ops.size(); i++) {
      if (ops.get(i).unit() == Unit.ALONE) {
        return 1;
      }
      all |= masks[i];
    }
    return Integer.bitCount(all);
  }

  public int literals() {
    int[] seen = new int[16];
    int count = 0;
    for (MachineOp op : ops) {
      for (Source s : op.sources()) {
        if (s.kind() == Source.Kind.LITERAL) {
          int i = 0;
          while (i < count && seen[i] != s.bits()) {
            i++;
          }
          if (i == count) {
            seen[count++] = s.bits();
          }
        }
      }
    }
    return count;
  }

  /** Returns the number of 64-bit words: one per filled slot, and one per pair of literals. */
  public int words() {
    return slots() + (literals() + 1) / 2;
  }

  /** Returns the operation in a slot, or null. */
  public MachineOp at(int slot) {
    for (int i = 0; i < ops.size(); i++) {
      if ((masks[i] & 1 << slot) != 0) {
        return ops.get(i);
      }
    }
    return null;
  }
}
