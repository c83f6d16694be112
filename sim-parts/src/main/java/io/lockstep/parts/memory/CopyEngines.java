// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.spi.host.HostTransfer;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.function.LongConsumer;

/**
 * Copy engines, which move bytes between the host bus and memory concurrently with compute units,
 * without using the slices. Each request covers one block and waits for room in a channel, in turn
 * with requests of other clients.
 *
 * <p>Bytes of an upload cross the bus and are then written; bytes of a download are read and then
 * cross the bus. A buffer of {@link CopyConfig#bufferBytes} decouples bus and memory; when it is
 * exhausted the bus idles. An upload ends when memory has accepted its last bytes, a download when
 * its last bytes have crossed the bus. Not thread-safe.
 */
public final class CopyEngines extends CountingPart implements CopyPorts {
  // Indices of an engine's state.
  private static final int TO_DEVICE = 0; // boolean
  private static final int RUNNING = 1; // boolean: from the call to the end
  private static final int ISSUE = 2; // next address to request from memory
  private static final int CROSS = 3; // upload: next address to cross the bus
  private static final int LEFT = 4; // download: bytes that have yet to cross
  private static final int END = 5; // end address, exclusive
  private static final int BYTES = 6; // size of the transfer
  private static final int TICKS = 7; // bus time of the transfer
  private static final int PART = 8; // fraction of a tick beyond BUS, in 1/BYTES
  private static final int BUS = 9; // tick up to which the bus is booked
  private static final int CROSSING = 10; // boolean: bytes of an upload are crossing
  private static final int HELD = 11; // bytes in the buffer
  private static final int FINISHED = 12; // end of the last transfer
  private static final int STARTED = 13; // boolean: from the start event to the next call
  private static final int SLOTS = 14;

  private static final int READ = 0;
  private static final int WRITTEN = 1;

  private final Partition partition;
  private final int component;
  private final CopyConfig config;
  private final PortService ports;
  private final MemoryPath path;
  private final WaitLists waits;
  private final WaitPoints points;
  private final int block;
  private final int firstPort;
  private final LongConsumer begins;
  private final LongConsumer ends;
  private final EventKind start;
  private final EventKind crossed;
  private final long[][] at;
  private final long[] count = own.counters(2);
  private RequestProbe probe = RequestProbe.NONE;
  private int turn = MemoryPath.NONE; // resource that the current request may take

  /**
   * Adds copy engines to the memory side.
   *
   * @param firstPort number of the first port after the clients' ports
   */
  CopyEngines(
      Partition partition,
      int component,
      CopyConfig config,
      PortService ports,
      int block,
      int firstPort,
      LongConsumer begins,
      LongConsumer ends) {
    this.partition = partition;
    this.component = component;
    this.config = config;
    this.ports = ports;
    this.block = Integer.highestOneBit(Math.min(block, config.bufferBytes()));
    this.firstPort = firstPort;
    this.begins = begins;
    this.ends = ends;
    path = ports.service.path();
    waits = ports.service.waits();
    points = ports.service.points();
    start = partition.kind("copy.start", Phase.WORK, (tick, c, engine) -> start(tick, engine));
    crossed = partition.kind("copy.crossed", Phase.WORK, (tick, c, word) -> crossed(tick, word));
    at = new long[config.engines()][];
    for (int e = 0; e < at.length; e++) {
      at[e] = new long[SLOTS];
      waits.addPort();
    }
  }

  void observe(RequestProbe by) {
    probe = by;
  }

  /** {@return the number of engines} */
  public int engines() {
    return at.length;
  }

  /**
   * Schedules a transfer on an idle engine.
   *
   * @param engine below {@link #engines}
   * @param t the transfer
   * @param tick tick at which its first request may reach memory
   * @throws IllegalStateException if the engine is busy
   */
  public void begin(int engine, HostTransfer t, long tick) {
    long[] s = at[engine];
    if (s[RUNNING] != 0) {
      throw new IllegalStateException("copy engine " + engine + " is busy");
    }
    s[TO_DEVICE] = t.toDevice() ? 1 : 0;
    s[RUNNING] = 1;
    s[STARTED] = 0;
    s[ISSUE] = t.address();
    s[CROSS] = t.address();
    s[LEFT] = t.bytes();
    s[END] = t.address() + t.bytes();
    s[BYTES] = t.bytes();
    s[TICKS] = t.ticks();
    s[PART] = 0;
    s[CROSSING] = 0;
    partition.at(tick, start, component, engine);
  }

  /**
   * {@return the tick at which the last transfer of an engine ended; -1 while it runs}
   *
   * @param engine below {@link #engines}
   */
  public long finishedAt(int engine) {
    return at[engine][RUNNING] != 0 ? -1 : at[engine][FINISHED];
  }

  /** {@return whether any engine is busy} */
  public boolean isRunning() {
    for (long[] s : at) {
      if (s[RUNNING] != 0) {
        return true;
      }
    }
    return false;
  }

  private void start(long tick, int engine) {
    begins.accept(tick);
    at[engine][STARTED] = 1;
    at[engine][BUS] = tick;
    ports.begin(tick);
    proceed(engine, tick);
    ports.settle();
  }

  private void crossed(long tick, int word) {
    int engine = word & 1;
    long[] s = at[engine];
    ports.begin(tick);
    if (s[TO_DEVICE] != 0) {
      s[CROSSING] = 0;
      s[CROSS] += word >> 1;
    } else {
      s[HELD] -= word >> 1;
      s[LEFT] -= word >> 1;
      if (s[LEFT] == 0) {
        finish(s, tick);
      }
    }
    proceed(engine, tick);
    ports.settle();
  }

  @Override
  public boolean serve(int port, long tick, int resource) {
    long before = count[READ] + count[WRITTEN];
    turn = resource;
    proceed(port - firstPort, tick);
    turn = MemoryPath.NONE;
    return count[READ] + count[WRITTEN] != before;
  }

  private void proceed(int engine, long now) {
    long[] s = at[engine];
    if (!isUnderWay(s) || waits.blockedOn(firstPort + engine) != WaitLists.NONE) {
      return;
    }
    if (s[TO_DEVICE] != 0) {
      upload(s, engine, now);
    } else {
      download(s, engine, now);
    }
  }

  /** Whether the transfer has started; until then, memory may still write the previous one. */
  private static boolean isUnderWay(long[] s) {
    return s[RUNNING] != 0 && s[STARTED] != 0;
  }

  private void upload(long[] s, int engine, long now) {
    cross(s, engine, now);
    while (s[ISSUE] < s[CROSS]) {
      int bytes = piece(s[ISSUE], s[CROSS]);
      if (waits(firstPort + engine, path.lacksForWrite(s[ISSUE], turn))) {
        return;
      }
      long address = s[ISSUE];
      s[ISSUE] += bytes;
      count[WRITTEN] += bytes;
      probe.copies();
      path.store(now, SliceService.COPY, engine << 1 | 1, address, bytes, now);
    }
    if (s[ISSUE] == s[END]) {
      finish(s, now);
    }
  }

  /** Starts the next bytes of an upload on the bus, if the buffer has room. */
  private void cross(long[] s, int engine, long now) {
    if (s[CROSSING] != 0 || s[CROSS] == s[END]) {
      return;
    }
    int bytes = piece(s[CROSS], s[END]);
    if (s[HELD] + bytes <= config.bufferBytes()) {
      s[HELD] += bytes;
      s[CROSSING] = 1;
      book(s, now, bytes);
      partition.at(Math.max(now + 1, s[BUS]), crossed, component, bytes << 1 | engine);
    }
  }

  private void download(long[] s, int engine, long now) {
    while (s[ISSUE] < s[END]) {
      int bytes = piece(s[ISSUE], s[END]);
      if (s[HELD] + bytes > config.bufferBytes()) {
        return;
      }
      if (waits(firstPort + engine, path.lacksForRead(s[ISSUE], turn))) {
        return;
      }
      long address = s[ISSUE];
      s[ISSUE] += bytes;
      s[HELD] += bytes;
      count[READ] += bytes;
      probe.copies();
      path.fetch(now, SliceService.COPY, engine << 1, address, bytes, now);
    }
  }

  /** Blocks a port if the path lacks something for its access; returns whether it does. */
  private boolean waits(int port, int lacking) {
    if (lacking == MemoryPath.NONE) {
      turn = MemoryPath.NONE;
      return false;
    }
    if (lacking == turn) {
      waits.blockFirst(port, points.ofPath(lacking));
    } else {
      waits.block(port, points.ofPath(lacking));
    }
    return true;
  }

  @Override
  public void complete(int owner, int bytes, long now, long ready) {
    int engine = owner >> 1;
    long[] s = at[engine];
    if ((owner & 1) != 0) {
      s[HELD] -= bytes;
      if (isUnderWay(s) && s[TO_DEVICE] != 0) {
        cross(s, engine, now);
      }
    } else {
      book(s, ready, bytes);
      partition.at(Math.max(now + 1, s[BUS]), crossed, component, bytes << 1 | engine);
    }
  }

  private static void book(long[] s, long from, int bytes) {
    if (from > s[BUS]) {
      s[BUS] = from;
      s[PART] = 0;
    }
    long parts = bytes * s[TICKS] + s[PART];
    s[BUS] += parts / s[BYTES];
    s[PART] = parts % s[BYTES];
  }

  /** Returns the bytes from an address to the end of its block, or to {@code end}. */
  private int piece(long address, long end) {
    return (int) Math.min(block - (address & block - 1), end - address);
  }

  private void finish(long[] s, long tick) {
    s[RUNNING] = 0;
    s[FINISHED] = tick;
    ends.accept(tick);
  }

  void statistics(StatisticsSink out) {
    if (count[READ] + count[WRITTEN] > 0) {
      MemorySideStatistics.COPIES.write(
          new MemorySideStatistics.CopyTraffic(count[READ], count[WRITTEN]), out);
    }
  }
}
