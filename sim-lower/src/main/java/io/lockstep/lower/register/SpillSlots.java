// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Private memory with spilled values after the kernel's own variables, aligned to four bytes, in
 * the order of their numbers. Immutable and thread-safe.
 */
public final class SpillSlots {
  private final Map<Integer, SpillSlot> slots = new HashMap<>();
  private final int bytes;
  private final int privateBytes;

  /**
   * Lays out the spilled values.
   *
   * @param own bytes of the kernel's own private memory
   * @param spilled the spilled values
   * @param dwords size of a value in units of four bytes
   */
  public SpillSlots(int own, BitSet spilled, IntUnaryOperator dwords) {
    int start = (own + 3) / 4 * 4;
    int at = start;
    for (int v = spilled.nextSetBit(0); v >= 0; v = spilled.nextSetBit(v + 1)) {
      slots.put(v, new SpillSlot(at, 4 * dwords.applyAsInt(v)));
      at += slots.get(v).bytes();
    }
    bytes = at - start;
    privateBytes = bytes == 0 ? own : at;
  }

  /**
   * {@return the location of a value; null if it is not spilled}
   *
   * @param value number of the value
   */
  public SpillSlot of(int value) {
    return slots.get(value);
  }

  /** {@return bytes of the spilled values} */
  public int bytes() {
    return bytes;
  }

  /** {@return bytes of private memory including spilled values} */
  public int privateBytes() {
    return privateBytes;
  }
}
