// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

import java.util.Arrays;

/**
 * A set of work-items of one group that are at the same block: a bit mask and its maximal
 * contiguous ranges, over which operations loop. Reused.
 */
public final class ActiveLanes {
  /** Mask of the set; work-item i is bit i mod 64 of word i / 64. */
  public final long[] mask;

  /** First work-item of each range; filled by {@link #ranges()}. */
  public final int[] low;

  /** Exclusive end of each range; filled by {@link #ranges()}. */
  public final int[] high;

  private int ranges;
  private boolean listed; // whether low and high are those of the mask
  private int first;
  private int end;

  public int count;

  /** Changes with every change of the set, and never repeats. */
  public long version;

  /** Whether a loop over all work-items from the first to the last costs less than the ranges. */
  public boolean sparse;

  private static final int WORD = 64;

  /** Work-items whose vectorised loop takes as long as the call of a loop for another range. */
  private static final int CALL = 16;

  private static final int MANY = 3;

  public ActiveLanes(int size) {
    mask = new long[(size + WORD - 1) / WORD];
    low = new int[size / 2 + 1];
    high = new int[size / 2 + 1];
  }

  public void setAll(int size, long newVersion) {
    for (int w = 0; w < mask.length; w++) {
      int rest = size - w * WORD;
      mask[w] = rest >= WORD ? -1L : rest <= 0 ? 0 : (1L << rest) - 1;
    }
    update(newVersion);
  }

  public void clear() {
    Arrays.fill(mask, 0);
    update(version);
  }

  public boolean contains(int lane) {
    return (mask[lane >>> 6] & 1L << lane) != 0;
  }

  /** Returns the number of ranges; {@link #low} and {@link #high} then hold their bounds. */
  public int ranges() {
    if (!listed) {
      list();
    }
    return ranges;
  }

  public int first() {
    return first;
  }

  /** Returns the exclusive end of the last range. */
  public int end() {
    return end;
  }

  /** Returns the mask of 64 predicates, which are 0 or 1, from a multiple of 64 on. */
  public static long word(int[] predicates, int from) {
    int end = Math.min(from + WORD, predicates.length);
    long word = 0;
    int i = from;
    for (; i + 7 < end; i += 8) {
      int low = predicates[i] | predicates[i + 1] << 1 | predicates[i + 2] << 2;
      int high = predicates[i + 5] << 5 | predicates[i + 6] << 6 | predicates[i + 7] << 7;
      word |= (long) (low | predicates[i + 3] << 3 | predicates[i + 4] << 4 | high) << i;
    }
    for (; i < end; i++) {
      word |= (long) predicates[i] << i;
    }
    return word;
  }

  public boolean isSubsetOf(long[] other) {
    for (int w = 0; w < mask.length; w++) {
      if ((mask[w] & ~other[w]) != 0) {
        return false;
      }
    }
    return true;
  }

  public void add(ActiveLanes other, long newVersion) {
    for (int w = 0; w < mask.length; w++) {
      mask[w] |= other.mask[w];
    }
    update(newVersion);
  }

  /** Counts the work-items and ranges of a mask that has changed. */
  public void update(long newVersion) {
    version = newVersion;
    int n = 0;
    int total = 0;
    long before = 0; // 1 if the last work-item of the word before is active
    first = 0;
    end = 0;
    for (int w = 0; w < mask.length; w++) {
      long word = mask[w];
      if (word != 0) {
        first = total == 0 ? (w << 6) + Long.numberOfTrailingZeros(word) : first;
        end = (w + 1 << 6) - Long.numberOfLeadingZeros(word);
        total += Long.bitCount(word);
        n += Long.bitCount(word & ~(word << 1 | before));
      }
      before = word >>> WORD - 1;
    }
    ranges = n;
    count = total;
    listed = false;
    sparse = n >= MANY && end - first <= CALL * n;
  }

  private void list() {
    listed = true;
    int n = 0;
    int open = -1;
    for (int w = 0; w < mask.length; w++) {
      long word = mask[w];
      int base = w * WORD;
      int at = 0;
      while (at < WORD) {
        if (open < 0) {
          long rest = word >>> at;
          if (rest == 0) {
            break;
          }
          at += Long.numberOfTrailingZeros(rest);
          open = base + at;
        }
        long gaps = ~word >>> at;
        if (gaps == 0) {
          break;
        }
        at += Long.numberOfTrailingZeros(gaps);
        if (at >= WORD) {
          break;
        }
        low[n] = open;
        high[n++] = base + at;
        open = -1;
      }
    }
    if (open >= 0) {
      low[n] = open;
      high[n] = mask.length * WORD;
    }
  }
}
