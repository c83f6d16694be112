// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.roof.Roof;
import io.lockstep.explain.roof.Roofs;
import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Adds a finding that no small change helps, if a resource is busy or most of the time is spent
 * outside of kernels, and no rule has a large gain.
 */
final class NothingCheap {
  /** Name of the page in docs/advice. */
  static final String RULE = "nothing-cheap";

  /** Minimum utilization of a resource for this finding if rules found small gains. */
  private static final double BUSY = 0.6;

  /** Smallest gain that counts as large enough to make this finding wrong. */
  private static final double MUCH = 1.1;

  private NothingCheap() {}

  /** Returns the findings, preceded by this finding if it applies. */
  static List<Advice> with(String device, Evidence evidence, List<Advice> findings) {
    boolean isHosts = evidence.isHosts();
    if (findings.stream().anyMatch(f -> f.gain().mean() >= MUCH && (!isHosts || isOfHost(f)))) {
      return findings;
    }
    double least = findings.isEmpty() ? Roofs.BOUND : BUSY;
    Optional<Roof> roof = evidence.roofs().largest().filter(r -> r.share() >= least);
    Advice first;
    if (isHosts) {
      double host = 1 - evidence.kernelPart();
      first =
          advice(
              device,
              "%.0f %% of the time passes outside of kernels",
              host,
              "Larger kernels, or fewer launches and transfers"
                  + (findings.isEmpty() ? "." : "; gains below are of the kernels' own time."),
              "share_outside_of_kernels");
    } else if (roof.isPresent()) {
      first =
          advice(
              device,
              "bound by " + roof.get().name().replace("%", "%%") + " at %.0f %% of its peak",
              roof.get().share(),
              "Only an algorithm that needs less of it can be much faster.",
              "roof_share");
    } else {
      return findings;
    }
    List<Advice> all = new ArrayList<>(List.of(first));
    all.addAll(findings);
    return all.subList(0, Math.min(Advisor.MOST, all.size()));
  }

  private static boolean isOfHost(Advice finding) {
    return !finding.evidence().containsKey(Ranking.KERNELS_SHARE);
  }

  private static Advice advice(
      String device, String format, double share, String change, String number) {
    TreeMap<String, BigDecimal> numbers = new TreeMap<>();
    numbers.put(number, Numbers.real(share));
    String finding = "Nothing cheap: " + String.format(Locale.ROOT, format, 100 * share) + ".";
    return new Advice(
        device,
        RULE,
        Place.HOST,
        new Advice.Words(finding, change, "none"),
        Advice.Gain.NONE,
        numbers);
  }
}
