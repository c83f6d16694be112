package io.lockstep.run.conformance;

import io.lockstep.parts.device.Capabilities;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The microbenchmarks that a device's figures call for. What does not apply is absent. */
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

  List<Probe> all() {
    new RateProbes(this).add();
    new LatencyProbes(this).add();
    new BandwidthProbes(this).add();
    new LocalProbes(this).add();
    new HostProbes(this).add();
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

  void add(
      String name,
      Unit unit,
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
