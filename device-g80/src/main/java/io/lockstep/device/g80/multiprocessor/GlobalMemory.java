// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.device.g80.memory.MaskedWrites;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.memory.PolledAccess;
import io.lockstep.parts.unit.MemoryAccessCounts;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.spi.stats.Totals;
import java.util.function.Consumer;

/**
 * A warp's accesses to global memory: half-warps, coalesced into transactions that go to the memory
 * partitions without a cache.
 *
 * <p>Private memory of a thread (CUDA's local memory) lies in global memory too; word n of all
 * lanes of a warp is contiguous, so that equal offsets coalesce. Atomics never coalesce: each lane
 * is a read-modify-write at the partition.
 */
final class GlobalMemory implements TransactionSink {
  /** Result of {@link #end} for loads that the memory unit's listener completes later. */
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

  /** Whether an access may begin; if not, the listener is notified when it may. */
  boolean accepts() {
    return unit.canAccept();
  }

  /**
   * Begins an access of a warp; {@link #end} must follow.
   *
   * @param warp passed to the listener
   * @param access of all lanes
   * @param kind as {@link WarpCode#access}
   * @return the access's token
   */
  int access(long now, int warp, Access access, int kind) {
    start(now, warp, kind);
    give(access, kind);
    return token;
  }

  /**
   * Begins an access to words that work-groups poll, for lanes that have not been answered.
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
   * @param bytesPerThread private memory of a thread
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

  /** Ends the access: the tick of its data, or {@link #PENDING}; meaningless for a store. */
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
      counts.movesMore(sector - bytes); // the partition reads and writes its smallest transfer
      unit.atomic(tick, replyTo, access.address(lane), bytes, 1);
    }
  }

  /** Rounds to the hardware's allocation: powers of two from 16 bytes on. */
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
