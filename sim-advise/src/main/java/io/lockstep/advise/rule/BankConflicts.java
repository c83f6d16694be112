// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.spi.spec.Ideal;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Finds accesses to local memory whose lanes compete for the same bank. */
public final class BankConflicts implements AdviceRule {
  private static final long WORD = 4;
  private static final String PAD = "Pad each row of the array by one word";
  private static final String ORDER =
      "order the elements so that neighbouring work-items use neighbouring banks: that of row y and"
          + " column x at column x ^ y, or at x + y modulo the row's length where that is not a power"
          + " of two";

  public BankConflicts() {}

  @Override
  public String name() {
    return "bank-conflicts";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    double conflicts = evidence.value("lds.conflict_cycles");
    double cycles = evidence.value("lds.cycles");
    if (conflicts == 0) {
      return List.of();
    }
    boolean few = evidence.spec().has("lds.banks") && evidence.spec().value("lds.banks") <= 16;
    String kernel = "";
    AccessLine worst = null;
    for (KernelCard k : evidence.kernels()) {
      AccessLine line = AccessLine.worst(k.accesses(), a -> extra(a, few)).orElse(null);
      if (line != null
          && (worst == null || line.sum(a -> extra(a, few)) > worst.sum(a -> extra(a, few)))) {
        kernel = Evidence.name(k);
        worst = line;
      }
    }
    double share = cycles == 0 ? 1 : conflicts / cycles;
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("conflict_cycles", conflicts);
    numbers.put("conflict_share", share);
    if (worst != null) {
      numbers.put("passes", passes(worst, few));
    }
    return List.of(
        new Proposal(
            worst == null ? Place.HOST : new Place(kernel, worst.line()),
            "Bank conflicts: "
                + (worst == null
                    ? "lanes of an access to local or constant memory wait for each other"
                    : worst.words()
                        + " "
                        + worst.verb("take")
                        + " "
                        + Say.one(passes(worst, few))
                        + " times the passes over the banks that "
                        + (worst.accesses().size() == 1 ? "it needs" : "they need"))
                + "; conflicts take "
                + Say.percent(share)
                + " of local memory's cycles.",
            worst == null ? PAD + ", or " + ORDER + "." : change(evidence, kernel, worst, few),
            numbers,
            List.of(Remedy.ideal(Ideal.CONFLICTS)),
            evidence.kernelPart() * Math.max(0.2, evidence.value("lds.busy"))));
  }

  /**
   * Recommends padding if the local memory suffices, otherwise reordering the elements, which needs
   * no memory.
   */
  private static String change(Evidence evidence, String kernel, AccessLine worst, boolean few) {
    long stride = Math.abs(worst.first(a -> extra(a, few)).shape().strideX());
    long row = Math.max(stride, WORD * (few ? 16 : 32)); // shorter rows share a padding word
    Optional<Residency> residency = Residency.of(evidence, kernel);
    int padding = (int) (WORD * residency.map(r -> r.localBytes() / row).orElse(0L));
    return residency
        .flatMap(r -> r.lossByLocal(padding))
        .map(
            loss ->
                Say.sentence(ORDER)
                    + ". Do not pad the rows: that takes "
                    + padding
                    + " bytes more, "
                    + loss
                    + ".")
        .orElse(PAD + ", or " + ORDER + ".");
  }

  private static long extra(AccessCard a, boolean few) {
    AccessCard.Local l = a.local();
    return few ? l.passes16() - l.fewest16() : l.passes32() - l.fewest32();
  }

  private static double passes(AccessLine line, boolean few) {
    long passes = line.sum(a -> few ? a.local().passes16() : a.local().passes32());
    long fewest = line.sum(a -> few ? a.local().fewest16() : a.local().fewest32());
    return (double) passes / Math.max(1, fewest);
  }
}
