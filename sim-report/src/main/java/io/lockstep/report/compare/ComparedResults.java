// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.grade.Grades;
import io.lockstep.report.page.Element;
import io.lockstep.run.RunResult;
import io.lockstep.run.plugin.Profiler;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;

/**
 * The results of each workload on each device.
 *
 * @param devices devices in the requested order, with overrides
 * @param points workloads, each with a result for every device
 * @param profilers vendors' profilers whose counters the page shows
 * @param base index of the initial base device
 * @param kernels whether the page initially shows kernel time alone
 * @param shipped hashes of unmodified specifications
 */
public record ComparedResults(
    List<DeviceSpec> devices,
    List<WorkloadResults> points,
    StatisticsRegistry statistics,
    List<Profiler> profilers,
    int base,
    boolean kernels,
    Set<String> shipped) {
  /** Maximum number of devices drawn over time. */
  static final int SHOWN = 4;

  private static final int FEW = 3;

  // maximum number of workloads whose sections are all unfolded
  public ComparedResults {
    devices = List.copyOf(devices);
    points = List.copyOf(points);
    profilers = List.copyOf(profilers);
    shipped = Set.copyOf(shipped); // lookup only; never iterated
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    for (DeviceSpec d : devices) {
      String name = d.id();
      for (int i = 2; names.contains(name); i++) {
        name = d.id() + " (" + i + ")";
      }
      names.add(name);
    }
    return names;
  }

  List<String> workloads() {
    List<String> names = new ArrayList<>();
    for (WorkloadResults p : points) {
      boolean twice = points.stream().filter(q -> q.workload().equals(p.workload())).count() > 1;
      String base = twice ? p.workload() + " " + p.parameters() : p.workload();
      String name = base;
      for (int i = 2; names.contains(name); i++) {
        name = base + " (" + i + ")";
      }
      names.add(name);
    }
    return names;
  }

  /**
   * Returns the errors of a device relative to published measurements; empty if the device is
   * modified or has no measurements.
   */
  List<Grades.Grade> grades(DeviceSpec device) {
    return shipped.contains(device.hash()) ? Grades.SHIPPED.of(device.id()) : List.of();
  }

  List<RunResult> results() {
    return points.stream().flatMap(p -> p.results().stream()).toList();
  }

  /**
   * Selects the devices drawn over time: all of them if there are at most {@link #SHOWN}, otherwise
   * the base and the fastest device of each family.
   *
   * @param told whether a result can be shown
   */
  List<Integer> few(WorkloadResults point, Predicate<RunResult> told) {
    List<Integer> there = new ArrayList<>();
    for (int d = 0; d < devices.size(); d++) {
      if (told.test(point.results().get(d))) {
        there.add(d);
      }
    }
    if (there.size() <= SHOWN) {
      return there;
    }
    return fastest(point, there, SHOWN);
  }

  /** Selects the base and the fastest device of each family, so many at most. */
  List<Integer> fastest(WorkloadResults point, List<Integer> there, int most) {
    Set<Integer> shown = new TreeSet<>();
    if (there.contains(base)) {
      shown.add(base);
    }
    Set<String> families = new TreeSet<>();
    there.stream()
        .sorted(Comparator.comparingLong(d -> point.results().get(d).kernelPicos()))
        .filter(d -> families.add(devices.get(d).family()))
        .limit(most - shown.size())
        .forEach(shown::add);
    return List.copyOf(shown);
  }

  /**
   * Writes a section for each workload; if there are many, all but the first are folded.
   *
   * @param body writes the section of a workload, given the workload's index
   */
  void folded(Element page, ObjIntConsumer<Element> body) {
    for (int p = 0; p < points.size(); p++) {
      Element folded = page.details(Element.of("h3", workloads().get(p)));
      body.accept(folded.with("open", points.size() <= FEW || p == 0 ? "open" : null), p);
    }
  }
}
