// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.spi.Capabilities;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Collects the microbenchmarks for a device, and properties of the device that the probes use. */
final class Probes {
  private final Declared declared;
  private final Capabilities can;
  private final List<Probe> all = new ArrayList<>();
  private final int group;

  Probes(Declared declared, Capabilities can) {
    this.declared = declared;
    this.can = can;
    group = Math.min(256, can.maximumGroupSize());
  }

  List<Probe> made() {
    return List.copyOf(all);
  }

  Declared declared() {
    return declared;
  }

  Capabilities can() {
    return can;
  }

  /** Returns the work-group size of most probes. */
  int group() {
    return group;
  }

  int largestGroup() {
    return can.maximumGroupSize();
  }

  /**
   * Returns the number of work-groups with which one unit is measured: one, or the number of units
   * if the device spreads a work-group over units.
   */
  int alone() {
    return can.computeKernels() ? 1 : declared.units();
  }

  void add(
      String name,
      ProbeUnit unit,
      List<Sample> samples,
      ToDoubleFunction<List<Seen>> shown,
      Expected expected) {
    all.add(new Probe(name, unit, samples, shown, Optional.ofNullable(expected)));
  }

  /** Returns the difference of the kernel times of the second and the first sample, in seconds. */
  static double more(List<Seen> seen) {
    return seen.get(1).kernelSeconds() - seen.get(0).kernelSeconds();
  }

  static long powerOfTwo(double atLeast) {
    long power = 1;
    while (power < atLeast) {
      power <<= 1;
    }
    return power;
  }
}
