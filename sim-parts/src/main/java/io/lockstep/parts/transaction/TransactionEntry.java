// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.parts.cache.FirstLevel;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.cache.TranslationBuffer;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.rate.Rate;

/**
 * The entry of transactions into a memory unit. Transactions are split into lines, which enter in
 * order at the rate of look-ups. A line that finds no free miss entry, or no room for a request, is
 * parked, with its successors, until {@link #unpark}.
 */
final class TransactionEntry extends CountingPart {
  // Token of unacknowledged writes.
  static final int NO_TOKEN = -1;

  // Flag: bypasses the unit's own cache.
  static final int BYPASS = 1 << 8;

  private final String path;
  private final long hitTicks;
  private final long missTicks;
  private final Rate lookups;
  private final int splitBytes;
  private final FirstLevel level; // null if there is no cache
  private final TranslationBuffer translation; // null if addresses are not translated
  private final RequestSender sender;
  private final MemoryInstructions table;
  private final Completions completions;
  private final boolean ideal;
  private final long answerTicks;
  private final MessageRing parked = new MessageRing();
  private static final int ENTER_FREE = 0;
  private static final int UNFENCED = 1; // boolean
  private static final int TRANSACTIONS = 2;
  private static final int BYTES = 3;
  private static final int LINES = 4;
  private final long[] at = own.scalars(5, TRANSACTIONS);
  private InstructionProbe probe = InstructionProbe.NONE;

  TransactionEntry(
      String path,
      MemoryUnitConfig config,
      int splitBytes,
      FirstLevel level,
      RequestSender sender,
      MemoryInstructions table,
      Completions completions) {
    this.path = path;
    hitTicks = config.hitTicks();
    missTicks = config.missTicks();
    lookups = config.lookups();
    ideal = config.isIdeal();
    answerTicks = config.answerTicks();
    translation = config.translation().map(TranslationBuffer::new).orElse(null);
    if (translation != null) {
      own.include(translation);
    }
    this.splitBytes = splitBytes;
    this.level = level;
    this.sender = sender;
    this.table = table;
    this.completions = completions;
  }

  void observe(InstructionProbe by) {
    probe = by;
  }

  TranslationBuffer translation() {
    return translation;
  }

  long transactions() {
    return at[TRANSACTIONS];
  }

  long bytes() {
    return at[BYTES];
  }

  long lines() {
    return at[LINES];
  }

  int parked() {
    return parked.size();
  }

  boolean isEmpty() {
    return parked.isEmpty();
  }

  /** Whether unacknowledged writes have entered since the last fence. */
  boolean isUnfenced() {
    return at[UNFENCED] != 0;
  }

  void fenced() {
    at[UNFENCED] = 0;
  }

  void add(long tick, int kind, int flags, int token, long address, int bytes, int operations) {
    if (token == NO_TOKEN && kind == Message.READ) {
      throw new IllegalArgumentException(path + ": a read without a waiting instruction");
    }
    if (address >>> Message.ADDRESS_BITS != 0) {
      throw beyond(address);
    }
    at[TRANSACTIONS]++;
    at[BYTES] += bytes;
    if (ideal) {
      if (token != NO_TOKEN) {
        table.notBefore(token, tick + answerTicks);
      }
      return;
    }
    if (token != NO_TOKEN) {
      table.open(token); // closed when all its lines have been processed
    }
    probe.enters();
    long from = address;
    int left = bytes;
    do {
      int part = (int) Math.min(left, splitBytes - (from & (splitBytes - 1)));
      if (!parked.isEmpty() || !enter(tick, kind, flags, token, from, part, operations)) {
        park(kind, flags, token, from, part, operations);
      }
      from += part;
      left -= part;
    } while (left > 0);
    if (token != NO_TOKEN) {
      table.close(token);
    }
  }

  private IllegalArgumentException beyond(long address) {
    return new IllegalArgumentException(
        "%s: address 0x%s is beyond %s bits"
            .formatted(path, Long.toHexString(address), Message.ADDRESS_BITS));
  }

  private void park(int kind, int flags, int token, long address, int bytes, int operations) {
    probe.parks();
    int small = flags & 7 | ((flags & BYPASS) != 0 ? 8 : 0);
    parked.add(
        Message.first(kind, small, operations, address),
        Message.second(bytes, token & 0xFFFFFF, operations),
        0);
    if (token != NO_TOKEN) {
      table.open(token);
    }
  }

  void unpark(long tick) {
    while (!parked.isEmpty()) {
      long first = parked.first();
      long second = parked.second();
      int small = Message.flags(first);
      int flags = small & 7 | ((small & 8) != 0 ? BYPASS : 0);
      int token = Message.token(second) == 0xFFFFFF ? NO_TOKEN : Message.token(second);
      probe.triesAgain();
      if (!enter(
          tick,
          Message.kind(first),
          flags,
          token,
          Message.address(first),
          Message.bytes(second),
          Message.operations(first, second))) {
        return;
      }
      parked.drop();
      probe.unparked();
      if (token != NO_TOKEN) {
        completions.part(token, table.latest(token));
      }
    }
  }

  /** Lets one line of a transaction enter; returns false if the line must wait. */
  private boolean enter(
      long tick, int kind, int flags, int token, long address, int bytes, int operations) {
    boolean cached = level != null && (flags & BYPASS) == 0;
    if (cached && kind == Message.READ) {
      return lookUp(tick, flags, token, address, bytes);
    }
    if (sender.room() == 0) {
      return false;
    }
    long depart = enterAt(tick, address) + missTicks;
    if (level != null) {
      level.cache().passes(address, bytes);
      if (kind == Message.WRITE) {
        level.cache().write(address, bytes);
      } else if (kind == Message.ATOMIC) {
        level.cache().invalidate(address, bytes);
      }
    }
    boolean reply = token != NO_TOKEN;
    int own = flags & (Message.UNCACHED | Message.WORDS) | (reply ? Message.REPLY : 0);
    if (sender.add(kind, own, operations, address, bytes, reply ? token : 0, depart)) {
      probe.sends(token, depart);
      if (reply) {
        table.open(token);
      }
    }
    at[UNFENCED] |= reply ? 0 : 1;
    return true;
  }

  private boolean lookUp(long tick, int flags, int token, long address, int bytes) {
    if (!level.accepts(address, bytes, sender.room())) {
      return false;
    }
    SectoredCache cache = level.cache();
    long enter = enterAt(tick, address);
    if (cache.read(address, bytes) == SectoredCache.HIT) {
      long data = Math.max(enter + hitTicks, level.ready(enter));
      table.notBefore(token, data);
      probe.hit(token, data);
      return true;
    }
    long depart = enter + missTicks;
    int size = level.sectorBytes();
    long end = address + bytes;
    for (long sector = level.sector(address); sector < end; sector += size) {
      if (level.holds(sector)) {
        continue;
      }
      long near = level.fetch(sector, enter);
      if (near >= 0) {
        table.notBefore(token, near);
        probe.hit(token, near);
        continue;
      }
      table.open(token);
      if (level.await(sector, token)) {
        int own = flags & Message.UNCACHED | Message.REPLY;
        if (sender.add(Message.FILL, own, 0, sector, size, 0, depart)) {
          probe.sends(token, depart);
        }
      } else {
        cache.joins();
      }
    }
    return true;
  }

  /** Books repeated look-ups of lines. */
  void looksUpAgain(long tick, int lines) {
    if (!ideal) {
      at[ENTER_FREE] = lookups.start(at[ENTER_FREE], tick) + lines * lookups.ticks();
      at[LINES] += lines;
    }
  }

  /** Books a look-up; returns the tick at which the address is looked up and translated. */
  private long enterAt(long tick, long address) {
    long start = lookups.start(at[ENTER_FREE], tick);
    at[ENTER_FREE] = start + lookups.ticks();
    at[LINES]++;
    long enter = lookups.tick(start);
    return translation == null ? enter : translation.translate(address, enter);
  }
}
