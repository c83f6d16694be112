package io.lockstep.judge.conformance;

import io.lockstep.spi.Capabilities;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Microbenchmarks of a device in the making, and what all of them go by. Not thread-safe. */
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

  /** Those that were added, in their order. */
  List<Probe> made() {
    return List.copyOf(all);
  }

  Declared declared() {
    return declared;
  }

  Capabilities can() {
    return can;
  }

  /** Work-items of the groups that checks launch. */
  int group() {
    return group;
  }

  /** Work-items of the largest group. */
  int largestGroup() {
    return can.maximumGroupSize();
  }

  /**
   * Work-groups that show what one unit does: one, or where none is dispatched to a unit as a
   * whole, as many as there are units.
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

  /** Kernel seconds that the second sample took more than the first. */
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
