// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench.hold;

import io.lockstep.core.engine.EventQueue;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.TimingWheel;

/** The hold model on the engine's event queue, drained in the same way as by a partition. */
public final class WheelHold {
  private final TimingWheel queue = new TimingWheel();
  private final long[] slice = new long[2048];
  private final int[] increments;
  private final int kindMask;
  private int next;

  /** Sum of all removed events, which prevents dead-code elimination. */
  public long sum;

  /** Fills the queue; {@code increments.length} and {@code kinds} must be powers of two. */
  public WheelHold(int[] increments, int pending, int kinds) {
    this.increments = increments;
    kindMask = kinds - 1;
    for (int k = 0; k < kinds; k++) {
      queue.kind(k, Phase.WORK);
    }
    for (int i = 0; i < pending; i++) {
      add(0, i);
    }
  }

  private void add(long tick, long event) {
    int i = next++;
    int kind = i * 0x9E3779B9 >>> 16 & kindMask;
    long packed = (long) kind << 58 | event & (1L << 58) - 1;
    queue.add(tick + increments[i & increments.length - 1], kind, packed, 0);
  }

  /** Runs at least this many events and returns the actual number. */
  public long run(long events) {
    long done = 0;
    while (done < events) {
      long tick = queue.nextTick();
      if (tick == EventQueue.NEVER) {
        throw new IllegalStateException("the queue has lost events");
      }
      queue.open(tick);
      do {
        while (queue.nextKind() >= 0) {
          for (int left = queue.remaining(); left > 0; ) {
            int n = Math.min(left, slice.length);
            queue.take(slice, 0, n);
            for (int i = 0; i < n; i++) {
              long event = slice[i];
              sum += event;
              add(tick, event);
            }
            left -= n;
            done += n;
          }
        }
      } while (queue.nextPass());
    }
    return done;
  }
}
