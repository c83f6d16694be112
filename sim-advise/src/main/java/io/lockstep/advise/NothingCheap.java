package io.lockstep.advise;

import io.lockstep.explain.roof.Roof;
import io.lockstep.explain.trial.Decimals;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Says that no small change helps where a resource is busy and no rule gains much. Stateless. */
final class NothingCheap {
  /** Name of its page in docs/advice. */
  static final String RULE = "nothing-cheap";

  /** From here on a resource bounds the time. */
  private static final double BUSY = 0.6;

  /** A larger gain of a finding means that there is something to do. */
  private static final double MUCH = 1.1;

  private NothingCheap() {}

  /** The findings, after the sentence that nothing is cheap where that is so. */
  static List<Advice> with(String device, Evidence evidence, List<Advice> findings) {
    Optional<Roof> roof = evidence.roofs().largest().filter(r -> r.share() >= BUSY);
    if (roof.isEmpty() || findings.stream().anyMatch(f -> f.gain().mean() >= MUCH)) {
      return findings;
    }
    TreeMap<String, BigDecimal> numbers = new TreeMap<>();
    numbers.put("roof_share", Decimals.of(roof.get().share()));
    List<Advice> all = new ArrayList<>();
    all.add(
        new Advice(
            device,
            RULE,
            Place.HOST,
            new Advice.Words(
                String.format(
                    Locale.ROOT,
                    "Nothing cheap: bound by %s at %.0f %% of its peak.",
                    roof.get().name(),
                    100 * roof.get().share()),
                "Only an algorithm that needs less of it can be much faster.",
                "none"),
            Advice.Gain.NONE,
            numbers));
    all.addAll(findings);
    return all.size() > Advisor.MOST ? all.subList(0, Advisor.MOST) : all;
  }
}
