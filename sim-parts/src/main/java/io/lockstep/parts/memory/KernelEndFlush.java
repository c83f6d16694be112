// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.rate.Rate;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Writes the dirty lines of all slices back when a kernel ends, because caches of other dies do not
 * observe them (release at agent scope). The lines stay valid. Each slice is limited by its rate
 * and by the room in the channels. The kernel ends when memory has accepted all these lines,
 * regardless of the writes of concurrent kernels.
 */
final class KernelEndFlush extends CountingPart {
  private static final int STEP = 32;

  private static final int NONE = -1;

  private final Partition partition;
  private final int component;
  private final PortService ports;
  private final Slices slices;
  private final MemoryPath path;
  private final Rate rate;
  private final EventKind step;
  private final EventKind end;
  private final int[] next; // by slice: next line to examine, or NONE
  private final long[] left; // by slice: bytes written in this flush
  private boolean running;
  private long begun; // tick at which the flush began
  private boolean written; // whether all lines have left the slices
  private final long[] last; // by channel: decision count that includes the flushed lines
  private final long[] count = own.counters(1); // bytes
  private LongConsumer ended;

  KernelEndFlush(Partition partition, int component, PortService ports, Rate rate) {
    this.partition = partition;
    this.component = component;
    this.ports = ports;
    this.rate = rate;
    slices = ports.service.slices();
    path = ports.service.path();
    step = partition.kind("memory.flush", Phase.WORK, (tick, c, x) -> step(tick));
    end = partition.kind("memory.flushed", Phase.WORK, (tick, c, x) -> ended(tick));
    next = new int[slices.count()];
    Arrays.fill(next, NONE);
    left = new long[slices.count()];
    last = new long[path.channels()];
  }

  void whenDone(LongConsumer called) {
    ended = called;
  }

  void begin(long tick) {
    if (!running) {
      running = true;
      begun = tick;
      written = false;
      Arrays.fill(next, 0);
      Arrays.fill(left, 0);
      step(tick);
    }
  }

  private void step(long tick) {
    long room = Math.max(1, rate.most(STEP));
    boolean more = false;
    ports.begin(tick);
    for (int s = 0; s < next.length; s++) {
      if (next[s] != NONE) {
        next[s] = writeBack(s, next[s], room);
        more |= next[s] != NONE;
      }
    }
    ports.settle();
    if (more || !isDecided()) {
      partition.at(tick + STEP, step, component, 0);
    } else if (reached() > tick) {
      partition.at(reached(), end, component, 0);
    } else {
      ended(tick);
    }
  }

  /** Whether DRAM has scheduled all requests that waited when the last line left its slice. */
  private boolean isDecided() {
    boolean decided = true;
    for (int c = 0; c < last.length; c++) {
      if (!written) {
        last[c] = path.decidedThen(c);
      }
      decided &= path.decided(c) >= last[c];
    }
    written = true;
    return decided;
  }

  /** Returns the tick at which the last line has reached the memory side. */
  private long reached() {
    long most = 0;
    for (long bytes : left) {
      most = Math.max(most, bytes);
    }
    return begun + rate.duration(most);
  }

  /** Writes lines of a slice back; returns the line at which to continue, or NONE. */
  private int writeBack(int s, int from, long room) {
    SectoredCache cache = slices.cache(s);
    int bytes = cache.config().lineBytes();
    int line = cache.nextDirty(from);
    long bytesWritten = 0;
    while (line >= 0 && bytesWritten < room) {
      if (path.lacksForWrite(cache.addressOf(line), MemoryPath.NONE) != MemoryPath.NONE
          || ports.service.backlogBehind(s) > STEP) {
        break;
      }
      cache.clean(line);
      bytesWritten += bytes;
      line = cache.nextDirty(line + 1);
    }
    count[0] += bytesWritten;
    left[s] += bytesWritten;
    return line < 0 ? NONE : line;
  }

  private void ended(long tick) {
    running = false;
    ended.accept(Math.min(tick, reached()));
  }

  long bytes() {
    return count[0];
  }
}
