// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.spi.spec.Claim;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds parameters of a device that do not fit each other. By Little's law, a level that is to
 * deliver a bandwidth at a latency needs bandwidth times latency under way; links in front of a
 * level need its bandwidth; and wavefront slots have to hold a largest work-group. Each finding
 * names the parameter to change. Boards have such limits too, so that none is an error.
 */
final class Misfits {
  /** Share by which a parameter may fall short: latencies are those of an idle device. */
  private static final double TOLERATED = 0.95;

  private static final int VECTOR = 16; // bytes that a lane loads at most
  private static final int READ = 64; // bytes of a read of DRAM on a device without a second level

  private final DeviceSpec spec;
  private final Declared declared;
  private final List<Misfit> found = new ArrayList<>();
  private double clock;
  private double units;
  private double slices;

  private Misfits(DeviceSpec spec, Declared declared) {
    this.spec = spec;
    this.declared = declared;
  }

  static List<Misfit> of(DeviceSpec spec, Declared declared) {
    Misfits misfits = new Misfits(spec, declared);
    if (declared.hasAll("clock.compute", "unit.count")) {
      misfits.find();
    }
    return List.copyOf(misfits.found);
  }

  private void find() {
    clock = declared.clock();
    units = declared.units();
    slices =
        declared.or("unit.dies", 1) * declared.or("l2.channels", declared.or("dram.channels", 1));
    slots();
    if (declared.hasAll("network.response_rate", "l1.line", "l2.latency")) {
      firstLevel();
    }
    if (declared.has("dram.bandwidth")) {
      links();
      memory();
    }
    claims();
  }

  private void slots() {
    if (!declared.hasAll("unit.group_size", "unit.wavefront")) {
      return;
    }
    double size = declared.value("unit.group_size");
    double needed = Math.ceil(size / declared.value("unit.wavefront"));
    boolean bySimd = !declared.states("unit.wavefronts");
    String path = bySimd ? "unit.wave_slots" : "unit.wavefronts";
    double simds = bySimd ? declared.or("unit.simds", 1) : 1;
    if (declared.has(path) && declared.value(path) * simds < needed) {
      found.add(
          new Misfit(
              path,
              (long) Math.ceil(needed / simds),
              "",
              "a work-group of unit.group_size, %s, has %s wavefronts, and a unit holds %s"
                  .formatted(number(size), number(needed), number(declared.value(path) * simds))));
    }
  }

  /** Returns bytes a cycle that a unit's link lets through, without headers. */
  private double link() {
    double message = declared.family("network.message", declared.or("l2.line", 64));
    return declared.rate("network.response_rate")
        * message
        / (message + declared.or("network.header", 0));
  }

  private void firstLevel() {
    double supply =
        declared.has("l2.read") ? slices * declared.rate("l2.read") / units : Double.MAX_VALUE;
    double rate = Math.min(link(), supply);
    double latency = declared.value("l2.latency") - declared.or("l1.latency", 0);
    String of = "the L2 at %s B/cycle a unit".formatted(number(rate));
    underWay("l1.misses", rate, latency, declared.value("l1.line"), of, "lines");
    if (declared.has("unit.wavefront")) {
      double bytes = declared.value("unit.wavefront") * VECTOR;
      underWay("memory.instructions", rate, latency, bytes, of, "wavefronts' loads");
    }
  }

  /** Adds a level whose entries, of so many bytes each, hold less than its latency times a rate. */
  private void underWay(
      String path, double rate, double cycles, double bytes, String of, String entries) {
    double needed = rate * cycles / bytes;
    if (declared.has(path) && declared.value(path) < TOLERATED * needed) {
      found.add(
          new Misfit(
              path,
              (long) Math.ceil(needed),
              "",
              "%s, with a latency of %s cycles, needs %s %s of %s B under way, and there are %s: %.0f %% of it"
                  .formatted(
                      of,
                      number(cycles),
                      number(Math.ceil(needed)),
                      entries,
                      number(bytes),
                      number(declared.value(path)),
                      100 * declared.value(path) / needed)));
    }
  }

  private void links() {
    double memory = declared.value("dram.bandwidth") / clock; // bytes a cycle
    if (declared.has("network.response_rate")) {
      narrow("network.response_rate", units * link(), memory, "%s units' links".formatted(units()));
    }
    if (declared.has("l2.read")) {
      double read = slices * declared.rate("l2.read");
      narrow("l2.read", read, memory, "%s slices".formatted(number(slices)));
    }
  }

  private String units() {
    return number(units);
  }

  /** Adds links that carry fewer bytes a cycle than the memory behind them. */
  private void narrow(String path, double rate, double wanted, String what) {
    if (rate < TOLERATED * wanted) {
      double needed = declared.rate(path) * wanted / rate;
      found.add(
          new Misfit(
              path,
              (long) Math.ceil(needed),
              "B/cycle",
              "%s let %s GB/s through at clock.compute, and dram.bandwidth is %s GB/s"
                  .formatted(what, gigabytes(rate), gigabytes(wanted))));
    }
  }

  private void memory() {
    if (!declared.hasAll("dram.trcd", "dram.tcl", "dram.trp", "dram.channels")) {
      return;
    }
    double channel = declared.value("dram.bandwidth") / clock / declared.value("dram.channels");
    double open = declared.cycles(declared.seconds("dram.trcd") + declared.seconds("dram.tcl"));
    double closed = declared.cycles(declared.seconds("dram.trp")) + open;
    double read = Math.max(declared.or("dram.burst", 32), declared.or("l2.sector", READ));
    String of = "a channel of DRAM at %s B/cycle".formatted(number(channel));
    underWay("dram.read_queue", channel, closed, read, of, "reads");
    if (declared.has("l2.line")) {
      double way =
          declared.or("dram.request_latency", 0)
              + declared.cycles(declared.or("dram.response_latency", 0) * 1e-12);
      double slice = declared.value("dram.bandwidth") / clock / slices;
      double line = declared.value("l2.line");
      String at = "memory at %s B/cycle a slice".formatted(number(slice));
      underWay("l2.misses", slice, way + open, line, at, "lines");
      if (declared.hasAll("l1.misses", "l1.line", "l2.latency")) {
        double unit = declared.value("dram.bandwidth") / clock / units;
        double all = declared.value("l2.latency") + way + open - declared.or("l1.latency", 0);
        String shared = "memory at %s B/cycle a unit".formatted(number(unit));
        underWay("l1.misses", unit, all, declared.value("l1.line"), shared, "lines");
      }
    }
  }

  /** Adds links that are narrower than a claimed bandwidth. */
  private void claims() {
    Claim claim = spec.claims().get("bandwidth.l2");
    double value = claim == null ? Double.NaN : claim.in(ProbeUnit.GIGABYTES.text());
    if (Double.isNaN(value) || !declared.hasAll("network.response_rate", "l2.read")) {
      return;
    }
    double wanted = value * (1 - claim.tolerance()) * 1e9 / clock;
    for (String path : List.of("network.response_rate", "l2.read")) {
      double rate = path.equals("l2.read") ? slices * declared.rate(path) : units * link();
      if (rate < wanted) {
        found.add(
            new Misfit(
                path,
                (long) Math.ceil(declared.rate(path) * wanted / rate),
                "B/cycle",
                "%s lets %s GB/s through at clock.compute, and bandwidth.l2 is claimed to be %s GB/s"
                    .formatted(path, gigabytes(rate), number(value))));
      }
    }
  }

  private String gigabytes(double bytesACycle) {
    return number(ProbeUnit.GIGABYTES.of(bytesACycle * clock));
  }

  static String number(double value) {
    return value == Math.rint(value) || value >= 100
        ? "%.0f".formatted(value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
