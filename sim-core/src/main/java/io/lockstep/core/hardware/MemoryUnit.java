package io.lockstep.core.hardware;

import io.lockstep.core.device.Timeline;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Port;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import java.util.Arrays;
import java.util.List;

/**
 * The compute unit's end of the memory system: takes the transactions of memory instructions, looks
 * them up in a first-level cache if there is one, sends what misses to the {@link MemorySide}, and
 * tells its listener when an instruction is complete.
 *
 * <p>Protocol, all at the current tick (transactions may carry a later one, up to which nothing
 * else happens in the compute unit): while {@link #canAccept}, {@link #begin} an instruction, give
 * its {@link #read}, {@link #write} and {@link #atomic} transactions, {@link #end} it. Where
 * everything hit, {@code end} answers the tick of completion and no event is spent; otherwise
 * {@link Listener#completed} is called from an event, never from within these methods. Writes given
 * with {@link #NO_TOKEN} are fire and forget; {@link #drain} waits for them.
 *
 * <p>A transaction that finds no free miss entry or no room to wait for credit stays, with those
 * after it, in a queue of its own that holds no more than one instruction's transactions: {@code
 * canAccept} is false until it is empty again. Transactions enter in order at the rate of look-ups.
 *
 * <p>Read-only units for scalar, constant or texture memory are further instances, and may be
 * shared by compute units of the same partition (the owner's number then says whose the instruction
 * is). Not thread-safe.
 */
public final class MemoryUnit implements Stateful {
  /** {@link #end}: the listener will be called. */
  public static final long PENDING = -1;

  /** For writes nobody waits for. */
  public static final int NO_TOKEN = -1;

  /** Flag: passes the cache of the memory side's slice by, straight to DRAM. */
  public static final int UNCACHED = Message.UNCACHED;

  /** Flag: passes this unit's own cache by. */
  public static final int BYPASS = 1 << 8;

  /** Who waits for instructions. */
  public interface Listener {
    /**
     * An instruction is complete.
     *
     * @param owner as given to {@link MemoryUnit#begin}
     * @param token which is free again
     * @param tick when its data is there; now or later
     */
    void completed(int owner, int token, long tick);

    /** The unit accepts instructions again after {@link MemoryUnit#canAccept} said no. */
    void accepting(long tick);

    /** Everything is done after {@link MemoryUnit#drain} said no. */
    void drained(long tick);
  }

  private final String path;
  private final Cluster cluster;
  private final MemoryUnitConfig config;
  private final Listener listener;
  private final SectoredCache cache;
  private final MissTable misses;
  private final Rate lookups;
  private final Rate send;
  private final int sectorsPerLine;
  private final int sectorBytes;
  private final int splitBytes;
  private final int component;
  private final Port requests;
  private final Port responses;

  private final InstructionTable table;
  private final ParkedTransactions parked = new ParkedTransactions();

  private final RequestQueue queue;

  private long enterFree;
  private long sendFree;
  private long lastDepart;
  private int inFlight;
  private boolean stalled;
  private boolean unfenced;
  private boolean draining;
  private boolean fenceSent;

  // Completions found during one event, handed to the listener at its end.
  private int[] doneOwner;
  private int[] doneToken;
  private long[] doneTick;
  private int done;

  private MemoryTimeline timeline; // null where nobody looks

  // Counters.
  private long instructions;
  private long transactions;
  private long bytesMoved;
  private long requestCount;
  private long responseCount;
  private long sentBytes;
  private long fillBytesSent;
  private long fillBytesReceived;
  private long stalls;

  /**
   * Adds a unit to a cluster and connects it to the memory side.
   *
   * @param cluster where it lives
   * @param path its component's path, for example {@code cu[3].memory}
   * @param computeUnit the compute unit for the address map (which die's slices it uses)
   * @param config sizes and latencies
   * @param side the far end
   * @param listener who waits
   */
  public MemoryUnit(
      Cluster cluster,
      String path,
      int computeUnit,
      MemoryUnitConfig config,
      MemorySide side,
      Listener listener) {
    this.path = path;
    this.cluster = cluster;
    this.config = config;
    this.listener = listener;
    cache = config.cache().map(c -> new SectoredCache(c, (a, b) -> {})).orElse(null);
    misses = cache == null ? null : new MissTable(config.misses(), config.waiters());
    sectorBytes = cache == null ? 0 : cache.config().sectorBytes();
    sectorsPerLine = cache == null ? 1 : cache.config().lineBytes() / sectorBytes;
    splitBytes = cache == null ? side.blockBytes() : cache.config().lineBytes();
    if (splitBytes > side.blockBytes() || config.combineBytes() > side.blockBytes()) {
      throw new IllegalArgumentException(
          path + ": lines or combined requests beyond a block of " + side.blockBytes() + " bytes");
    }
    if (cache != null && cache.config().policy() == WritePolicy.WRITE_BACK) {
      throw new IllegalArgumentException(path + ": a first-level cache writes through");
    }
    lookups = config.lookups();
    send = config.send().orElse(null);
    table = new InstructionTable(config.tokens());
    queue = new RequestQueue(config.queue(), config.combineBytes());
    doneOwner = new int[config.tokens()];
    doneToken = new int[config.tokens()];
    doneTick = new long[config.tokens()];
    component = cluster.component(path, this);
    EventKind onReturn =
        cluster.kind("memory.return", Phase.WORK, (MemoryUnit u, long t, int x) -> u.onReturn(t));
    EventKind onCredit =
        cluster.kind("memory.credit", Phase.WORK, (MemoryUnit u, long t, int x) -> u.onCredit(t));
    int client = side.connect(path, computeUnit);
    requests = side.requestPort(client, component, config.requestCredits(), onCredit);
    // Twice: the credit of a response may still travel when its register asks again.
    responses =
        side.responsePort(
            client, cluster.partition(), component, 2 * config.outstanding(), onReturn);
    cluster
        .partition()
        .simulation()
        .waitsFor(component, () -> inFlight > 0 ? List.of(side.component()) : List.of());
  }

  /** Its number in the simulation. */
  int component() {
    return component;
  }

  // ------------------------------------------------------------------ instructions

  /** Whether an instruction may begin now; if not, {@link Listener#accepting} follows. */
  public boolean canAccept() {
    boolean accepts = parked.isEmpty() && table.hasRoom() && !draining;
    if (!accepts && !stalled) {
      stalled = true;
      stalls++;
    }
    return accepts;
  }

  /**
   * Begins an instruction.
   *
   * @param ofOwner the caller's number, handed back at completion
   * @return its token
   */
  public int begin(int ofOwner) {
    if (!table.hasRoom()) {
      throw new IllegalStateException(path + ": no token; ask canAccept first");
    }
    int token = table.begin(ofOwner);
    if (timeline != null) {
      timeline.begins(token);
    }
    instructions++;
    return token;
  }

  /** A read of the instruction, by the configured flags. */
  public void read(long tick, int token, long address, int bytes) {
    transaction(tick, Message.READ, config.flags(), token, address, bytes, 0);
  }

  /** A read with flags of its own. */
  public void read(long tick, int token, long address, int bytes, int flags) {
    transaction(tick, Message.READ, flags, token, address, bytes, 0);
  }

  /**
   * A write.
   *
   * @param token the instruction, which then waits for the acknowledgement, or {@link #NO_TOKEN}
   */
  public void write(long tick, int token, long address, int bytes) {
    transaction(tick, Message.WRITE, config.flags(), token, address, bytes, 0);
  }

  /** A write with flags of its own. */
  public void write(long tick, int token, long address, int bytes, int flags) {
    transaction(tick, Message.WRITE, flags, token, address, bytes, 0);
  }

  /**
   * Atomic operations of some lanes on one place; they pass the first-level cache by.
   *
   * @param token the instruction, which then waits for the old value, or {@link #NO_TOKEN}
   * @param operations lanes that operate on this place, at least 1
   */
  public void atomic(long tick, int token, long address, int bytes, int operations) {
    atomic(tick, token, address, bytes, operations, config.flags());
  }

  /** Atomic operations with flags of their own. */
  public void atomic(long tick, int token, long address, int bytes, int operations, int flags) {
    for (int left = operations; left > 0; left -= Message.MAX_OPERATIONS) {
      int part = Math.min(left, Message.MAX_OPERATIONS);
      int both = Message.operations(part, part);
      transaction(tick, Message.ATOMIC, flags, token, address, bytes, both);
    }
  }

  /**
   * One message with atomic operations on several neighbouring places, or with a store that takes
   * the way of the atomics.
   *
   * @param turns most lanes that operate on one place, 1 to 255: they follow each other
   * @param lanes operations altogether, at most 255; 0 for a store
   */
  public void atomics(long tick, int token, long address, int bytes, int turns, int lanes) {
    int both = Message.operations(turns, lanes);
    transaction(tick, Message.ATOMIC, config.flags(), token, address, bytes, both);
  }

  /**
   * Ends an instruction.
   *
   * @return the tick at which it is complete, its token free; or {@link #PENDING}
   */
  public long end(int token) {
    push(cluster.partition().now());
    boolean complete = table.end(token);
    if (timeline != null) {
      timeline.given();
    }
    if (!complete) {
      return PENDING;
    }
    if (timeline != null) {
      timeline.ends(token, table.owner(token), table.latest(token));
    }
    table.remove(token);
    return table.latest(token);
  }

  /** Drops what the first-level cache holds, as drivers do when a kernel starts. */
  public void invalidate() {
    if (cache != null) {
      cache.invalidate();
    }
  }

  /**
   * Asks to be told when everything that was begun and written is done.
   *
   * @return true if nothing is under way; else {@link Listener#drained} follows
   */
  public boolean drain(long tick) {
    if (isQuiet() && !unfenced) {
      return true;
    }
    draining = true;
    fence(tick);
    return false;
  }

  /** Whether nothing is under way, acknowledgements of unfenced writes aside. */
  public boolean isQuiet() {
    return parked.isEmpty() && queue.isEmpty() && inFlight == 0;
  }

  private void fence(long tick) {
    if (draining && unfenced && parked.isEmpty() && queue.room() > 0) {
      unfenced = false;
      fenceSent = true;
      queue.append(
          Message.first(Message.FENCE, Message.REPLY, 0, 0), Message.second(0, 0), lastDepart);
      flush(tick);
    }
  }

  // ------------------------------------------------------------------ entering

  private void transaction(
      long tick, int kind, int flags, int token, long address, int bytes, int operations) {
    if (token == NO_TOKEN && kind == Message.READ) {
      throw new IllegalArgumentException(path + ": nobody waits for a read");
    }
    transactions++;
    bytesMoved += bytes;
    if (timeline != null) {
      timeline.transaction(kind, tick, bytes);
    }
    if (token != NO_TOKEN) {
      table.open(token); // until all its lines have entered
    }
    long at = address;
    int left = bytes;
    do {
      int part = (int) Math.min(left, splitBytes - (at & (splitBytes - 1)));
      if (!parked.isEmpty() || !enter(tick, kind, flags, token, at, part, operations)) {
        park(kind, flags, token, at, part, operations);
      }
      at += part;
      left -= part;
    } while (left > 0);
    if (token != NO_TOKEN) {
      table.close(token);
    }
  }

  private void park(int kind, int flags, int token, long address, int bytes, int operations) {
    int small = flags & 7 | ((flags & BYPASS) != 0 ? 8 : 0);
    parked.add(
        Message.first(kind, small, operations, address),
        Message.second(bytes, token & 0xFFFFFF, operations));
    if (token != NO_TOKEN) {
      table.open(token);
    }
  }

  /** Lets parked lines enter, in order, as far as they can. */
  private void unpark(long tick) {
    while (!parked.isEmpty()) {
      long first = parked.first();
      long second = parked.second();
      int small = Message.flags(first);
      int flags = small & 7 | ((small & 8) != 0 ? BYPASS : 0);
      int token = Message.token(second) == 0xFFFFFF ? NO_TOKEN : Message.token(second);
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
      if (token != NO_TOKEN) {
        part(token, table.latest(token));
      }
    }
  }

  /** One line's part of a transaction; false where it must wait. */
  private boolean enter(
      long tick, int kind, int flags, int token, long address, int bytes, int operations) {
    boolean cached = cache != null && (flags & BYPASS) == 0;
    if (cached && kind == Message.READ) {
      return lookUp(tick, flags, token, address, bytes);
    }
    if (queue.room() == 0) {
      return false;
    }
    long depart = enterAt(tick) + config.missTicks();
    if (cache != null) {
      if (kind == Message.WRITE) {
        cache.write(address, bytes);
      } else if (kind == Message.ATOMIC) {
        cache.invalidate(address, bytes);
      }
    }
    boolean reply = token != NO_TOKEN;
    int own = flags & Message.UNCACHED | (reply ? Message.REPLY : 0);
    if (queue.add(kind, own, operations, address, bytes, reply ? token : 0, depart)) {
      if (reply) {
        table.open(token);
      }
    }
    unfenced |= !reply;
    return true;
  }

  private boolean lookUp(long tick, int flags, int token, long address, int bytes) {
    boolean room =
        queue.room() >= sectorsPerLine
            && misses.freeEntries() >= sectorsPerLine
            && misses.freeWaiters() >= sectorsPerLine;
    if (!room && !cache.holds(address, bytes)) {
      return false;
    }
    long enter = enterAt(tick);
    if (cache.read(address, bytes) == SectoredCache.HIT) {
      table.notBefore(token, Math.max(enter, cache.ready()) + config.hitTicks());
      return true;
    }
    long depart = enter + config.missTicks();
    long sector = address & -sectorBytes;
    long end = address + bytes;
    for (; sector < end; sector += sectorBytes) {
      if (cache.holds(sector, 1)) {
        continue;
      }
      table.open(token);
      if (misses.await(sector, token)) {
        fillBytesSent += sectorBytes;
        int own = flags & Message.UNCACHED | Message.REPLY;
        queue.add(Message.FILL, own, 0, sector, sectorBytes, 0, depart);
      }
    }
    return true;
  }

  /** Takes a look-up slot and answers its tick. */
  private long enterAt(long tick) {
    long start = lookups.start(enterFree, tick);
    enterFree = start + lookups.ticks();
    return lookups.tick(start);
  }

  // ------------------------------------------------------------------ requests

  /** Sends what may be sent. */
  private void flush(long tick) {
    while (!queue.isEmpty()) {
      long first = queue.first();
      long second = queue.second();
      boolean reply = (Message.flags(first) & Message.REPLY) != 0;
      if (reply && inFlight == config.outstanding()) {
        return;
      }
      if (requests.credits() == 0) {
        requests.send(0, 0); // sleeps until a credit is back
        return;
      }
      long depart = Math.max(lastDepart, Math.max(tick, queue.depart()));
      if (send != null) {
        int kind = Message.kind(first);
        boolean data = kind == Message.WRITE || kind == Message.ATOMIC;
        int size = config.headerBytes() + (data ? Message.bytes(second) : 0);
        sendFree = send.reserve(sendFree, depart, size);
        depart = send.tick(sendFree);
      }
      lastDepart = depart;
      requests.send(depart - tick, first, second);
      requestCount++;
      sentBytes += Message.bytes(second);
      if (reply) {
        inFlight++;
      }
      queue.drop();
    }
  }

  private void onCredit(long tick) {
    advance(tick);
    finish(tick);
  }

  private void onReturn(long tick) {
    long data = tick + config.returnTicks();
    while (!responses.isEmpty()) {
      long first = responses.headA();
      long second = responses.headB();
      responses.pop();
      inFlight--;
      responseCount++;
      switch (Message.kind(first)) {
        case Message.FILL:
          fill(tick, Message.address(first), Message.bytes(second), data);
          break;
        case Message.FENCE:
          fenceSent = false;
          break;
        case Message.READ:
          part(Message.token(second), data);
          break;
        default: // an acknowledgement or an atomic's old value
          part(Message.token(second), data);
      }
    }
    advance(tick);
    finish(tick);
  }

  private void fill(long tick, long address, int bytes, long data) {
    fillBytesReceived += bytes;
    for (long sector = address; sector < address + bytes; sector += sectorBytes) {
      cache.fill(sector, sectorBytes, tick);
      int node = misses.release(sector);
      while (node >= 0) {
        int token = misses.reference(node);
        node = misses.following(node);
        part(token, data);
      }
    }
  }

  private void part(int token, long tick) {
    table.notBefore(token, tick);
    if (table.close(token)) {
      long latest = table.latest(token);
      if (timeline != null) {
        timeline.ends(token, table.owner(token), latest);
      }
      table.remove(token);
      doneOwner[done] = table.owner(token);
      doneToken[done] = token;
      doneTick[done++] = latest;
    }
  }

  private void advance(long tick) {
    push(tick);
    fence(tick);
  }

  /** Sends and lets parked lines enter until neither is possible any more. */
  private void push(long tick) {
    flush(tick);
    while (!parked.isEmpty()) {
      int before = parked.size();
      unpark(tick);
      flush(tick);
      if (parked.size() == before) {
        return;
      }
    }
  }

  /** Tells the listener, once the unit's own state is consistent. */
  private void finish(long tick) {
    int n = done;
    done = 0;
    for (int i = 0; i < n; i++) {
      listener.completed(doneOwner[i], doneToken[i], Math.max(tick, doneTick[i]));
    }
    if (draining && isQuiet() && !unfenced && !fenceSent) {
      draining = false;
      listener.drained(tick);
    }
    if (stalled && parked.isEmpty() && table.hasRoom() && !draining) {
      stalled = false;
      listener.accepting(tick);
    }
  }

  // ------------------------------------------------------------------ figures

  /** The component's path. */
  public String path() {
    return path;
  }

  /** Sizes and latencies. */
  public MemoryUnitConfig config() {
    return config;
  }

  /** The first-level cache, or null. */
  public SectoredCache cache() {
    return cache;
  }

  /** Instructions begun. */
  public long instructions() {
    return instructions;
  }

  /** Transactions given. */
  public long transactions() {
    return transactions;
  }

  /** Bytes of the transactions. */
  public long bytesMoved() {
    return bytesMoved;
  }

  /** Bytes that the requests sent ask for or bring. */
  public long requestedBytes() {
    return sentBytes;
  }

  /** Requests sent. */
  public long requests() {
    return requestCount;
  }

  /**
   * Adds the look-ups and hits of the cache under a name such as {@code l1} or {@code scalar};
   * nothing where there is no cache.
   */
  public void cacheStatistics(String name, Totals out) {
    if (cache != null) {
      out.add(name + ".lookups", cache.lookups());
      out.add(name + ".hits", cache.hits());
      out.ratio(name + ".hit_rate", cache.hits(), cache.lookups());
    }
  }

  /** Adds transactions and the bytes they moved. */
  public void transactionStatistics(Totals out) {
    out.add("memory.transactions", transactions);
    out.add("memory.bytes_moved", bytesMoved);
  }

  /** How often {@link #canAccept} began to say no. */
  public long stalls() {
    return stalls;
  }

  /** Instructions under way. */
  public int underWay() {
    return table.size();
  }

  /** What it waits for, for a report of missing progress; null if for nothing. */
  public String waiting() {
    if (parked.size() + queue.size() + inFlight == 0) {
      return null;
    }
    return inFlight
        + " responses, "
        + queue.size()
        + " requests without credit, "
        + parked.size()
        + " transactions that found no room";
  }

  /**
   * Checks the identities that must hold when nothing is under way.
   *
   * @throws IllegalStateException where one does not
   */
  public void check() {
    if (underWay() != 0 || !isQuiet()) {
      throw new IllegalStateException(
          path + ": " + underWay() + " instructions are under way; " + waiting());
    }
    if (fillBytesSent != fillBytesReceived) {
      throw new IllegalStateException(
          path + ": asked for " + fillBytesSent + " bytes, got " + fillBytesReceived);
    }
    if (misses != null && misses.outstanding() != 0) {
      throw new IllegalStateException(path + ": " + misses.outstanding() + " sectors outstanding");
    }
  }

  /** Takes intervals down from now on; null ends that. */
  void observe(Timeline.Recorder recorder, long tick) {
    if (timeline != null) {
      timeline.flush();
    }
    timeline = recorder == null ? null : MemoryTimeline.of(recorder, path, table.capacity(), tick);
  }

  /** Starts the counters anew. */
  public void resetCounters() {
    instructions = 0;
    transactions = 0;
    bytesMoved = 0;
    requestCount = 0;
    responseCount = 0;
    sentBytes = 0;
    fillBytesReceived -= fillBytesSent;
    fillBytesSent = 0;
    stalls = 0;
    if (cache != null) {
      cache.resetCounters();
      misses.resetCounters();
    }
  }

  @Override
  public void save(StateWriter out) {
    out.begin(path);
    table.save(out);
    parked.save(out);
    queue.save(out);
    out.writeLong(enterFree);
    out.writeLong(sendFree);
    out.writeLong(lastDepart);
    out.writeInt(inFlight);
    out.writeBoolean(stalled);
    out.writeBoolean(unfenced);
    out.writeBoolean(draining);
    out.writeBoolean(fenceSent);
    out.writeLong(instructions);
    out.writeLong(transactions);
    out.writeLong(bytesMoved);
    out.writeLong(requestCount);
    out.writeLong(responseCount);
    out.writeLong(sentBytes);
    out.writeLong(fillBytesSent);
    out.writeLong(fillBytesReceived);
    out.writeLong(stalls);
    if (cache != null) {
      cache.save(out);
      misses.save(out);
    }
  }

  @Override
  public void load(StateReader in) {
    in.begin(path);
    table.load(in);
    parked.load(in);
    queue.load(in);
    enterFree = in.readLong();
    sendFree = in.readLong();
    lastDepart = in.readLong();
    inFlight = in.readInt();
    stalled = in.readBoolean();
    unfenced = in.readBoolean();
    draining = in.readBoolean();
    fenceSent = in.readBoolean();
    instructions = in.readLong();
    transactions = in.readLong();
    bytesMoved = in.readLong();
    requestCount = in.readLong();
    responseCount = in.readLong();
    sentBytes = in.readLong();
    fillBytesSent = in.readLong();
    fillBytesReceived = in.readLong();
    stalls = in.readLong();
    if (cache != null) {
      cache.load(in);
      misses.load(in);
    }
    done = 0;
  }

  @Override
  public String toString() {
    return path + Arrays.toString(new long[] {instructions, transactions, requestCount});
  }
}
