// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.io.Bounds;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Assigns figures to groups by the hardware part that their path names. A figure whose value is
 * computed from others belongs to the group of those figures. A figure that requires another figure
 * belongs to that figure's group. Sections that no shared part declares are groups of their own.
 */
record GroupNames(DeviceSpec from, DeviceSpec to) {
  static final String HOST = "host";

  /** Instruction set and code generation. */
  static final String CODE = "code";

  private static final String UNITS = "units";
  private static final String ISSUE = "issue";
  private static final String OCCUPANCY = "occupancy limits";
  private static final String BANDWIDTH = "DRAM bandwidth";
  private static final String LATENCY = "DRAM latency";
  private static final String PATH = "request path";

  /** Figures that do not belong to the group of their section. */
  private static final Map<String, String> FIGURES =
      Map.ofEntries(
          Map.entry("unit.count", UNITS),
          Map.entry("unit.dies", UNITS),
          Map.entry("unit.engines", UNITS),
          Map.entry("unit.in_flight", UNITS), // limit of the whole device
          Map.entry("stack.entries", UNITS), // per engine, shared by its units
          Map.entry("unit.per_cluster", UNITS),
          Map.entry("unit.simds", ISSUE),
          Map.entry("unit.stream_cores", ISSUE),
          Map.entry("unit.wavefront", ISSUE),
          Map.entry("dram.load_to_use", LATENCY),
          Map.entry("dram.tccd_l", BANDWIDTH)); // minimum distance of bursts within a bank group

  private static final Map<String, String> SECTIONS =
      Map.ofEntries(
          Map.entry("clock", "clock"),
          Map.entry("unit", OCCUPANCY),
          Map.entry("registers", OCCUPANCY),
          Map.entry("issue", ISSUE),
          Map.entry("lds", "LDS"),
          Map.entry("l1", "L1"),
          Map.entry("l2", "L2"),
          Map.entry("mall", "memory-side cache"),
          Map.entry("dram", BANDWIDTH),
          Map.entry("network", PATH),
          Map.entry("memory", PATH),
          Map.entry(HOST, HOST));

  /** The order in which groups are shown; other groups follow. */
  static final List<String> ORDER =
      List.of(
          CODE,
          "clock",
          UNITS,
          ISSUE,
          OCCUPANCY,
          "LDS",
          "L1",
          "L2",
          "memory-side cache",
          PATH,
          BANDWIDTH,
          LATENCY);

  /** Returns the group of a figure that differs between the devices. */
  String of(String path) {
    SpecSchema.Key key = from.schema().key(path);
    if (isComputed(from, path) && isComputed(to, path)) {
      for (String read : reads(key)) {
        if (from.schema().key(read) != null && !Schemas.equal(from, to, read)) {
          return of(read);
        }
      }
    }
    if (from.has(path) != to.has(path) && key.usual() != null && !key.usual().beside().isEmpty()) {
      return section(key.usual().beside());
    }
    boolean isCode = key.dimension() == Dimension.CHOICE || key.dimension() == Dimension.FLAG;
    return isCode && path.startsWith("unit.") ? CODE : section(path);
  }

  private static String section(String path) {
    String section = path.substring(0, Math.max(0, path.indexOf('.')));
    String name = path.substring(path.indexOf('.') + 1);
    if (section.equals("dram")
        && !FIGURES.containsKey(path)
        && (name.matches("t[a-z_]+") || name.endsWith("latency"))) {
      return LATENCY;
    }
    return FIGURES.getOrDefault(path, SECTIONS.getOrDefault(section, section.replace('_', ' ')));
  }

  /** Whether a figure has the value that the family's rule computes. */
  private static boolean isComputed(DeviceSpec spec, String path) {
    SpecSchema.Key key = spec.schema().key(path);
    if (!spec.has(path) || key.usual() == null || key.usual().rule() == null) {
      return false;
    }
    Bounds bounds = key.legal().bounds();
    return bounds.nearest(key.usual().rule().applyAsLong(spec)) == spec.value(path);
  }

  /** Returns the figures that the family's rule reads, in order. */
  private List<String> reads(SpecSchema.Key key) {
    List<String> read = new ArrayList<>();
    Figures told =
        path -> {
          read.add(path);
          return from.has(path) ? OptionalLong.of(from.value(path)) : OptionalLong.empty();
        };
    key.usual().rule().applyAsLong(told);
    return read;
  }
}
