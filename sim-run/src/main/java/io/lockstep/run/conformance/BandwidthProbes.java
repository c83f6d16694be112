package io.lockstep.run.conformance;

import java.util.List;

/** Bandwidths of caches and memory, of one unit and of all. */
final class BandwidthProbes {
  private static final int LOADS = 8;
  private static final int WORD = 4;

  private final Probes probes;
  private final Declared declared;

  BandwidthProbes(Probes probes) {
    this.probes = probes;
    this.declared = probes.declared();
  }

  void add() {
    if (declared.has("l1.bandwidth")) {
      double rate = declared.rate("l1.bandwidth");
      int units = declared.units();
      first("bandwidth.l1.unit", Unit.BYTES_PER_CYCLE, 1, 1, rate);
      first("bandwidth.l1", Unit.GIGABYTES, units, Unit.GIGABYTES.of(declared.clock()), rate);
    }
    if (declared.has("l2.read")) {
      second();
    }
    if (declared.has("mall.bandwidth")) {
      behind();
    }
    memory("read", 0.55, 1);
    memory("write", 0.4, 1);
    memory("copy", 0.4, 2);
    random();
  }

  /** All work-items of a unit's groups read what its first-level cache holds. */
  private void first(String name, Unit unit, int units, double factor, double rate) {
    int group = probes.group();
    int few = 8;
    int many = 24;
    String kernel = "read 1 " + LOADS + " " + group * WORD + " 0 0 -1";
    double bytes = (double) units * group * WORD * LOADS * (many - few);
    double clock = declared.clock();
    probes.add(
        name,
        unit,
        List.of(
            Sample.of(kernel, units, group, few).reading(4096, "zero"),
            Sample.of(kernel, units, group, many).reading(4096, "zero")),
        seen -> bytes / (Probes.more(seen) * clock) * factor,
        Expected.upTo(rate * units * factor, 0.88, "declared: l1.bandwidth"));
  }

  private double line(String level) {
    return declared.or(level + ".line", 64);
  }

  /** What a unit takes from the network, headers apart. */
  private double network() {
    double rate = declared.rate("network.response_rate");
    double share = line("l2") / (line("l2") + declared.or("network.header", 0));
    double unit = rate * share;
    return declared.has("l1.bandwidth") ? Math.min(unit, declared.rate("l1.bandwidth")) : unit;
  }

  private void second() {
    int units = declared.units();
    double dies = declared.or("unit.dies", 1);
    double slices = dies * declared.or("l2.channels", declared.or("dram.channels", 1));
    double all = Math.min(units * network(), slices * declared.rate("l2.read"));
    double clock = Unit.GIGABYTES.of(declared.clock());
    long half = Probes.powerOfTwo(declared.value("l2.size") / 2 + 1) / 2;
    String source = "declared: l2.read, network.response_rate, network.header";
    shared(
        "bandwidth.l2.unit",
        Unit.BYTES_PER_CYCLE,
        1,
        half / 8,
        1 / declared.clock(),
        network(),
        source);
    shared("bandwidth.l2", Unit.GIGABYTES, units, half, 1e-9, all * clock, source);
  }

  /** Groups that begin at different places of a buffer read on and on. */
  private void shared(
      String name, Unit unit, int units, long bytes, double factor, double value, String source) {
    int group = probes.group();
    int span = group * WORD;
    long round = (long) span * LOADS;
    long apart = Math.max(256, bytes / units / 256 * 256);
    long few = Math.max(2, (apart * (units == 1 ? 1 : 2) + round - 1) / round);
    long many = few + Math.max(4, 65536 / round);
    String kernel = "read 1 " + LOADS + " " + span + " " + apart + " " + round + " " + (bytes - 1);
    double moved = (double) units * round * (many - few);
    long words = (bytes + round) / WORD;
    probes.add(
        name,
        unit,
        List.of(
            Sample.of(kernel, units, group, few).reading(words, "zero"),
            Sample.of(kernel, units, group, many).reading(words, "zero")),
        seen -> moved / Probes.more(seen) * factor,
        Expected.upTo(value, 0.8, source));
  }

  /** The memory-side cache: more than all caches before it hold, read twice. */
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
        Unit.GIGABYTES,
        List.of(once, once.launched(2)),
        seen -> Unit.GIGABYTES.of(moved / Probes.more(seen)),
        Expected.upTo(
            Unit.GIGABYTES.of(
                declared.rate("mall.bandwidth")
                    * declared.value("dram.channels")
                    * declared.clock()),
            0.8,
            "declared: mall.bandwidth, dram.channels, clock.compute"));
  }

  private int groups() {
    return declared.units() * 3;
  }

  /** Rounds of a launch's accesses that take some microseconds at the peak rate. */
  private long rounds(double roundBytes) {
    return Math.max(1, (long) Math.ceil(declared.value("dram.bandwidth") * 6e-6 / roundBytes));
  }

  private void memory(String kind, double share, int ways) {
    int group = probes.group();
    long span = (long) groups() * group * WORD;
    long round = span * LOADS;
    long few = rounds(round * ways);
    long many = 3 * few;
    String kernel = kind + " 1 " + LOADS + " " + span + " " + group * WORD + " " + round + " -1";
    long words = round * many / WORD;
    double moved = (double) ways * round * (many - few);
    boolean writes = !kind.equals("read");
    Sample first = Sample.of(kernel, groups(), group, few).reading(words, "zero");
    Sample second = Sample.of(kernel, groups(), group, many).reading(words, "zero");
    List<Sample> both =
        writes ? List.of(first.writing(words), second.writing(words)) : List.of(first, second);
    double peak = Unit.GIGABYTES.of(declared.value("dram.bandwidth"));
    probes.add(
        "bandwidth.dram." + kind,
        Unit.GIGABYTES,
        both,
        seen -> Unit.GIGABYTES.of(moved / Probes.more(seen)),
        Expected.upTo(peak, share, "declared: dram.bandwidth, sustained below peak"));
    if (kind.equals("read")) {
      probes.add(
          "bandwidth.dram.peak",
          Unit.GIGABYTES,
          both,
          seen ->
              Unit.GIGABYTES.of(
                  seen.get(1).statistic("dram.bytes")
                      / seen.get(1).kernelSeconds()
                      / seen.get(1).statistic("dram.busy")),
          Expected.about(peak, 0.03, "declared: dram.bandwidth"));
    }
  }

  /** Lines here and there, each read by one work-item. */
  private void random() {
    int group = probes.group();
    int items = groups() * group;
    double line = declared.or("l1.line", declared.value("dram.burst"));
    long few = Math.max(1, rounds(items * LOADS * line) / 2);
    long many = 3 * few;
    long mask = (1L << 27) - 1 - 255;
    String kernel = "gather " + LOADS + " " + items + " " + mask;
    Sample first = Sample.of(kernel, groups(), group, few).reading(1L << 25, "zero");
    Sample second = Sample.of(kernel, groups(), group, many).reading(1L << 25, "zero");
    probes.add(
        "bandwidth.dram.random",
        Unit.GIGABYTES,
        List.of(first, second),
        seen ->
            Unit.GIGABYTES.of(
                (seen.get(1).statistic("dram.bytes") - seen.get(0).statistic("dram.bytes"))
                    / Probes.more(seen)),
        Expected.upTo(
            Unit.GIGABYTES.of(declared.value("dram.bandwidth")),
            0.1,
            "declared: dram.bandwidth, sustained below peak"));
  }
}
