// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.spi.spec.Claim;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures that a specification declares, by names common to all families. */
class Declared {
  private final DeviceSpec spec;
  private final Map<String, Double> family;

  /**
   * @param family expected values that the family declares, by names of checks
   */
  Declared(DeviceSpec spec, Map<String, Double> family) {
    this.spec = spec;
    this.family = family;
  }

  boolean has(String path) {
    return spec.known(path).isPresent();
  }

  /** Whether the specification states a figure instead of deriving it from others. */
  boolean states(String path) {
    return spec.has(path);
  }

  boolean hasAll(String... paths) {
    return Stream.of(paths).allMatch(this::has);
  }

  boolean chooses(String path, String choice) {
    return spec.has(path) && spec.choice(path).equals(choice);
  }

  /** Returns a figure in its canonical unit. */
  double value(String path) {
    return spec.value(path);
  }

  double or(String path, double other) {
    return has(path) ? value(path) : other;
  }

  /** Returns a figure in bytes per cycle. */
  double rate(String path) {
    return value(path) / 1000;
  }

  double seconds(String path) {
    return value(path) * 1e-12;
  }

  /** Converts seconds to cycles of the compute units. */
  double cycles(double seconds) {
    return seconds * clock();
  }

  double clock() {
    return value("clock.compute");
  }

  int units() {
    return (int) value("unit.count");
  }

  /** Returns the value that the family declares for a check. */
  OptionalDouble family(String check) {
    Double value = family.get(check);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * Returns the value that the family declares for a check, otherwise the value derived from shared
   * figures.
   */
  double family(String check, double shared) {
    return family(check).orElse(shared);
  }

  /** Returns the numbers at the ends of the names of checks that the family declares. */
  SortedSet<Integer> strides(String check) {
    return family.keySet().stream()
        .filter(name -> name.matches(Pattern.quote(check) + "[1-9][0-9]{0,3}"))
        .map(name -> Integer.valueOf(name.substring(check.length())))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns {@code other}, or the smallest value that satisfies the claim of a check if that is
   * less.
   */
  double leastClaimed(String check, ProbeUnit unit, double other) {
    Claim claim = spec.claims().get(check);
    double value = claim == null ? Double.NaN : claim.in(unit.text());
    return Double.isNaN(value) ? other : Math.min(other, value * (1 - claim.tolerance()));
  }
}
