// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lds;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.parts.unit.ShapeMemo;

/**
 * Caches the bank-conflict cycles of each local-memory access for the access's last address
 * pattern.
 *
 * <p>Adding a whole number of words to all addresses only permutes the banks and does not change
 * the cycles, and a loop mostly repeats one pattern. Comparing addresses is several times cheaper
 * than counting banks. Affine accesses of single words are not cached, since they have a closed
 * form.
 *
 * <p>Not thread-safe; each compute unit has its own instance.
 */
public final class ConflictMemo {
  private static final int WORD = 4;

  private final LocalMemoryRule rule;
  private final int wavefront;
  private long[] pattern = new long[0];
  private long[] mask = new long[0];
  private int[] clocks = new int[0];
  private final ShapeMemo shapes = new ShapeMemo(WORD);

  public ConflictMemo(LocalMemoryRule rule, int wavefront) {
    this.rule = rule;
    this.wavefront = wavefront;
  }

  public void begin(int memorySlots) {
    if (clocks.length < memorySlots) {
      pattern = new long[memorySlots * wavefront];
      mask = new long[memorySlots];
      clocks = new int[memorySlots];
    }
    java.util.Arrays.fill(mask, 0);
    shapes.begin(memorySlots);
  }

  /** Returns the clocks of an access, as {@link BankConflicts#clocks}. */
  public int clocks(int memorySlot, Access access, LocalMemoryRule.Operation operation) {
    if (access.isAffine()) {
      return rule.clocks(access, operation);
    }
    if (access.isRows()) {
      int known = shapes.find(memorySlot, access);
      if (known == ShapeMemo.NONE) {
        known = rule.clocks(access, operation);
        shapes.put(memorySlot, access, known);
      }
      return known;
    }
    long[] addresses = access.addresses();
    long active = access.mask();
    int first = access.firstLane();
    long origin = addresses[first];
    int row = memorySlot * wavefront;
    if (mask[memorySlot] == active && same(addresses, active, origin, row)) {
      return clocks[memorySlot];
    }
    int taken = rule.clocks(access, operation);
    mask[memorySlot] = active;
    clocks[memorySlot] = taken;
    // Byte offsets within a word are part of the pattern.
    long base = origin & -WORD;
    for (int lane = 0; lane < wavefront; lane++) {
      pattern[row + lane] = addresses[lane] - base;
    }
    return taken;
  }

  private boolean same(long[] addresses, long active, long origin, int row) {
    long base = origin & -WORD;
    if (active == -1L || Long.bitCount(active) == wavefront) {
      for (int lane = 0; lane < wavefront; lane++) {
        if (addresses[lane] - base != pattern[row + lane]) {
          return false;
        }
      }
      return true;
    }
    for (long m = active; m != 0; m &= m - 1) {
      int lane = Long.numberOfTrailingZeros(m);
      if (addresses[lane] - base != pattern[row + lane]) {
        return false;
      }
    }
    return true;
  }
}
