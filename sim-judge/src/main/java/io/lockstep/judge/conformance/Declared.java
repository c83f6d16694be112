package io.lockstep.judge.conformance;

import io.lockstep.spi.spec.Claim;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What a specification declares, by the names that families share. Immutable. */
final class Declared {
  private final DeviceSpec spec;
  private final Map<String, Double> family;

  /**
   * @param family what the family says of its own specification, by names of checks
   */
  Declared(DeviceSpec spec, Map<String, Double> family) {
    this.spec = spec;
    this.family = family;
  }

  boolean has(String path) {
    return spec.has(path) || spec.schema().derived().containsKey(path);
  }

  /** Whether the specification states a figure itself, not one that others come to. */
  boolean states(String path) {
    return spec.has(path);
  }

  boolean hasAll(String... paths) {
    return Stream.of(paths).allMatch(this::has);
  }

  /** Whether the specification states a choice. */
  boolean chooses(String path, String choice) {
    return spec.has(path) && spec.choice(path).equals(choice);
  }

  /** A figure in its canonical unit. */
  double value(String path) {
    return spec.value(path);
  }

  double or(String path, double other) {
    return has(path) ? value(path) : other;
  }

  /** Bytes a cycle. */
  double rate(String path) {
    return value(path) / 1000;
  }

  /** Seconds. */
  double seconds(String path) {
    return value(path) * 1e-12;
  }

  /** Cycles of compute units in so many seconds. */
  double cycles(double seconds) {
    return seconds * clock();
  }

  double clock() {
    return value("clock.compute");
  }

  int units() {
    return (int) value("unit.count");
  }

  /** What the family says under the name of a check. */
  OptionalDouble family(String check) {
    Double value = family.get(check);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** What the family says, or what shared figures come to. */
  double family(String check, double shared) {
    return family(check).orElse(shared);
  }

  /** The least that passes a claim, where there is one, or something that is still less. */
  double leastClaimed(String check, ProbeUnit unit, double other) {
    Claim claim = spec.claims().get(check);
    double value = claim == null ? Double.NaN : claim.in(unit.text());
    return Double.isNaN(value) ? other : Math.min(other, value * (1 - claim.tolerance()));
  }
}
