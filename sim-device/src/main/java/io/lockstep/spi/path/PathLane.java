// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.path;

import java.util.Arrays;

/**
 * The paths of a port's messages, sorted by arrival and then by order of sending. Not thread-safe.
 */
public final class PathLane {
  private long[] arrival = new long[8];
  private Path[] path = new Path[8];
  private int head;
  private int count;

  /** Creates an empty lane. */
  public PathLane() {}

  /**
   * Adds a sent message.
   *
   * @param tick tick of the message's arrival
   * @param of the path to the event that sent it, or null if unknown
   */
  public void send(long tick, Path of) {
    if (count == path.length) {
      grow();
    }
    int mask = path.length - 1;
    int i = head + count++;
    while (i > head && arrival[i - 1 & mask] > tick) {
      arrival[i & mask] = arrival[i - 1 & mask];
      path[i & mask] = path[i - 1 & mask];
      i--;
    }
    arrival[i & mask] = tick;
    path[i & mask] = of;
  }

  private void grow() {
    int n = path.length;
    long[] ticks = Arrays.copyOf(arrival, 2 * n);
    Path[] paths = Arrays.copyOf(path, 2 * n);
    for (int i = 0; i < n; i++) {
      ticks[i] = arrival[head + i & n - 1];
      paths[i] = path[head + i & n - 1];
    }
    arrival = ticks;
    path = paths;
    head = 0;
  }

  /** {@return the tick at which the oldest message arrives} */
  public long arrival() {
    return arrival[head];
  }

  /**
   * {@return the path of the message that arrives first, which is removed; null if the path is
   * unknown}
   */
  public Path take() {
    if (count == 0) {
      throw new IllegalStateException("no message is on this lane");
    }
    Path oldest = path[head];
    path[head] = null;
    head = head + 1 & path.length - 1;
    count--;
    return oldest;
  }
}
