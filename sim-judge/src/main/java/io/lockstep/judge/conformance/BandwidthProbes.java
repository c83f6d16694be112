// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import java.util.List;

/** Probes for the bandwidths of caches and memory, for a single unit and for all units. */
final class BandwidthProbes {
  private static final String PORT = "dram.port";
  private static final String DIE_PORT = "mall.port";
  private static final int LOADS = 8;
  private static final int WORD = 4;
  private static final int VECTOR = 4 * WORD;

  /**
   * Multiple of a memory-side cache's size that is written before measuring, so that the cache is
   * full of dirty lines.
   */
  private static final double FILLED = 1.06;

  /** Tolerance for the different ends of two launches. */
  private static final double ENDS = 1.02;

  /**
   * Sustainable fraction of DRAM's peak. Refresh of all banks takes up to 7 % (JEDEC: tRFC /
   * tREFI); 5 % are allowed for row changes and bus turnarounds, most of which overlap across banks
   * in streams.
   */
  private static final double SUSTAINED = 0.88;

  private final Probes probes;
  private final Declared declared;

  BandwidthProbes(Probes probes) {
    this.probes = probes;
    this.declared = probes.declared();
  }

  void add() {
    if (declared.hasAll("l1.bandwidth", "l1.size")) {
      double rate = declared.rate("l1.bandwidth");
      int units = declared.units();
      int alone = probes.alone();
      first("bandwidth.l1.unit", ProbeUnit.BYTES_PER_CYCLE, alone, 1.0 / alone, rate);
      first(
          "bandwidth.l1",
          ProbeUnit.GIGABYTES,
          units,
          ProbeUnit.GIGABYTES.of(declared.clock()),
          rate);
    }
    if (declared.hasAll("l2.read", "l2.size", "network.response_rate")) {
      second();
    }
    if (declared.hasAll("mall.bandwidth", "l2.size", "dram.channels")) {
      behind();
    }
    if (!declared.has("dram.bandwidth")) {
      return;
    }
    Streamed read = memory("read", "read", 1, 0.55, 1);
    Streamed vectors = memory("read.vector", "read", 4, 0.4, 1);
    Streamed written = memory("write", "write", 1, 0.4, 1);
    memory("copy", "copy", 1, 0.4, 2);
    best(List.of(read, vectors, written));
    random();
  }

  /**
   * Adds a probe in which all work-items of a unit read data that fits into its first-level cache.
   */
  private void first(String name, ProbeUnit unit, int units, double factor, double rate) {
    int group = probes.group();
    int few = 8;
    int many = 24;
    long span = Math.min(group * VECTOR, (long) declared.value("l1.size") / 16);
    // The four ranges that the loads read overlap in a small cache, so that the data fits.
    String kernel = "read 4 " + LOADS + " " + span + " 0 0 -1";
    double bytes = (double) units * group * VECTOR * LOADS * (many - few);
    double clock = declared.clock();
    probes.add(
        name,
        unit,
        List.of(
            Sample.of(kernel, units, group, few).reading(8192, "zero"),
            Sample.of(kernel, units, group, many).reading(8192, "zero")),
        seen -> bytes / (Probes.more(seen) * clock) * factor,
        new Expected(
            rate * units * factor,
            rate * units * factor * 0.88,
            rate * units * factor * ENDS,
            "declared: l1.bandwidth"));
  }

  private double line(String level) {
    return declared.or(level + ".line", 64);
  }

  /** Returns the rate at which a unit receives data from the network, without headers. */
  private double network() {
    double message = declared.family("network.message", line("l2"));
    double share = message / (message + declared.or("network.header", 0));
    return declared.rate("network.response_rate") * share;
  }

  /**
   * Returns {@link #network()}, limited by the outstanding misses according to Little's law:
   * outstanding lines divided by latency.
   */
  private double network(double cycles) {
    return cycles <= 0 || !declared.has("l1.misses")
        ? network()
        : Math.min(network(), declared.value("l1.misses") * line("l1") / cycles);
  }

  private void second() {
    int units = declared.units();
    int alone = probes.alone();
    double dies = declared.or("unit.dies", 1);
    double slices = dies * declared.or("l2.channels", declared.or("dram.channels", 1));
    double supply = slices * declared.rate("l2.read");
    // A miss is outstanding for at most the L2 latency, and at least for the part of it that
    // exceeds an L1 hit, since the path to the L1's tags and back from its data does not occupy the
    // miss entry.
    double latency = declared.or("l2.latency", 0);
    double least = network(latency);
    double most = network(latency - declared.or("l1.latency", 0));
    double clock = ProbeUnit.GIGABYTES.of(declared.clock());
    long half = Probes.powerOfTwo(declared.value("l2.size") / 2 + 1) / 2;
    shared(
        "bandwidth.l2.unit",
        ProbeUnit.BYTES_PER_CYCLE,
        alone,
        probes.largestGroup(), // smaller groups have fewer loads in flight
        Math.max(half / 8, (long) declared.family("bandwidth.l2.unit.span", 0)),
        1 / declared.clock() / alone,
        Math.min(least, supply / alone),
        Math.min(most, supply / alone));
    shared(
        "bandwidth.l2",
        ProbeUnit.GIGABYTES,
        units,
        probes.group(),
        half,
        1e-9,
        Math.min(units * least, supply) * clock,
        Math.min(units * most, supply) * clock);
  }

  /** Adds a probe in which work-groups read a buffer repeatedly, starting at different offsets. */
  private void shared(
      String name,
      ProbeUnit unit,
      int units,
      int group,
      long bytes,
      double factor,
      double value,
      double most) {
    int span = group * VECTOR;
    long round = (long) span * LOADS;
    long apart = Math.max(256, bytes / units / 256 * 256);
    // The first lap misses the L2. A single unit takes long for it, in which some of its wavefronts
    // get far ahead: these must not end while the others still miss, or the shorter launch contains
    // more of the first lap than the longer one.
    int laps = units == 1 ? 8 : 2;
    long few = Math.max(2, (laps * apart + round - 1) / round);
    // Start and end effects matter more for a single unit.
    long lap = units == 1 ? Math.max(48, apart / round) : 12;
    long many = few + Math.max(lap, 131072 / round);
    String kernel = "read 4 " + LOADS + " " + span + " " + apart + " " + round + " " + (bytes - 1);
    double moved = (double) units * round * (many - few);
    long words = (bytes + round) / WORD;
    probes.add(
        name,
        unit,
        List.of(
            Sample.of(kernel, units, group, few).reading(words, "zero"),
            Sample.of(kernel, units, group, many).reading(words, "zero")),
        seen -> moved / Probes.more(seen) * factor,
        new Expected(
            value,
            value * (probes.alone() == 1 ? 0.8 : 0.75), // units that share a group are in phase
            most * ENDS,
            "declared: l2.read, network.response_rate, network.header, l1.misses, l2.latency"));
  }

  /**
   * Adds a probe of the memory-side cache that reads a range larger than all caches in front of it
   * twice.
   */
  private void behind() {
    long bytes = Probes.powerOfTwo(2 * declared.value("l2.size") * declared.or("unit.dies", 1));
    int group = probes.group();
    int groups = declared.units() * 2;
    long span = (long) groups * group * WORD;
    long round = span * LOADS;
    long lap = Math.max(1, bytes / round);
    String kernel = "read 1 " + LOADS + " " + span + " " + group * WORD + " " + round + " " + -1;
    double moved = (double) round * lap;
    long words = round * lap / WORD;
    Sample once = Sample.of(kernel, groups, group, lap).reading(words, "zero");
    probes.add(
        "bandwidth.mall",
        ProbeUnit.GIGABYTES,
        List.of(once, once.launched(2)),
        seen -> ProbeUnit.GIGABYTES.of(moved / Probes.more(seen)),
        Expected.upTo(
            behindPeak(),
            0.8,
            "declared: mall.bandwidth, dram.channels, "
                + (declared.has(DIE_PORT) ? DIE_PORT + ", unit.dies, " : "")
                + "clock.compute"));
  }

  /** Returns how many work-groups fill the units; three per unit if their capacity is unknown. */
  private int groups() {
    int most = 3;
    if (declared.hasAll("unit.simds", "unit.wave_slots", "unit.wavefront")) {
      double items = declared.value("unit.wave_slots") * declared.value("unit.wavefront");
      most = Math.max(most, (int) (declared.value("unit.simds") * items / probes.group()));
    }
    return declared.units() * most;
  }

  /** Returns the number of rounds whose accesses take some microseconds at the peak rate. */
  private long rounds(double roundBytes) {
    return Math.max(1, (long) Math.ceil(declared.value("dram.bandwidth") * 6e-6 / roundBytes));
  }

  private Streamed memory(String name, String kind, int words, double share, int ways) {
    int group = probes.group();
    int loads = words == 1 ? LOADS : LOADS / 2; // some devices have few registers
    long span = (long) groups() * group * words * WORD;
    long round = span * loads;
    long few = rounds(round * ways);
    long many = 5 * few;
    int apart = group * words * WORD;
    String kernel =
        kind + " " + words + " " + loads + " " + span + " " + apart + " " + round + " -1";
    long all = round * many / WORD;
    double moved = (double) ways * round * (many - few);
    boolean writes = !kind.equals("read");
    Sample first = stream(kernel, few, all, writes);
    Sample second = stream(kernel, many, all, writes);
    // Narrow accesses may not saturate the bus; the family then declares the achievable rate.
    double issued = declared.family("bandwidth.dram." + name, Double.MAX_VALUE);
    double peak = Math.min(peak(), issued);
    Streamed streamed = new Streamed(List.of(first, second), moved);
    probes.add(
        "bandwidth.dram." + name,
        ProbeUnit.GIGABYTES,
        streamed.samples(),
        streamed::rate,
        new Expected(
            peak,
            peak * share,
            peak * ENDS,
            peakFrom(issued < peak() ? "issue of one word a lane" : "sustained below peak")));
    return streamed;
  }

  /**
   * Returns a launch that streams memory. If a cache keeps written data beyond a kernel's end, a
   * preceding launch fills it with dirty lines, so that each written line evicts another to memory.
   */
  private Sample stream(String kernel, long rounds, long words, boolean writes) {
    Sample launch = Sample.of(kernel, groups(), probes.group(), rounds);
    if (!writes) {
      return launch.reading(words, "zero");
    }
    double last = declared.or("mall.size", declared.family("bandwidth.dram.kept", 0));
    if (last == 0) {
      return launch.reading(words, "zero").writing(words);
    }
    int apart = probes.group() * VECTOR;
    long span = (long) groups() * apart;
    long round = span * LOADS / 2;
    long fill = (long) Math.ceil(last * FILLED / round);
    String filler = "write 4 " + LOADS / 2 + " " + span + " " + apart + " " + round + " -1";
    long before = fill * round / WORD;
    return launch
        .after(filler, fill, before)
        .reading(before + words, "zero")
        .writing(before + words);
  }

  /** Two launches whose memory traffic differs by a known number of bytes. */
  private record Streamed(List<Sample> samples, double moved) {
    double rate(List<Seen> seen) {
      return ProbeUnit.GIGABYTES.of(moved / Probes.more(seen));
    }
  }

  /** Returns the peak rate of the bus, or of the ports to the fabric if these are slower. */
  private double peak() {
    double bus = declared.value("dram.bandwidth");
    return ProbeUnit.GIGABYTES.of(
        declared.has(PORT)
            ? Math.min(bus, declared.value(PORT) * declared.value("dram.channels"))
            : bus);
  }

  private String peakFrom(String what) {
    return "declared: dram.bandwidth, " + (declared.has(PORT) ? PORT + ", " : "") + what;
  }

  /** Returns the peak rate of the memory-side cache, or of the dies' ports if these are slower. */
  private double behindPeak() {
    double slices = declared.rate("mall.bandwidth") * declared.value("dram.channels");
    double dies =
        declared.has(DIE_PORT)
            ? declared.rate(DIE_PORT) * declared.or("unit.dies", 1)
            : Double.POSITIVE_INFINITY;
    return ProbeUnit.GIGABYTES.of(Math.min(slices, dies) * declared.clock());
  }

  /**
   * Adds a probe in which the fastest access type must reach nearly the peak, or nearly the
   * published rate, without exceeding the peak.
   */
  private void best(List<Streamed> ways) {
    probes.add(
        "bandwidth.dram",
        ProbeUnit.GIGABYTES,
        ways.stream().flatMap(w -> w.samples().stream()).toList(),
        seen -> {
          double best = 0;
          for (int w = 0; w < ways.size(); w++) {
            best = Math.max(best, ways.get(w).rate(seen.subList(2 * w, 2 * w + 2)));
          }
          return best;
        },
        new Expected(
            peak(),
            declared.leastClaimed("bandwidth.dram", ProbeUnit.GIGABYTES, peak() * SUSTAINED),
            peak() * ENDS,
            peakFrom("the best of reads and writes")));
  }

  /** Adds a probe in which each work-item reads lines at random addresses. */
  private void random() {
    int group = probes.group();
    int groups = declared.units();
    int items = groups * group;
    long mask = (1L << 27) - 1 - 255;
    String kernel = "gather 2 " + items + " " + mask;
    Sample first = Sample.of(kernel, groups, group, 1).reading(1L << 25, "zero");
    Sample second = Sample.of(kernel, groups, group, 3).reading(1L << 25, "zero");
    probes.add(
        "bandwidth.dram.random",
        ProbeUnit.GIGABYTES,
        List.of(first, second),
        seen ->
            ProbeUnit.GIGABYTES.of(
                (seen.get(1).statistic("dram.bytes") - seen.get(0).statistic("dram.bytes"))
                    / Probes.more(seen)),
        Expected.upTo(peak(), 0.1, peakFrom("sustained below peak")));
  }
}
