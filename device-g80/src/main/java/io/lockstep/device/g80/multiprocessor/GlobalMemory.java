// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.device.g80.memory.MaskedWrites;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.memory.PolledAccess;
import io.lockstep.parts.transaction.MemoryAccessCounts;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.spi.stats.Totals;
import java.util.function.Consumer;

/**
 * Performs a warp's accesses to global memory. Each half-warp is coalesced into transactions, which
 * go to the memory partitions without a cache.
 *
 * <p>Private memory of threads (CUDA's local memory) is part of global memory; word n of all lanes
 * of a warp is contiguous, so that equal offsets coalesce. Atomics never coalesce: each lane causes
 * a read-modify-write operation at the partition.
 */
final class GlobalMemory implements TransactionSink {
  /** Result of {@link #end} for a load that the memory unit's listener completes later. */
  static final long PENDING = MemoryUnit.PENDING;

  private static final int WORD = 4;

  private final CoalescingRule rule;
  private final MaskedWrites maskedWrites;
  private final MemoryUnit unit;
  private final int width;
  private final long scratch;
  private final int sector;
  private final Access words = new Access();

  private long tick;
  private int token;
  private int replyTo;
  private boolean write;
  private Access half; // access being coalesced

  private final MemoryAccessCounts counts;

  GlobalMemory(MultiprocessorConfig config, MemoryUnit unit, int width) {
    rule = config.coalescing;
    maskedWrites = config.maskedWrites;
    scratch = config.scratchBase;
    sector = config.sector;
    this.unit = unit;
    counts = new MemoryAccessCounts(unit);
    this.width = width;
  }

  /** Whether an access may begin. If not, the listener is notified as soon as it may. */
  boolean accepts() {
    return unit.canAccept();
  }

  /**
   * Begins an access of a warp; a call to {@link #end} must follow.
   *
   * @param warp index of the warp, which is passed to the listener
   * @param access addresses of all lanes
   * @param kind kind of access, as in {@link WarpCode#access}
   * @return the access's token
   */
  int access(long now, int warp, Access access, int kind) {
    start(now, warp, kind);
    give(access, kind);
    return token;
  }

  /**
   * Begins an access to words that work-groups poll, for the lanes without a response.
   *
   * @param poll sets the polling information
   */
  int poll(long now, int warp, Access access, int kind, Consumer<PolledAccess> poll) {
    start(now, warp, kind);
    replyTo = token;
    poll.accept(unit.poll(token));
    give(access, kind);
    return token;
  }

  private void give(Access access, int kind) {
    if (kind == WarpCode.ATOMIC || kind == WarpCode.ATOMIC_RETURN) {
      atomics(access);
    } else {
      halves(access);
    }
  }

  /**
   * @param place index of the warp's slot on the device
   * @param bytesPerThread size of a thread's private memory
   */
  int accessPrivate(long now, int warp, Access access, int kind, long place, int bytesPerThread) {
    start(now, warp, kind);
    long base = scratch + place * width * up(bytesPerThread);
    int element = Math.min(WORD, access.elementBytes());
    for (int at = 0; at < access.elementBytes(); at += WORD) {
      if (access.isAffine(0)) {
        long offset = access.origin() + at;
        words.setAffine(
            access.mask(),
            width,
            element,
            base + offset / WORD * WORD * width + offset % WORD,
            WORD);
      } else {
        long[] to = words.addresses();
        for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
          long offset = access.address(lane) + at;
          to[lane] = base + (offset / WORD * width + lane) * WORD + offset % WORD;
        }
        words.setScattered(access.mask(), width, element);
      }
      halves(words);
    }
    return token;
  }

  /** Ends the access and returns the tick of its data, or {@link #PENDING}; not for stores. */
  long end() {
    return unit.end(token);
  }

  private void start(long now, int warp, int kind) {
    tick = now;
    write = kind == WarpCode.STORE;
    boolean waited = kind == WarpCode.LOAD || kind == WarpCode.ATOMIC_RETURN;
    token = unit.begin(warp);
    replyTo = waited ? token : MemoryUnit.NO_TOKEN;
  }

  private void halves(Access access) {
    for (int from = 0; from < width; from += rule.lanesPerRequest()) {
      access.window(from, rule.lanesPerRequest());
      if (access.mask() != 0) {
        counts.request((long) access.active() * access.elementBytes());
        half = access;
        rule.coalesce(access, this);
      }
    }
    access.widen(width);
  }

  @Override
  public void transaction(long address, int bytes) {
    if (write) {
      unit.write(tick, replyTo, address, maskedWrites.bytes(half, address, bytes));
    } else {
      unit.read(tick, token, address, bytes);
    }
  }

  private void atomics(Access access) {
    int bytes = access.elementBytes();
    counts.request((long) access.active() * bytes);
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      counts.movesMore(sector - bytes); // the partition transfers at least a sector
      unit.atomic(tick, replyTo, access.address(lane), bytes, 1);
    }
  }

  /** Rounds up to the hardware's allocation sizes: powers of two from 16 bytes. */
  private static long up(int bytes) {
    return Math.max(16, Long.highestOneBit(Math.max(1, bytes - 1)) * 2);
  }

  MemoryAccessCounts counts() {
    return counts;
  }

  void statistics(Totals out) {
    counts.addTo(out);
    if (unit.translation() != null) {
      CacheStatistics.TRANSLATION.write(unit.translation(), out);
    }
  }
}
