// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import io.lockstep.trace.record.Waits;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Records the waits and changes of one segment; neighbouring work-items share an entry. */
public final class WaitRecorder {
  private int[] slot = new int[16];
  private int[] occurrence = new int[16];
  private int[] items = new int[32];
  private int[] word = new int[16];
  private int[] needed = new int[16];
  private int[] flags = new int[16];
  private int count;

  void reset() {
    count = 0;
  }

  /**
   * Adds one work-item's part of an execution. The work-items of an execution must be added in
   * ascending order for each word of the access.
   */
  public void add(int s, int n, int item, int w, int need, boolean change) {
    if (count > 0 && extend(s, n, item, w, need, change)) {
      return;
    }
    if (count == slot.length) {
      slot = Arrays.copyOf(slot, 2 * count);
      occurrence = Arrays.copyOf(occurrence, 2 * count);
      items = Arrays.copyOf(items, 4 * count);
      word = Arrays.copyOf(word, 2 * count);
      needed = Arrays.copyOf(needed, 2 * count);
      flags = Arrays.copyOf(flags, 2 * count);
    }
    slot[count] = s;
    occurrence[count] = n;
    items[2 * count] = item;
    items[2 * count + 1] = item + 1;
    word[count] = w;
    needed[count] = need;
    flags[count++] = Waits.flags(false, change);
  }

  private boolean extend(int s, int n, int item, int w, int need, boolean change) {
    int last = count - 1;
    int length = items[2 * last + 1] - items[2 * last];
    boolean steps = w == word[last] + length;
    int wanted = Waits.flags(steps, change);
    boolean fits = length == 1 ? steps || w == word[last] : wanted == flags[last];
    if (slot[last] != s
        || occurrence[last] != n
        || items[2 * last + 1] != item
        || needed[last] != need
        || (flags[last] | Waits.flags(true, false)) != Waits.flags(true, change)
        || !fits
        || !steps && w != word[last]) {
      return false;
    }
    flags[last] = wanted;
    items[2 * last + 1]++;
    return true;
  }

  long bytes() {
    return 28L * count;
  }

  Waits close() {
    if (count == 0) {
      return Waits.NONE;
    }
    int[] order =
        IntStream.range(0, count)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer i) -> slot[i])
                    .thenComparingInt(i -> occurrence[i])
                    .thenComparingInt(i -> items[2 * i]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] bounds = new int[2 * count];
    for (int i = 0; i < count; i++) {
      bounds[2 * i] = items[2 * order[i]];
      bounds[2 * i + 1] = items[2 * order[i] + 1];
    }
    return new Waits(
        pick(slot, order),
        pick(occurrence, order),
        bounds,
        pick(word, order),
        pick(needed, order),
        pick(flags, order));
  }

  private static int[] pick(int[] values, int[] order) {
    return Arrays.stream(order).map(i -> values[i]).toArray();
  }
}
