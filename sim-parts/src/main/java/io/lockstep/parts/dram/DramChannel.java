// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/**
 * A DRAM channel: banks with open rows, a data bus, and a controller with bounded FR-FCFS
 * scheduling (Rixner et al., "Memory Access Scheduling", ISCA 2000). No request is overtaken
 * without end: by requests of its direction at most {@code dram.bypasses} times, by those of the
 * other direction at most as many times as their queue holds requests, times {@code dram.bypasses}.
 *
 * <p>Internal time is counted in beats of the data bus, an integer: a beat is at tick {@code
 * ceil(beat * tickHertz / beatHertz)} exactly, so the bus runs neither faster nor slower than its
 * clock. Requests wait in two queues; writes wait until no read waits or many writes wait, because
 * each bus turnaround takes time. {@link #pick} selects one request and books its row commands and
 * data; it books ahead only as far as needed to hide row changes behind transfers, so that later
 * requests can still be preferred.
 *
 * <p>The owner calls {@link #pick} until it returns NONE, and then again at {@link #nextPick}. Each
 * request lies within one row. Caveats: commands do not compete for the command bus; refreshes of
 * single banks ignore tRREFD. Not thread-safe.
 */
public final class DramChannel extends DramTraffic {
  /** Result of {@link #pick} if no request can be selected now. */
  public static final int NONE = -1;

  private final DramConfig config;
  private final BeatClock clock;
  private final int burstBytes;
  private final int burstBeats;
  private final int bytesPerBeat;
  private final long rcd; // tRCD for reads
  private final long rcdWrite;
  private final long ras;
  private final long cl;
  private final long wl;
  private final long wtr;
  private final long rtw;
  private final long wr;
  private final Refresh refresh; // null for single-bank refresh
  private final BankRefresh bankRefresh; // null for all-bank refresh
  private final FabricPort port; // null if the port is as fast as the bus
  private final BankGroups groups; // null if bank groups make no difference
  private final long extra;
  private final boolean unoccupied;
  private final boolean immediate;
  private final long horizon;
  private final int readQueue;
  private final int writeQueue;
  private final BankTable banks;

  private final DramQueue reads;
  private final DramQueue writes;

  private final RowActivation activation;
  private final RequestSelection selection;

  private long busFree; // beat at which the last transfer on the bus ends
  private boolean busWrote;
  private boolean draining;
  private boolean pickedWrite;
  private long completion;
  private long latestEnd;
  private DramTimeline timeline; // null unless requested
  private long accessed; // beat at which the bank could deliver the last picked request
  private long transferred;
  private int lastBytes; // bytes of the last picked request

  /**
   * Creates the only channel of a memory.
   *
   * @param config bus, banks and timings
   */
  public DramChannel(DramConfig config) {
    this(config, 0, 1);
  }

  /**
   * Creates one of several channels, which are refreshed at different times.
   *
   * @param config bus, banks and timings
   * @param index number of the channel, from 0
   * @param channels number of channels of the memory
   */
  public DramChannel(DramConfig config, int index, int channels) {
    super(config);
    this.config = config;
    clock = new BeatClock(config);
    burstBytes = config.burstBytes;
    bytesPerBeat = config.bytesPerBeat;
    burstBeats = burstBytes / bytesPerBeat;
    rcd = config.beats("dram.trcd");
    rcdWrite = config.activateToWrite();
    long rp = config.beats("dram.trp");
    ras = config.beats("dram.tras");
    cl = config.beats("dram.tcl");
    wl = config.beats("dram.twl");
    wtr = config.beats("dram.twtr");
    rtw = config.beats("dram.trtw");
    wr = config.beats("dram.twr");
    port = config.port > 0 ? new FabricPort(config, config.port) : null;
    int commands = config.refreshCommands();
    refresh = commands == 1 ? new Refresh(config, index, channels) : null;
    extra = config.beats("dram.response_latency");
    unoccupied = config.unoccupied;
    immediate = config.immediate;
    // Selection stops when the bus is booked this far ahead, and resumes at half of this distance.
    horizon = config.lookAhead * (rp + rcd + cl);
    banks = new BankTable(config.banks);
    bankRefresh = commands == 1 ? null : new BankRefresh(config, commands, banks);
    if (bankRefresh != null) {
      bankRefresh.begin(index, channels);
    }
    readQueue = config.readQueue;
    writeQueue = config.writeQueue;
    reads = new DramQueue(readQueue);
    writes = new DramQueue(writeQueue);
    DramRule rule = config.rule(); // null for FR-FCFS
    groups = config.bankGroups > 1 ? new BankGroups(config) : null;
    activation = new RowActivation(config, banks);
    selection = new RequestSelection(activation, rule, banks, groups);
  }

  /** {@return whether the read queue has room} */
  public boolean acceptsRead() {
    return reads.size() < readQueue;
  }

  /** {@return whether the write queue is below its soft limit} */
  public boolean acceptsWrite() {
    return writes.size() < writeQueue;
  }

  /** {@return the number of waiting requests} */
  public int waiting() {
    return reads.size() + writes.size();
  }

  /** {@return the number of waiting reads} */
  public int waitingReads() {
    return reads.size();
  }

  /**
   * Queues a request.
   *
   * @param bank bank of the request
   * @param row row of the request
   * @param bytes size, rounded up to bursts
   * @param write whether the request is a write
   * @param reference the caller's number for the request, returned by {@link #pick}
   */
  public void enqueue(int bank, long row, int bytes, boolean write, int reference) {
    int beats = (bytes + burstBytes - 1) / burstBytes * burstBeats;
    (write ? writes : reads).add(bank, row, beats * bytesPerBeat, reference);
  }

  /**
   * Selects and books the next request, unless the bus is booked far enough ahead.
   *
   * @param tick current tick
   * @return reference of the request, or {@link #NONE}; see {@link #completion}
   */
  public int pick(long tick) {
    if (reads.size() + writes.size() == 0) {
      return NONE;
    }
    long now = clock.beat(tick);
    if (unoccupied) {
      return atOnce(now);
    }
    if (busFree > now + horizon || port != null && port.taken() > now + horizon) {
      return NONE;
    }
    draining = writes.size() > 0 && (reads.size() == 0 || takesWrites());
    boolean write = draining;
    DramQueue queue = write ? writes : reads;
    long by = Math.max(now, busFree);
    if (bankRefresh != null) {
      bankRefresh.by(by);
    } else if (!refresh.isQuiet(by)) {
      refresh(now);
    }
    int chosen = choose(queue, now);
    if (bankRefresh != null) {
      chosen = bankRefresh.beside(selection.of(queue, now), chosen, by);
      if (chosen == NONE) {
        write = !write;
        queue = write ? writes : reads;
        if (queue.size() > 0) {
          chosen = bankRefresh.beside(selection.of(queue, now), 0, by);
        }
      }
      if (chosen == NONE) {
        return NONE;
      }
    }
    overtakes(queue, write ? reads : writes, chosen);
    book(queue, chosen, now, write);
    int reference = queue.reference(chosen);
    queue.remove(chosen);
    return reference;
  }

  /** Serves the oldest read, otherwise the oldest write, without waiting for bus or bank. */
  private int atOnce(long now) {
    boolean write = reads.size() == 0;
    DramQueue queue = write ? writes : reads;
    int reference = queue.reference(0);
    int b = queue.bank(0);
    boolean open = banks.openRow[b] == queue.row(0);
    if (!open) {
      opens(b, now);
    }
    banks.openRow[b] = queue.row(0);
    lastBytes = queue.bytes(0);
    transfers(write, lastBytes);
    queue.remove(0);
    long own = (open ? 0 : rowOpens(write)) + (write ? wl : cl + extra);
    long done = immediate ? now : now + own;
    latestEnd = Math.max(latestEnd, done);
    completion = clock.tick(done);
    pickedWrite = write;
    return reference;
  }

  /** Counts the activation by the first burst of a request, whose other bursts hit the open row. */
  private void opens(int bank, long now) {
    activates(bank, banks.isClosed(bank), now);
  }

  private long rowOpens(boolean write) {
    return write ? rcdWrite : rcd;
  }

  /**
   * Whether writes go before waiting reads: from the high to the low mark, unless the oldest read
   * or write has been passed by too many of the others.
   */
  private boolean takesWrites() {
    boolean many = writes.size() >= config.writeHigh || draining && writes.size() > config.writeLow;
    return many && reads.passed < config.passes(writeQueue)
        || writes.passed >= config.passes(readQueue);
  }

  private static void overtakes(DramQueue queue, DramQueue others, int chosen) {
    if (chosen == 0) {
      queue.bypassed = 0;
      queue.passed = 0;
    } else {
      queue.bypassed++;
    }
    if (others.size() > 0) {
      others.passed++;
    }
  }

  private int choose(DramQueue queue, long now) {
    return queue.size() == 1 || queue.bypassed >= config.bypasses
        ? 0
        : selection.choose(queue, now, activation.soonest(now), busFree);
  }

  private void book(DramQueue queue, int i, long now, boolean write) {
    int b = queue.bank(i);
    long row = queue.row(i);
    int bytes = queue.bytes(i);
    int beats = bytes / bytesPerBeat;
    long latency = write ? wl : cl;
    long own = latency; // latency without contention and without transfer time
    long column;
    if (banks.openRow[b] == row) {
      column = Math.max(now, banks.columnReady[b]);
    } else {
      opens(b, now);
      long opening = rowOpens(write);
      own += opening;
      long activate = activation.time(b, now);
      activation.activated(activate);
      banks.openRow[b] = row;
      banks.prechargeReady[b] = activate + ras;
      column = activate + opening;
      banks.columnReady[b] = column;
    }
    long data = Math.max(column + latency, busFree);
    if (write && !busWrote) {
      data = Math.max(data, busFree + rtw);
    } else if (!write && busWrote) {
      data = Math.max(data, busFree + wtr + cl);
    }
    if (groups != null) {
      data = groups.begin(b, data);
    }
    long free = data + beats; // other bank groups may use the gaps
    long end = groups == null ? free : groups.book(b, data, beats);
    accessed = column + latency;
    transferred = end;
    banks.columnReady[b] = Math.max(banks.columnReady[b], data - latency);
    banks.prechargeReady[b] = Math.max(banks.prechargeReady[b], write ? end + wr : end - cl);
    busFree = free;
    busWrote = write;
    latestEnd = Math.max(latestEnd, end);
    long passed = port == null ? end : Math.max(end, port.pass(bytes, now));
    completion = clock.tick(immediate ? end - own : write ? end : passed + extra);
    pickedWrite = write;
    if (timeline != null) {
      timeline.transfer(write, clock.tick(data), clock.tick(end), bytes);
    }
    lastBytes = bytes;
    transfers(write, bytes);
  }

  /** Performs due refreshes, which close all rows. The bus is idle after its last transfer. */
  private void refresh(long now) {
    long end = refresh.by(busFree, Math.max(now, busFree));
    if (end < 0) {
      return;
    }
    busFree = Math.max(busFree, end);
    banks.closeUntil(end);
  }

  /** {@return the tick at which the last selected request's data has arrived or is written} */
  public long completion() {
    return completion;
  }

  /**
   * {@return the earliest tick at which the bank could transfer the last selected request's data if
   * the bus were free}
   */
  public long accessed() {
    return clock.tick(accessed);
  }

  /** {@return the end of the last selected request's bus transfer} */
  public long transferred() {
    return clock.tick(transferred);
  }

  /** {@return bytes that the last selected request moves over the pins} */
  public int transferredBytes() {
    return lastBytes;
  }

  /** {@return whether the last selected request was a write} */
  public boolean wasWrite() {
    return pickedWrite;
  }

  /** {@return the tick at which all selected requests are done} */
  public long quiet() {
    return clock.tick(latestEnd);
  }

  /**
   * {@return the tick of the next {@link #pick}, after {@code tick}; -1 if no request waits}
   *
   * @param tick of the last {@link #pick}
   */
  public long nextPick(long tick) {
    if (reads.size() + writes.size() == 0) {
      return NONE;
    }
    long taken = port == null ? busFree : Math.max(busFree, port.taken());
    long next = taken - horizon / 2;
    if (bankRefresh != null) {
      // All requested banks may be in refresh; retries soon, because new requests may use others.
      long first = Math.min(bankRefresh.end(reads), bankRefresh.end(writes));
      next = Math.max(next, Math.min(first, clock.beat(tick) + horizon / 2));
    }
    return Math.max(tick + 1, clock.tick(next));
  }

  /**
   * {@return bytes that the bus can carry in a time, rounded up; 0 for ideal bandwidth}
   *
   * @param ticks number of ticks, not negative
   */
  public long bytesAtPeak(long ticks) {
    return unoccupied ? 0 : clock.beatAt(ticks) * bytesPerBeat;
  }

  /**
   * Starts or stops the recording of bus transfers.
   *
   * @param wanted timeline of this channel; null to stop
   */
  public void observe(DramTimeline wanted) {
    if (timeline != null) {
      timeline.flush();
    }
    timeline = wanted;
  }
}
