// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.spec.Claim;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.KnownResults;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.Request;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs generated microbenchmarks on a device, and compares the measured values with its
 * specification and with published values. Results depend on the specification and the model only.
 * {@link #check} must not be called concurrently; {@link #standing} is thread-safe.
 */
public final class Conformance {
  private static final MathContext DIGITS = new MathContext(5);

  private final Catalogue catalogue;
  private final StudyOptions options;
  private volatile Running running; // null while no device is being checked

  /**
   * Creates a checker.
   *
   * @param options options of all simulations; an error in any simulation ends the check
   */
  public Conformance(Catalogue catalogue, StudyOptions options) {
    this.catalogue = catalogue;
    this.options = options.strictly();
  }

  /** Returns the names of the checks that apply to a device, in order. */
  public List<String> names(DeviceSpec spec) {
    return probes(spec).stream().map(Probe::name).toList();
  }

  private List<Probe> probes(DeviceSpec spec) {
    Declared declared = new Declared(spec, catalogue.declares(spec));
    return Microbenchmarks.of(declared, catalogue.device(spec));
  }

  /** Returns the parameters of a device that do not fit others or its claims: checks may fail. */
  public List<Misfit> misfits(DeviceSpec spec) {
    List<Misfit> all =
        new ArrayList<>(Misfits.of(spec, new Declared(spec, catalogue.declares(spec))));
    List<String> named = all.stream().map(Misfit::parameter).toList();
    ClaimedMisfits.of(catalogue, spec).stream()
        .filter(misfit -> !named.contains(misfit.parameter()))
        .forEach(all::add);
    return List.copyOf(all);
  }

  /**
   * Checks a device.
   *
   * @param spec its specification, including claims
   * @return checks of declared figures, then of claims
   */
  public List<CheckResult> check(
      DeviceSpec spec, Predicate<String> wanted, StudyProgress progress) {
    List<Probe> probes = probes(spec).stream().filter(p -> wanted.test(p.name())).toList();
    List<Sample> samples = probes.stream().flatMap(p -> p.samples().stream()).toList();
    Map<Sample, Request> requests = new LinkedHashMap<>();
    samples.forEach(sample -> requests.computeIfAbsent(sample, s -> s.on(spec)));
    List<CheckResult> checks;
    try (KnownResults results = new KnownResults(catalogue, List.of(), options)) {
      running = new Running(spec, probes, requests, results);
      results.run(requests.values(), progress);
      checks = running.checks();
    }
    running = null;
    unshown(spec, probes, wanted, checks);
    return List.copyOf(checks);
  }

  /** Returns the finished checks of the device that is being checked. Thread-safe. */
  public List<CheckResult> standing() {
    Running now = running;
    return now == null ? List.of() : now.checks();
  }

  /** The checks of a device in progress. */
  private record Running(
      DeviceSpec spec, List<Probe> probes, Map<Sample, Request> requests, KnownResults results) {
    private Stream<Seen> seen(Sample sample) {
      return results.result(requests.get(sample)).map(r -> new Seen(sample, r)).stream();
    }

    List<CheckResult> checks() {
      List<CheckResult> checks = new ArrayList<>();
      for (Probe probe : probes) {
        List<Seen> seen = probe.samples().stream().flatMap(this::seen).toList();
        boolean isOver = seen.stream().allMatch(s -> s.result().failure() != Failure.INTERRUPTED);
        if (seen.size() == probe.samples().size() && isOver) {
          judge(spec, probe, seen, checks);
        }
      }
      return checks;
    }
  }

  private static void judge(
      DeviceSpec spec, Probe probe, List<Seen> own, List<CheckResult> checks) {
    Claim claim = spec.claims().get(probe.name());
    String message = "";
    for (Seen one : own) {
      if (one.result().status() == RunStatus.REFUSED && claim == null) {
        return; // the device has no such part
      }
      if (!one.result().isSimulated()) {
        message = one.result().message().lines().findFirst().orElse("failed");
      }
    }
    double shown = message.isEmpty() ? probe.shown().applyAsDouble(own) : Double.NaN;
    if (message.isEmpty() && !Double.isFinite(shown)) {
      message = "nothing was measured";
    }
    String why = message;
    probe
        .expected()
        .ifPresent(
            e -> checks.add(check(spec, probe, e.value(), shown, e.holds(shown), e.source(), why)));
    if (claim != null) {
      double value = claim.in(probe.unit().text());
      if (Double.isNaN(value)) {
        throw new InputException(
            claim.where(),
            "'%s' is measured in %s, found '%s'"
                .formatted(
                    claim.name(),
                    probe.unit().text().isEmpty() ? "no unit" : probe.unit().text(),
                    claim.unit()));
      }
      boolean ok = Math.abs(shown - value) <= value * claim.tolerance();
      checks.add(check(spec, probe, value, shown, ok, claim.source(), why));
    }
  }

  private static CheckResult check(
      DeviceSpec spec,
      Probe probe,
      double claimed,
      double shown,
      boolean ok,
      String source,
      String message) {
    return new CheckResult(
        spec.id(),
        probe.name(),
        number(claimed),
        Double.isFinite(shown) ? number(shown) : null,
        probe.unit().text(),
        ok,
        source,
        message);
  }

  private static BigDecimal number(double value) {
    BigDecimal exact = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  /** Reports claims without a check: either the name is misspelt, or the device lacks the part. */
  private static void unshown(
      DeviceSpec spec, List<Probe> probes, Predicate<String> wanted, List<CheckResult> checks) {
    List<String> names = probes.stream().map(Probe::name).toList();
    spec.claims()
        .forEach(
            (name, claim) -> {
              if (!names.contains(name) && wanted.test(name)) {
                checks.add(
                    new CheckResult(
                        spec.id(),
                        name,
                        claim.number(),
                        null,
                        claim.unit(),
                        false,
                        claim.source(),
                        "no check of this device has that name"));
              }
            });
  }
}
