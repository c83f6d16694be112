// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.Claim;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Finds claims that a device's parameters contradict: no value that its check accepts by the
 * parameters is within the claim's tolerance. Each finding names the first of the check's
 * parameters that alone brings both together, with its value.
 */
final class ClaimedMisfits {
  private static final String DECLARED = "declared: ";
  private static final Pattern WHOLE = Pattern.compile("([0-9]+)([A-Za-z/]*)");

  private final Catalogue catalogue;
  private final DeviceSpec spec;

  private ClaimedMisfits(Catalogue catalogue, DeviceSpec spec) {
    this.catalogue = catalogue;
    this.spec = spec;
  }

  static List<Misfit> of(Catalogue catalogue, DeviceSpec spec) {
    ClaimedMisfits misfits = new ClaimedMisfits(catalogue, spec);
    List<Probe> probes = misfits.probes(spec);
    List<Misfit> found = new ArrayList<>();
    for (Claim claim : spec.claims().values()) {
      probe(probes, claim).flatMap(probe -> misfits.of(claim, probe)).ifPresent(found::add);
    }
    return found;
  }

  private List<Probe> probes(DeviceSpec of) {
    return Microbenchmarks.of(new Declared(of, catalogue.declares(of)), catalogue.device(of));
  }

  /** Returns the check of a claim; empty if no check of its name has an expected value. */
  private static Optional<Probe> probe(List<Probe> probes, Claim claim) {
    return probes.stream()
        .filter(p -> p.name().equals(claim.name()) && p.expected().isPresent())
        .filter(p -> !Double.isNaN(claim.in(p.unit().text())))
        .findFirst();
  }

  private static boolean fits(Claim claim, Probe probe) {
    double value = claim.in(probe.unit().text());
    Expected expected = probe.expected().orElseThrow();
    return expected.high() >= value * (1 - claim.tolerance())
        && expected.low() <= value * (1 + claim.tolerance());
  }

  private Optional<Misfit> of(Claim claim, Probe probe) {
    if (fits(claim, probe)) {
      return Optional.empty();
    }
    Expected expected = probe.expected().orElseThrow();
    return Stream.of(expected.source().replace(DECLARED, "").split(", "))
        .filter(path -> spec.known(path).isPresent() && spec.figure(path).dimension().isNumber())
        .flatMap(path -> change(path, claim, probe).stream())
        .findFirst();
  }

  /** Returns the change of a parameter with which a check accepts a claim; empty if none does. */
  private Optional<Misfit> change(String path, Claim claim, Probe probe) {
    double claimed = claim.in(probe.unit().text());
    double declared = probe.expected().orElseThrow().value();
    double own = spec.value(path);
    // Rates are proportional to a parameter or to its reciprocal, latencies are sums.
    return LongStream.of(
            Math.round(own * claimed / declared),
            Math.round(own * declared / claimed),
            Math.round(own + claimed - declared))
        .filter(value -> value > 0 && value != spec.value(path))
        .mapToObj(value -> changed(path, value))
        .flatMap(Optional::stream)
        .filter(changed -> probe(probes(changed), claim).filter(p -> fits(claim, p)).isPresent())
        .map(changed -> misfit(path, changed, claim, declared, probe.unit()))
        .findFirst();
  }

  /** Returns the device with another value of a parameter, if it is legal. */
  private Optional<DeviceSpec> changed(String path, long value) {
    try {
      DeviceSpec changed =
          spec.with(path, spec.figure(path).dimension().show(value, spec.figure(path).text()));
      catalogue.device(changed);
      return Optional.of(changed);
    } catch (InputException | RefusalException e) {
      return Optional.empty();
    }
  }

  private Misfit misfit(
      String path, DeviceSpec changed, Claim claim, double declared, ProbeUnit unit) {
    Matcher text = WHOLE.matcher(changed.figure(path).text());
    boolean whole = text.matches();
    return new Misfit(
        path,
        whole ? Long.parseLong(text.group(1)) : changed.value(path),
        whole ? text.group(2) : changed.figure(path).dimension().canonicalUnit(),
        changed.value(path) > spec.value(path),
        "%s is claimed to be %s%s, and by its parameters is %s%s"
            .formatted(
                claim.name(),
                Misfits.number(claim.in(unit.text())),
                suffix(unit),
                Misfits.number(declared),
                suffix(unit)));
  }

  private static String suffix(ProbeUnit unit) {
    return unit.text().isEmpty() ? "" : " " + unit.text();
  }
}
