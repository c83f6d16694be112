package io.lockstep.core.hardware;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import java.util.Arrays;

/**
 * One channel of DRAM: banks with open rows, a data bus, and a controller that lets requests to
 * open rows pass older ones (Rixner et al., "Memory Access Scheduling", ISCA 2000: FR-FCFS), within
 * bounds.
 *
 * <p>Time inside is counted in beats of the data bus, an integer: a beat lies at tick {@code
 * ceil(beat * tickHertz / beatHertz)} exactly, so the bus never runs faster or slower than its
 * clock. Requests wait in two queues; writes wait for a lull or until there are many, because each
 * change of direction costs bus time. A {@link #pick} decides one request and books its row
 * commands and data; it looks ahead no further than hides row changes behind the data in flight, so
 * that later requests may still pass.
 *
 * <p>The owner calls {@link #pick} until it answers NONE, then again at {@link #nextPick}. A
 * request stays within one row. Caveats: commands do not compete for the command bus; four
 * activates in a row (tFAW) are bounded by tRRD only. Not thread-safe.
 */
public final class DramChannel implements Stateful {
  /** {@link #pick}: nothing to decide now. */
  public static final int NONE = -1;

  private static final long CLOSED = -1;

  private final DramConfig config;
  private final long p;
  private final long q;
  private final int burstBytes;
  private final int burstBeats;
  private final int bytesPerBeat;
  private final long rcd;
  private final long rp;
  private final long ras;
  private final long cl;
  private final long wl;
  private final long rrd;
  private final long wtr;
  private final long rtw;
  private final long wr;
  private final long refreshInterval;
  private final long refresh;
  private final long extra;
  private final long horizon;
  private final int readQueue;
  private final int writeQueue;

  // Banks.
  private final long[] openRow;
  private final long[] columnReady;
  private final long[] prechargeReady;
  private final long[] activateReady;

  private long busFree;
  private boolean busWrote;
  private long lastActivate;
  private long nextRefresh;
  private boolean draining;
  private int bypassed;

  private final DramQueue reads;
  private final DramQueue writes;

  private DramTimeline timeline; // null where nobody looks
  private long completion;
  private long latestEnd;
  private boolean pickedWrite;
  private long knownTick;
  private long knownBeat; // tick 0 is beat 0

  // Counters.
  private long readCount;
  private long writeCount;
  private long readBytes;
  private long writeBytes;
  private long rowHits;
  private long rowMisses;
  private long rowConflicts;
  private long busyBeats;

  /**
   * @param config bus, banks and timings
   */
  public DramChannel(DramConfig config) {
    this.config = config;
    long beatHertz = Math.multiplyExact(config.clockHertz(), (long) config.beatsPerClock());
    long divisor = gcd(config.tickHertz(), beatHertz);
    p = config.tickHertz() / divisor;
    q = beatHertz / divisor;
    burstBytes = config.burstBytes();
    bytesPerBeat = config.bytesPerBeat();
    burstBeats = burstBytes / bytesPerBeat;
    rcd = config.beats(config.activateToColumnPicos());
    rp = config.beats(config.prechargePicos());
    ras = config.beats(config.activateToPrechargePicos());
    cl = config.beats(config.readLatencyPicos());
    wl = config.beats(config.writeLatencyPicos());
    rrd = config.beats(config.activateToActivatePicos());
    wtr = config.beats(config.writeToReadPicos());
    rtw = config.beats(config.readToWritePicos());
    wr = config.beats(config.writeRecoveryPicos());
    refreshInterval = config.beats(config.refreshIntervalPicos());
    refresh = config.beats(config.refreshPicos());
    extra = config.beats(config.extraPicos());
    // Twice a row change: decisions resume when one still fits behind the data in flight.
    horizon = 2 * (rp + rcd + cl);
    int n = config.banks();
    openRow = new long[n];
    Arrays.fill(openRow, CLOSED);
    columnReady = new long[n];
    prechargeReady = new long[n];
    activateReady = new long[n];
    lastActivate = -rrd;
    nextRefresh = refreshInterval;
    readQueue = config.readQueue();
    writeQueue = config.writeQueue();
    reads = new DramQueue(readQueue);
    writes = new DramQueue(writeQueue);
  }

  /** Whether one more read may wait. */
  public boolean acceptsRead() {
    return reads.size() < readQueue;
  }

  /** Whether writes are few enough that requests need not be held back. */
  public boolean acceptsWrite() {
    return writes.size() < writeQueue;
  }

  /** Requests that wait. */
  public int waiting() {
    return reads.size() + writes.size();
  }

  /** Reads that wait. */
  public int waitingReads() {
    return reads.size();
  }

  /**
   * Reference of the read that waits longest, or {@link #NONE}: mostly the next one to be picked.
   */
  public int oldestRead() {
    return reads.size() == 0 ? NONE : reads.reference(0);
  }

  /**
   * Queues a request.
   *
   * @param bank bank of all its bytes
   * @param row row of all its bytes
   * @param bytes size, rounded up to bursts
   * @param write whether it writes
   * @param reference the caller's number, answered by {@link #pick}
   */
  public void enqueue(int bank, long row, int bytes, boolean write, int reference) {
    int beats = (bytes + burstBytes - 1) / burstBytes * burstBeats;
    (write ? writes : reads).add(bank, row, beats * bytesPerBeat, reference);
  }

  /**
   * Decides the next request and books it, unless the bus is booked far enough ahead.
   *
   * @param tick now
   * @return its reference, or {@link #NONE}; then ask {@link #completion} and {@link #wasWrite}
   */
  public int pick(long tick) {
    if (reads.size() + writes.size() == 0) {
      return NONE;
    }
    long now = beat(tick);
    if (busFree > now + horizon) {
      return NONE;
    }
    draining =
        writes.size() > 0
            && (reads.size() == 0
                || writes.size() >= config.writeHigh()
                || draining && writes.size() > config.writeLow());
    DramQueue queue = draining ? writes : reads;
    if (refreshInterval > 0) {
      refresh(Math.max(now, busFree));
    }
    int chosen = choose(queue, now, draining);
    bypassed = chosen == 0 ? 0 : bypassed + 1;
    book(queue, chosen, now, draining);
    int reference = queue.reference(chosen);
    queue.remove(chosen);
    return reference;
  }

  /**
   * The oldest request to an open row; else the one whose row can be open first; else the oldest.
   */
  private int choose(DramQueue queue, long now, boolean write) {
    int n = queue.size();
    if (n == 1 || bypassed >= config.bypasses()) {
      return 0;
    }
    for (int i = 0; i < n; i++) {
      if (openRow[queue.bank(i)] == queue.row(i)) {
        return i;
      }
    }
    int best = -1;
    long bestTime = Long.MAX_VALUE;
    long soonest = Math.max(now, lastActivate + rrd); // of any bank
    for (int i = 0; i < n && bestTime > soonest; i++) {
      long activate = activateTime(queue.bank(i), now);
      if (activate < bestTime) {
        bestTime = activate;
        best = i;
      }
    }
    return best;
  }

  private long activateTime(int b, long now) {
    long earliest =
        openRow[b] == CLOSED
            ? Math.max(now, activateReady[b])
            : Math.max(now, prechargeReady[b]) + rp;
    return Math.max(earliest, lastActivate + rrd);
  }

  private void book(DramQueue queue, int i, long now, boolean write) {
    int b = queue.bank(i);
    long row = queue.row(i);
    int bytes = queue.bytes(i);
    int beats = bytes / bytesPerBeat;
    long column;
    if (openRow[b] == row) {
      rowHits++;
      column = Math.max(now, columnReady[b]);
    } else {
      if (openRow[b] == CLOSED) {
        rowMisses++;
      } else {
        rowConflicts++;
      }
      long activate = activateTime(b, now);
      lastActivate = activate;
      openRow[b] = row;
      prechargeReady[b] = activate + ras;
      column = activate + rcd;
      columnReady[b] = column;
    }
    long latency = write ? wl : cl;
    long data = Math.max(column + latency, busFree);
    if (write && !busWrote) {
      data = Math.max(data, busFree + rtw);
    } else if (!write && busWrote) {
      data = Math.max(data, busFree + wtr + cl);
    }
    long end = data + beats;
    columnReady[b] = Math.max(columnReady[b], data - latency);
    prechargeReady[b] = Math.max(prechargeReady[b], write ? end + wr : end - cl);
    busFree = end;
    busWrote = write;
    busyBeats += beats;
    latestEnd = Math.max(latestEnd, end);
    completion = tick(write ? end : end + extra);
    pickedWrite = write;
    if (timeline != null) {
      timeline.transfer(write, tick(data), tick(end), bytes);
    }
    if (write) {
      writeCount++;
      writeBytes += bytes;
    } else {
      readCount++;
      readBytes += bytes;
    }
  }

  /** Closes the channel for every refresh that is due by a beat; long idleness costs one step. */
  private void refresh(long by) {
    if (nextRefresh > by) {
      return;
    }
    long due = nextRefresh + (by - nextRefresh) / refreshInterval * refreshInterval;
    nextRefresh = due + refreshInterval;
    long end = Math.max(due, busFree) + refresh;
    busFree = Math.max(busFree, end);
    Arrays.fill(openRow, CLOSED);
    for (int b = 0; b < activateReady.length; b++) {
      activateReady[b] = Math.max(activateReady[b], end);
    }
  }

  /** Tick at which the last picked request's data is with its reader, or written. */
  public long completion() {
    return completion;
  }

  /** Whether the last picked request was a write. */
  public boolean wasWrite() {
    return pickedWrite;
  }

  /** Tick at which everything that was picked is done. */
  public long quiet() {
    return tick(latestEnd);
  }

  /** When to {@link #pick} again, or -1 where nothing waits; always later than {@code tick}. */
  public long nextPick(long tick) {
    if (reads.size() + writes.size() == 0) {
      return NONE;
    }
    return Math.max(tick + 1, tick(busFree - horizon / 2));
  }

  /** The beat at a tick; asked for one tick many times. */
  private long beat(long tick) {
    if (tick != knownTick) {
      knownTick = tick;
      knownBeat = beatAt(tick);
    }
    return knownBeat;
  }

  private long beatAt(long tick) {
    long whole = tick / p;
    return whole * q + ((tick - whole * p) * q + p - 1) / p;
  }

  private long tick(long beat) {
    long whole = beat / q;
    return whole * p + ((beat - whole * q) * p + q - 1) / q;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** Reads done or booked. */
  public long reads() {
    return readCount;
  }

  /** Writes done or booked. */
  public long writes() {
    return writeCount;
  }

  /** Bytes read over the bus, whole bursts. */
  public long readBytes() {
    return readBytes;
  }

  /** Bytes written over the bus, whole bursts. */
  public long writeBytes() {
    return writeBytes;
  }

  /** Requests that found their row open. */
  public long rowHits() {
    return rowHits;
  }

  /** Requests that found their bank closed. */
  public long rowMisses() {
    return rowMisses;
  }

  /** Requests that had to close another row first. */
  public long rowConflicts() {
    return rowConflicts;
  }

  /** Ticks during which data was on the bus, rounded up once. */
  public long busyTicks() {
    return tick(busyBeats);
  }

  /** Takes intervals of the bus down from now on; null ends that. */
  void observe(DramTimeline wanted) {
    if (timeline != null) {
      timeline.flush();
    }
    timeline = wanted;
  }

  /** Starts the counters anew. */
  public void resetCounters() {
    readCount = 0;
    writeCount = 0;
    readBytes = 0;
    writeBytes = 0;
    rowHits = 0;
    rowMisses = 0;
    rowConflicts = 0;
    busyBeats = 0;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(openRow);
    out.writeLongs(columnReady);
    out.writeLongs(prechargeReady);
    out.writeLongs(activateReady);
    out.writeLong(busFree);
    out.writeInt(busWrote ? 1 : 0);
    out.writeLong(lastActivate);
    out.writeLong(nextRefresh);
    out.writeInt(draining ? 1 : 0);
    out.writeInt(bypassed);
    out.writeLong(completion);
    out.writeLong(latestEnd);
    out.writeInt(pickedWrite ? 1 : 0);
    reads.save(out);
    writes.save(out);
    out.writeLong(readCount);
    out.writeLong(writeCount);
    out.writeLong(readBytes);
    out.writeLong(writeBytes);
    out.writeLong(rowHits);
    out.writeLong(rowMisses);
    out.writeLong(rowConflicts);
    out.writeLong(busyBeats);
  }

  @Override
  public void load(StateReader in) {
    States.read(in, openRow);
    States.read(in, columnReady);
    States.read(in, prechargeReady);
    States.read(in, activateReady);
    busFree = in.readLong();
    busWrote = in.readInt() != 0;
    lastActivate = in.readLong();
    nextRefresh = in.readLong();
    draining = in.readInt() != 0;
    bypassed = in.readInt();
    completion = in.readLong();
    latestEnd = in.readLong();
    pickedWrite = in.readInt() != 0;
    reads.load(in);
    writes.load(in);
    readCount = in.readLong();
    writeCount = in.readLong();
    readBytes = in.readLong();
    writeBytes = in.readLong();
    rowHits = in.readLong();
    rowMisses = in.readLong();
    rowConflicts = in.readLong();
    busyBeats = in.readLong();
  }
}
