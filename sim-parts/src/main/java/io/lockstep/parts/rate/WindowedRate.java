// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.rate;

/**
 * A link of limited bandwidth on which transfers are booked in advance and out of order.
 *
 * <p>A response's time is fixed when its data is booked in DRAM; another response, from a cache,
 * may be booked later but for an earlier time. A single "busy until" tick would let the first delay
 * the second. So time is divided into windows of {@link #WINDOW} ticks, each with the capacity of
 * the rate; a transfer takes free capacity starting with the window in which it is ready. No window
 * carries more than the rate allows, and an idle link does not delay a transfer. Not thread-safe.
 */
public final class WindowedRate {
  static final int WINDOW = 16;

  private static final int WINDOW_SHIFT = 4;

  private final Rate rate;
  private final long capacity;
  private int[] used = new int[32];
  private long first; // number of the earliest window kept

  // Parameters of the last transfer, reused because most transfers have the same size.
  private long lastQuantity = -1;
  private long lastParts;
  private long lastDuration;

  /**
   * Creates an idle link.
   *
   * @param rate bandwidth of the link
   */
  public WindowedRate(Rate rate) {
    this.rate = rate;
    capacity = rate.amount() * WINDOW;
  }

  /**
   * Books a transfer.
   *
   * @param now current tick; earlier windows are discarded
   * @param ready tick at which the transfer could start, not before now
   * @param quantity amount to transfer
   * @return the tick at which the transfer ends
   */
  public long book(long now, long ready, long quantity) {
    advance(now >> WINDOW_SHIFT);
    long window = ready >> WINDOW_SHIFT;
    if (quantity != lastQuantity) {
      lastQuantity = quantity;
      lastParts = quantity * rate.ticks();
      lastDuration = rate.duration(quantity);
    }
    long left = lastParts;
    long earliest = ready + lastDuration;
    while (true) {
      while (window - first >= used.length) {
        grow();
      }
      int i = (int) window & (used.length - 1);
      long take = Math.min(left, capacity - used[i]);
      used[i] += (int) take;
      left -= take;
      if (left == 0) {
        if (used[i] <= (earliest - window * WINDOW) * rate.amount()) {
          return earliest; // as on an idle link
        }
        return window * WINDOW + (used[i] + rate.amount() - 1) / rate.amount();
      }
      window++;
    }
  }

  private void advance(long window) {
    if (window <= first) {
      return;
    }
    long end = Math.min(window, first + used.length);
    for (long w = first; w < end; w++) {
      used[(int) w & (used.length - 1)] = 0;
    }
    first = window;
  }

  private void grow() {
    int[] more = new int[2 * used.length];
    for (long w = first; w < first + used.length; w++) {
      more[(int) w & (more.length - 1)] = used[(int) w & (used.length - 1)];
    }
    used = more;
  }
}
