// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.parts.cache.CacheCounts;
import io.lockstep.parts.cache.MiddleLevels;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.memory.PolledAccess;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.path.Path;

/**
 * The compute unit's side of the memory system: accepts the transactions of memory instructions,
 * looks them up in a first-level cache if it has one, sends misses to the {@link MemorySide}, and
 * notifies its listener when an instruction is complete.
 *
 * <p>Protocol, at the current tick (transactions may carry a later one, until which nothing else
 * happens in the compute unit): if {@link #canAccept}, {@link #begin} an instruction, pass its
 * {@link #read}, {@link #write} and {@link #atomic} transactions, and {@link #end} it. If all hit,
 * {@code end} returns the tick of completion without an event; otherwise {@link
 * CompletionListener#completed} is called from an event, never from within these methods. Writes
 * with {@link #NO_TOKEN} are not acknowledged; they leave at the next {@code end} or {@link
 * #flush}, and {@link #drain} waits for them.
 *
 * <p>A transaction without a free miss entry or room to wait for credit waits, with its successors,
 * in a queue that holds at most one instruction's transactions: {@code canAccept} is false until
 * the queue is empty. Transactions enter in order at the rate of look-ups.
 *
 * <p>Read-only units for scalar, constant or texture memory are further instances; compute units of
 * one partition may share them (the owner's number identifies the unit). Not thread-safe.
 */
public final class MemoryUnit extends CountingPart {
  /** Result of {@link #end} if the listener will be called. */
  public static final long PENDING = -1;

  /** Token of unacknowledged writes. */
  public static final int NO_TOKEN = TransactionEntry.NO_TOKEN;

  /** Flag: bypasses the cache of the memory side's slice. */
  public static final int UNCACHED = Message.UNCACHED;

  /** Flag: bypasses this unit's own cache. */
  public static final int BYPASS = TransactionEntry.BYPASS;

  private final String path;
  private final Cluster cluster;
  private final MemoryUnitConfig config;
  private final MemoryTraffic traffic;
  private final MemoryInstructions table;
  private final long[] instructions = own.counters(1);

  /**
   * Creates a unit and connects it to the memory side.
   *
   * @param cluster the cluster of the unit
   * @param path path of the component, for example {@code cu[3].memory}
   * @param computeUnit number of the compute unit for the address map, which selects the die
   * @param config sizes and latencies
   * @param side the memory side
   * @param listener receives notifications
   */
  public MemoryUnit(
      Cluster cluster,
      String path,
      int computeUnit,
      MemoryUnitConfig config,
      MemorySide side,
      MemoryListener listener) {
    this.path = path;
    this.cluster = cluster;
    this.config = config;
    traffic = own.include(new MemoryTraffic(cluster, path, computeUnit, config, side, listener));
    table = traffic.table;
  }

  MemoryTraffic traffic() {
    return traffic;
  }

  /** {@return whether an instruction may begin; else {@link MemoryListener#accepting} follows} */
  public boolean canAccept() {
    return traffic.canAccept();
  }

  /**
   * Begins an instruction.
   *
   * @param ofOwner the caller's number, passed to the listener at completion
   * @return the token of the instruction
   */
  public int begin(int ofOwner) {
    if (!table.hasRoom()) {
      throw new IllegalStateException(path + ": no token; ask canAccept first");
    }
    int token = table.begin(ofOwner);
    traffic.polled.clear(token);
    traffic.probe.begins(token);
    instructions[0]++;
    return token;
  }

  /**
   * Registers an instruction that accesses polled words. Fill the returned object before the
   * instruction's first transaction; its transactions must have its token and bypass this unit's
   * cache.
   *
   * @param token token of the open instruction
   * @return the access of the instruction, without polled words
   */
  public PolledAccess poll(int token) {
    if (config.isIdeal()) {
      throw new RefusalException(
          "work-groups of this launch wait for one another in memory, which an ideal memory does"
              + " not simulate");
    }
    return traffic.polled.begin(token);
  }

  /** {@return whether a change of a polled word is on its way to the memory side} */
  public boolean isChangeUnderWay() {
    return traffic.polled.isChangeUnderWay();
  }

  /**
   * {@return the lanes of a poll that failed; valid within {@link CompletionListener#completed}}
   *
   * @param token token of the instruction
   */
  public long refused(int token) {
    PolledAccess access = traffic.polled.of(token);
    return access == null ? 0 : access.refused();
  }

  /**
   * Reads for an instruction, with the configured flags.
   *
   * @param tick tick of entry, not before now
   * @param token token of the instruction
   * @param address device address of the first byte
   * @param bytes number of bytes; split at line boundaries
   */
  public void read(long tick, int token, long address, int bytes) {
    transaction(tick, Message.READ, config.flags(), token, address, bytes, 0);
  }

  /**
   * Reads for an instruction, with given flags.
   *
   * @param tick tick of entry, not before now
   * @param token token of the instruction
   * @param address device address of the first byte
   * @param bytes number of bytes; split at line boundaries
   * @param flags flags that replace the configured flags
   */
  public void read(long tick, int token, long address, int bytes, int flags) {
    transaction(tick, Message.READ, flags, token, address, bytes, 0);
  }

  /**
   * Writes for an instruction.
   *
   * @param token token of the instruction, which waits for an acknowledgement; or {@link #NO_TOKEN}
   * @param tick tick of entry, not before now
   * @param address device address of the first byte
   * @param bytes number of bytes; split at line boundaries
   */
  public void write(long tick, int token, long address, int bytes) {
    transaction(tick, Message.WRITE, config.flags(), token, address, bytes, 0);
  }

  /**
   * Performs atomic operations of some lanes on one location, bypassing the first-level cache.
   *
   * @param token token of the instruction, which then waits for the old value, or {@link #NO_TOKEN}
   * @param operations number of lanes that operate on the location, at least 1
   * @param tick tick of entry, not before now
   * @param address device address of the location
   * @param bytes size of the location
   */
  public void atomic(long tick, int token, long address, int bytes, int operations) {
    for (int left = operations; left > 0; left -= Message.MAX_OPERATIONS) {
      int part = Math.min(left, Message.MAX_OPERATIONS);
      int both = Message.operations(part, part);
      transaction(tick, Message.ATOMIC, config.flags(), token, address, bytes, both);
    }
  }

  /**
   * Sends one message with an atomic operation on each of several neighbouring locations.
   *
   * @param words mask of dwords from the address on; for longer locations, of their first dwords
   * @param tick tick of entry, not before now
   * @param token token of the instruction, which then waits for the old values, or {@link
   *     #NO_TOKEN}
   * @param address device address of the first location
   * @param bytes number of bytes from the first location to the end of the last, at most {@link
   *     Message#WORDS_BYTES}, inside one line
   */
  public void atomics(long tick, int token, long address, int bytes, int words) {
    if (bytes > Message.WORDS_BYTES || words == 0) {
      throw new IllegalArgumentException(path + ": atomics on " + bytes + " bytes");
    }
    transaction(tick, Message.ATOMIC, config.flags() | Message.WORDS, token, address, bytes, words);
  }

  /**
   * Stores through the atomic units, in order with atomic operations on the same location.
   *
   * @param tick tick of entry, not before now
   * @param token token of the instruction, which waits for an acknowledgement; or {@link #NO_TOKEN}
   * @param address device address of the location
   * @param bytes size of the location
   */
  public void atomicStore(long tick, int token, long address, int bytes) {
    int once = Message.operations(1, 0);
    transaction(tick, Message.ATOMIC, config.flags(), token, address, bytes, once);
  }

  /**
   * Reads through the atomic units, in order with atomic operations on the same location.
   *
   * @param tick tick of entry, not before now
   * @param token token of the instruction, which then waits for the value, or {@link #NO_TOKEN}
   * @param address device address of the location
   * @param bytes size of the location
   */
  public void atomicRead(long tick, int token, long address, int bytes) {
    transaction(tick, Message.ATOMIC, config.flags(), token, address, bytes, Message.NO_OP);
  }

  /**
   * Books repeated look-ups of lines, which only consume look-up bandwidth.
   *
   * @param tick tick of entry, not before now
   * @param lines number of look-ups; nothing is booked if it is not positive
   */
  public void looksUpAgain(long tick, int lines) {
    if (lines > 0) {
      traffic.entry.looksUpAgain(tick, lines);
    }
  }

  /**
   * Ends an instruction.
   *
   * @param token token of the open instruction
   * @return the tick of its completion, which frees the token; or {@link #PENDING}
   */
  public long end(int token) {
    traffic.push(cluster.partition().now());
    boolean complete = table.end(token);
    traffic.probe.given();
    if (!complete) {
      return PENDING;
    }
    return traffic.completions.remove(token);
  }

  /** Sends the unacknowledged writes since the last instruction, which count as one instruction. */
  public void flush() {
    traffic.probe.counts();
    instructions[0]++;
    traffic.push(cluster.partition().now());
  }

  /** Invalidates the caches of the unit, as drivers do when a kernel starts. */
  public void invalidate() {
    if (traffic.level != null) {
      traffic.level.invalidate();
    }
  }

  /**
   * Requests a notification when all begun instructions and writes are done.
   *
   * @param tick current tick
   * @return true if the unit is idle already; if not, {@link MemoryListener#drained} follows
   */
  public boolean drain(long tick) {
    return !traffic.drain.begin(tick);
  }

  /**
   * Sets the critical path to the issue of the following instructions.
   *
   * @param path path to the issue, or null if unknown
   */
  public void issuer(Path path) {
    traffic.probe.issuer(path);
  }

  /**
   * {@return the path to an instruction's data, valid from its completion until its token is
   * reused; null if paths are disabled or no request was sent}
   *
   * @param token token of the instruction
   */
  public Path path(int token) {
    return traffic.probe.data(token);
  }

  /** {@return the path to the current event in {@link MemoryListener#accepting}, or null} */
  public Path cause() {
    return traffic.probe.cause();
  }

  private void transaction(
      long tick, int kind, int flags, int token, long address, int bytes, int operations) {
    traffic.probe.transaction(kind, tick, bytes);
    traffic.entry.add(tick, kind, flags, token, address, bytes, operations);
  }

  /** {@return the path of the unit's component} */
  public String path() {
    return path;
  }

  /** {@return the configuration of the unit} */
  public MemoryUnitConfig config() {
    return config;
  }

  /** {@return the first-level cache; null if the unit has none} */
  public SectoredCache cache() {
    return traffic.level == null ? null : traffic.level.cache();
  }

  /** {@return the levels between the first-level cache and memory; null if there are none} */
  public MiddleLevels middle() {
    return traffic.level == null ? null : traffic.level.middle();
  }

  /**
   * Passes an address through the translation buffer, if the unit has one, as if an earlier launch
   * had accessed it.
   *
   * @param address any byte of a fragment
   */
  public void warmTranslation(long address) {
    if (traffic.entry.translation() != null) {
      traffic.entry.translation().translate(address, 0);
    }
  }

  /** {@return the counts of the translation buffer; null if the unit has none} */
  public CacheCounts translation() {
    return traffic.entry.translation();
  }

  /** {@return the number of instructions begun} */
  public long instructions() {
    return instructions[0];
  }

  /** {@return the number of transactions of instructions} */
  public long transactions() {
    return traffic.entry.transactions();
  }

  /** {@return the number of bytes of all transactions} */
  public long bytesMoved() {
    return traffic.entry.bytes();
  }

  /** {@return the number of bytes that the sent requests ask for or carry} */
  public long requestedBytes() {
    return traffic.sender.bytes();
  }

  /** {@return the number of requests sent} */
  public long requests() {
    return traffic.sender.requests();
  }

  /**
   * {@return lines looked up, and the most that the unit could look up}
   *
   * @param kernels ticks during which kernels ran
   */
  public ResourceUse entered(long kernels) {
    return new ResourceUse(traffic.entry.lines(), config.lookups().most(kernels));
  }

  /**
   * {@return bytes sent to memory, and the most that the link could carry}
   *
   * @param kernels ticks during which kernels ran
   */
  public ResourceUse sent(long kernels) {
    return config
        .send()
        .map(rate -> new ResourceUse(traffic.sender.linkBytes(), rate.most(kernels)))
        .orElse(ResourceUse.NONE);
  }

  /**
   * {@return bytes received from memory, and the most that the link could carry}
   *
   * @param kernels ticks during which kernels ran
   */
  public ResourceUse received(long kernels) {
    return new ResourceUse(traffic.received(), traffic.responseRate().most(kernels));
  }

  /** {@return the number of instructions in flight} */
  public int underWay() {
    return table.size();
  }

  /** {@return a description of unfinished work, for reports of missing progress; null if none} */
  public String waiting() {
    return traffic.waiting();
  }

  /**
   * Checks the invariants of an idle unit.
   *
   * @throws IllegalStateException if one is violated
   */
  public void check() {
    traffic.check();
  }

  @Override
  public String toString() {
    return path + ": " + instructions() + " instructions, " + requests() + " requests";
  }
}
