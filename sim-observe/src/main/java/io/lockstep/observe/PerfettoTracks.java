// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.observe.PerfettoWriter.Track;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The track hierarchy of a Perfetto trace: a device, its launches, counters and units, and the
 * lanes of these, each with a rank among its siblings and a description.
 */
final class PerfettoTracks {
  /** The representation of a timeline's lane in Perfetto. */
  enum Use {
    /** The lane is shown as intervals. */
    LANE,
    /** The lane is shown as a counter. */
    COUNTER,
    /** The lane is not shown; its marks belong to other tracks. */
    MARKS
  }

  /** A track of the timeline, and the Perfetto track that shows it; 0 for none. */
  record Shown(Use use, long uuid, String name) {}

  /** Prefix of lanes with ports' time by reason. */
  private static final String PORTS = "issue.";

  private static final long COUNTERS = 1_000; // ranks of the children of a device
  private static final long UNITS = 1_000_000;
  private static final long OTHERS = 100_000_000;

  private final PerfettoWriter out;
  private final List<Shown> tracks = new ArrayList<>(); // of the current device
  private final Map<String, Long> units = new LinkedHashMap<>();
  private final Map<String, Long> counters = new LinkedHashMap<>();
  private int part;
  private long uuids;
  private long root;
  private long sequence;
  private long interval;
  private boolean hasSlices;

  PerfettoTracks(PerfettoWriter out) {
    this.out = out;
  }

  void device(TimelineVisitor.Subject subject, long ofSequence) {
    tracks.clear();
    units.clear();
    counters.clear();
    sequence = ofSequence;
    interval = subject.interval();
    hasSlices = false;
    root = ++uuids;
    long picos = new TickScale(subject.tickHertz()).picos(1_000_000);
    String description =
        "%s. One nanosecond shown is one tick: %s.%s ps simulated, %s ticks a second."
            .formatted(
                subject.name(),
                picos / 1_000_000,
                String.format("%06d", picos % 1_000_000),
                subject.tickHertz());
    String name = subject.id() + ": " + subject.workload();
    out.track(new Track(root, 0, ofSequence, name, description), sequence);
  }

  /** Begins a part, whose tracks are numbered from 0. */
  void part() {
    part = tracks.size();
  }

  void add(String component, String lane, boolean detail) {
    if (detail && component.endsWith(".memory")) {
      tracks.add(new Shown(Use.MARKS, 0, ""));
      return;
    }
    int dot = component.indexOf('.');
    String unit = dot < 0 ? component : component.substring(0, dot);
    hasSlices |= unit.startsWith("l2[");
    boolean launches = unit.equals(TimelineRecording.LAUNCHES);
    long parent = launches ? root : units.computeIfAbsent(unit, this::unit);
    if (detail && lane.startsWith(PORTS)) {
      String cause = lane.substring(PORTS.length());
      long uuid = ports(parent, rankOfCause(parent), cause, unit);
      tracks.add(new Shown(Use.COUNTER, uuid, cause));
      return;
    }
    long uuid = ++uuids;
    String name =
        launches && lane.equals(TimelineRecording.KERNELS)
            ? "launches"
            : dot < 0 ? lane : component.substring(dot + 1) + " " + lane;
    long rank = launches && lane.equals(TimelineRecording.KERNELS) ? 0 : rank(dot, lane);
    out.track(new Track(uuid, parent, rank, name, what(unit, lane)), sequence);
    tracks.add(new Shown(Use.LANE, uuid, name));
  }

  private long rankOfCause(long parent) {
    return uuids - parent; // a unit's lanes are added one after the other
  }

  private long ports(long parent, long rank, String cause, String whose) {
    long uuid = ++uuids;
    String description =
        ("Ticks that issue ports of %s spent on %s in an interval of %s ticks, all ports"
                + " together.")
            .formatted(whose, cause, interval);
    out.counter(
        new Track(uuid, parent, rank, "ports: " + cause, description),
        "port ticks",
        "ports",
        sequence);
    return uuid;
  }

  private long unit(String unit) {
    long uuid = ++uuids;
    String kind =
        unit.startsWith("cu[")
            ? "Compute unit"
            : unit.startsWith("l2[")
                ? "Slice of the memory side, with its cache if it has one"
                : unit.startsWith("dram[") ? "Channel of DRAM" : "Unit";
    long rank = (unit.startsWith("cu[") ? UNITS : OTHERS) + lastNumber(unit);
    rank += unit.startsWith("dram[") ? OTHERS : 0;
    out.track(new Track(uuid, root, rank, unit, kind + "."), sequence);
    return uuid;
  }

  private static String what(String unit, String lane) {
    if (lane.startsWith("group")) {
      return "Work-groups that this slot of the unit held, one after the other.";
    }
    if (lane.startsWith("wavefront")) {
      return "Wavefronts that this slot of the unit held, and their waits at barriers.";
    }
    if (unit.startsWith("dram[")) {
      return "Data on the channel's bus without a gap, in one direction.";
    }
    if (unit.startsWith("l2[")) {
      return "Requests from when the slice takes them until their answers leave.";
    }
    if (lane.startsWith("transfers")) {
      return "Transfers of streams between host and device.";
    }
    return unit.equals(TimelineRecording.LAUNCHES)
        ? "Kernel launches, from the first group's earliest start until all is written."
        : "Memory instructions from their first transaction until their data is there.";
  }

  /**
   * Returns the rank of a lane: groups, then wavefronts, then parts of the unit, after all
   * counters.
   */
  private static long rank(int dot, String lane) {
    long of = dot >= 0 ? 3 : lane.startsWith("group") ? 1 : 2;
    return of * UNITS + lastNumber(lane);
  }

  private static long lastNumber(String text) {
    String digits = text.replaceAll(".*?([0-9]{1,6})[^0-9]*$", "$1");
    return digits.matches("[0-9]{1,6}") ? Long.parseLong(digits) : 0;
  }

  /** Returns the Perfetto track that shows a track of the device. */
  Shown get(int number) {
    return tracks.get(number);
  }

  /** Returns the number of a part's track within the device. */
  int number(int track) {
    return part + track;
  }

  int count() {
    return tracks.size();
  }

  /** Returns whether the timeline contains requests at slices. */
  boolean hasSlices() {
    return hasSlices;
  }

  /**
   * Returns a counter of the whole device, created on first use; counters with the same axis are
   * drawn to the same scale.
   */
  long counter(String name, String unit, String axis, String description) {
    return counters.computeIfAbsent(
        name,
        n -> {
          long uuid = ++uuids;
          long rank = COUNTERS + counters.size();
          out.counter(new Track(uuid, root, rank, name, description), unit, axis, sequence);
          return uuid;
        });
  }
}
