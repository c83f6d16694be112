// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.ProgramStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The times of a pass's operations, in total and by stream, and the times during which operations
 * overlapped. Starts and ends are queued in order of time, and counted once no earlier one can
 * follow.
 */
public final class StreamTimes {
  /** Sums over all operations or the operations of one stream. */
  private static final class Sums {
    long operations;
    long kernels;
    long transfers;
  }

  private record Boundary(long at, boolean end, boolean transfer) implements Comparable<Boundary> {
    @Override
    public int compareTo(Boundary other) {
      int byTime = Long.compare(at, other.at);
      // at equal times, ends come before starts
      return byTime != 0 ? byTime : Boolean.compare(other.end, end);
    }
  }

  private static final StatisticSet<Sums> STREAM =
      StatisticSet.<Sums>of("streams")
          .count(
              "streams.operations",
              "Launches, transfers, fills and copies of a program with streams.",
              s -> s.operations)
          .count(
              "streams.kernels",
              "ps",
              "Sum of the times of launches, fills and copies on the device.",
              s -> s.kernels)
          .count(
              "streams.transfers",
              "ps",
              "Sum of the times of transfers, each with its fixed cost, without waiting.",
              s -> s.transfers)
          .build();

  public static final StatisticSet<StreamTimes> TOGETHER =
      StatisticSet.<StreamTimes>of("streams")
          .count(
              "streams.time.kernels",
              "ps",
              "Time in which at least one launch, fill or copy on the device ran.",
              t -> t.anyKernel)
          .count(
              "streams.time.transfers",
              "ps",
              "Time in which at least one transfer ran; its fixed cost belongs to it.",
              t -> t.anyTransfer)
          .count(
              "streams.time.overlap",
              "ps",
              "Time in which a launch, fill or copy and a transfer ran side by side.",
              t -> t.overlap)
          .count(
              "streams.time.side_by_side",
              "ps",
              "Time in which several launches, fills or copies on the device ran side by side.",
              t -> t.severalKernels)
          .count(
              "streams.serialised",
              "Operations that waited only because the device runs such operations of different"
                  + " streams one after the other.",
              t -> t.launchesThatWaited + t.transfersThatWaited)
          .build();

  private final ProgramStreams streams;
  private final PriorityQueue<Boundary> boundaries = new PriorityQueue<>();
  private final Sums all = new Sums();
  private final Sums[] byStream;
  private int kernels; // kernels running at time upTo
  private int transfers;
  private long upTo;
  private long anyKernel;
  private long severalKernels;
  private long anyTransfer;
  private long overlap;
  private long launchesThatWaited;
  private long transfersThatWaited;

  public StreamTimes(ProgramStreams streams) {
    this.streams = streams;
    byStream = new Sums[1 + streams.streams().size()];
    for (int s = 0; s < byStream.length; s++) {
      byStream[s] = new Sums();
    }
  }

  public void starts(StreamOperation o) {
    boundaries.add(new Boundary(o.begin(), false, o.isTransfer()));
  }

  public void ends(StreamOperation o) {
    boundaries.add(new Boundary(o.end(), true, o.isTransfer()));
    add(all, o);
    add(byStream[o.stream], o);
  }

  private static void add(Sums sums, StreamOperation o) {
    sums.operations++;
    if (o.isTransfer()) {
      sums.transfers += o.time();
    } else {
      sums.kernels += o.time();
    }
  }

  /** Counts an operation that waited for another stream only because the device serialises both. */
  public void serialises(StreamOperation o) {
    if (o.isTransfer()) {
      transfersThatWaited++;
    } else {
      launchesThatWaited++;
    }
  }

  /** Returns the number of launches, fills and copies that waited for another stream. */
  public long launchesThatWaited() {
    return launchesThatWaited;
  }

  /** Returns the number of transfers that waited for another stream. */
  public long transfersThatWaited() {
    return transfersThatWaited;
  }

  /** Counts all starts and ends before a time. No earlier start or end may follow. */
  public void passes(long picos) {
    while (!boundaries.isEmpty() && boundaries.peek().at() < picos) {
      Boundary b = boundaries.poll();
      count(b.at());
      int change = b.end() ? -1 : 1;
      if (b.transfer()) {
        transfers += change;
      } else {
        kernels += change;
      }
    }
  }

  private void count(long picos) {
    long time = Math.max(0, picos - upTo);
    upTo += time;
    anyKernel += kernels > 0 ? time : 0;
    severalKernels += kernels > 1 ? time : 0;
    anyTransfer += transfers > 0 ? time : 0;
    overlap += kernels > 0 && transfers > 0 ? time : 0;
  }

  /** Returns the time in picoseconds in which at least one kernel, fill or copy ran. */
  public long anyKernel() {
    return anyKernel;
  }

  /** Returns the time in picoseconds in which at least one transfer ran. */
  public long anyTransfer() {
    return anyTransfer;
  }

  /** Returns the time in picoseconds in which a transfer overlapped with a kernel, fill or copy. */
  public long overlap() {
    return overlap;
  }

  /** Writes the statistics of a finished pass. */
  public void write(StatisticsSink out) {
    passes(Long.MAX_VALUE);
    TOGETHER.write(this, out);
    STREAM.write(all, out);
    for (int s = 0; s < byStream.length; s++) {
      Instance own = new Instance("stream[" + streams.name(s) + "].", out);
      STREAM.write(byStream[s], own);
    }
  }

  /** Prefixes names with an instance. */
  private record Instance(String prefix, StatisticsSink out) implements StatisticsSink {
    @Override
    public void count(String name, long value) {
      out.count(prefix + name, value);
    }

    @Override
    public void ratio(String name, long numerator, long denominator) {
      out.ratio(prefix + name, numerator, denominator);
    }
  }

  public static List<Statistic> declared() {
    List<Statistic> all = new ArrayList<>(STREAM.declared());
    all.addAll(TOGETHER.declared());
    return all;
  }
}
