// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.observe.line.LineRow;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The source of a workload, with the share of each line in each device's cycles. Only cycles in
 * which an issue port had a wavefront count, so that the shares of a device add up to 100 %.
 */
final class Listing {
  private static final int AROUND = 2; // context lines shown before and after lines with cycles
  private static final int LONGEST = 400; // maximum span of hot lines for which context is shown

  /**
   * The share of a line in a device's cycles.
   *
   * @param tenths share in tenths of a per cent
   * @param cause dominant stall reason
   */
  record Heat(int tenths, CommonCause cause) {}

  /**
   * A line of the listing.
   *
   * @param file file name; empty for cycles without a source line
   * @param line line number from 1; 0 for cycles without a source line and for omitted lines
   * @param text source text with indentation
   * @param heat share by device; null entries for devices without cycles
   */
  record Line(String file, int line, String text, List<Heat> heat) {}

  private final WorkloadResults point;
  private final List<Integer> devices = new ArrayList<>(); // with times by line

  private final int least;

  /**
   * @param least minimum share of a listed line on any device, in tenths of a per cent; all other
   *     lines are merged, without context. 0 lists all lines
   */
  Listing(WorkloadResults point, int least) {
    this.point = point;
    this.least = least;
    for (int d = 0; d < point.results().size(); d++) {
      RunResult r = point.results().get(d);
      if (r.isSimulated() && r.lines() != null && r.lines().isTold()) {
        devices.add(d);
      }
    }
  }

  WorkloadResults point() {
    return point;
  }

  /** Returns the indices of the devices that have times by line. */
  List<Integer> devices() {
    return devices;
  }

  List<Line> lines() {
    Map<String, TreeMap<Integer, List<Heat>>> files = new TreeMap<>();
    Map<String, List<Heat>> nowhere = new LinkedHashMap<>();
    Map<String, Map<Integer, String>> texts = new TreeMap<>();
    for (int i = 0; i < devices.size(); i++) {
      List<LineRow> rows = rows(devices.get(i));
      int[] shares = Shares.of(rows.stream().mapToLong(LineRow::cycles).toArray());
      for (int k = 0; k < shares.length; k++) {
        LineRow row = rows.get(k);
        List<Heat> heat;
        if (!row.place().isLine()) {
          heat = nowhere.computeIfAbsent(row.what(), w -> none());
        } else {
          String file = row.place().file();
          int line = row.place().line();
          heat =
              files.computeIfAbsent(file, f -> new TreeMap<>()).computeIfAbsent(line, l -> none());
          texts.computeIfAbsent(file, f -> new TreeMap<>()).put(line, row.place().text());
        }
        heat.set(i, new Heat(shares[k], cause(row)));
      }
    }
    List<Line> lines = new ArrayList<>();
    if (least > 0) {
      nowhere.put("other lines", merged(files));
    }
    files.forEach((file, hot) -> file(file, hot, texts.get(file), lines));
    nowhere.forEach((what, heat) -> lines.add(new Line("", 0, what, heat)));
    return lines;
  }

  /** Removes the lines below the minimum on all devices, and returns the sum of their shares. */
  private List<Heat> merged(Map<String, TreeMap<Integer, List<Heat>>> files) {
    List<Heat> sum = none();
    for (TreeMap<Integer, List<Heat>> lines : files.values()) {
      lines
          .values()
          .removeIf(
              heat -> {
                if (heat.stream().anyMatch(h -> h != null && h.tenths() >= least)) {
                  return false;
                }
                for (int i = 0; i < heat.size(); i++) {
                  Heat was = sum.get(i);
                  Heat more = heat.get(i);
                  sum.set(
                      i,
                      was == null || more == null
                          ? (was == null ? more : was)
                          : new Heat(was.tenths() + more.tenths(), was.cause()));
                }
                return true;
              });
    }
    files.values().removeIf(TreeMap::isEmpty);
    return sum;
  }

  private List<LineRow> rows(int device) {
    return LineRow.program(point.results().get(device).lines(), point.places()).stream()
        .filter(row -> !row.isNone())
        .toList();
  }

  private List<Heat> none() {
    List<Heat> none = new ArrayList<>();
    devices.forEach(d -> none.add(null));
    return none;
  }

  private static CommonCause cause(LineRow row) {
    return List.of(CommonCause.values()).stream()
        // The first in order of declaration among equals.
        .max(Comparator.comparingLong(row::cycles))
        .orElseThrow();
  }

  private void file(
      String file, TreeMap<Integer, List<Heat>> hot, Map<Integer, String> known, List<Line> to) {
    List<String> texts = point.sources().lines(file);
    TreeSet<Integer> shown = new TreeSet<>(hot.keySet());
    if (least == 0 && !texts.isEmpty() && hot.lastKey() - hot.firstKey() <= LONGEST) {
      for (int line : hot.keySet()) {
        for (int l = Math.max(1, line - AROUND); l <= line + AROUND && l <= texts.size(); l++) {
          shown.add(l);
        }
      }
    }
    int last = shown.first() - 1;
    for (int line : shown) {
      if (line > last + 1) {
        to.add(new Line(file, 0, "⋯", none()));
      }
      last = line;
      String text = line <= texts.size() ? texts.get(line - 1).stripTrailing() : known.get(line);
      to.add(new Line(file, line, text, hot.getOrDefault(line, none())));
    }
  }
}
