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

  public BankConflicts() {}

  @Override
  public String name() {
    return "bank-conflicts";
  }

  /** What accesses need so that their lanes meet in no bank. */
  private enum Layout {
    ELEMENTS(
        WORD,
        "Pad each row of the array by one word",
        "order the elements so that neighbouring work-items use neighbouring banks: that of row y"
            + " and column x at column x ^ y, or at x + y modulo the row's length where that is not"
            + " a power of two"),
    /** Rows of a matrix of 16 bytes, each of which four lanes load together. */
    MATRICES(
        4 * WORD,
        "Pad each row of the tile by 16 bytes",
        "permute the pieces of 16 bytes of each row, so that eight neighbouring rows use all banks:"
            + " that of row y and place x at place x ^ (y mod 8)");

    final long padding;
    final String pad;
    final String order;

    Layout(long padding, String pad, String order) {
      this.padding = padding;
      this.pad = pad;
      this.order = order;
    }
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    double conflicts = evidence.value("lds.conflict_cycles");
    double cycles = evidence.value("lds.cycles");
    if (conflicts == 0) {
      return List.of();
    }
    boolean few = evidence.spec().has("lds.banks") && evidence.spec().value("lds.banks") <= 16;
    KernelCard kernel = null;
    AccessLine worst = null;
    for (KernelCard k : evidence.kernels()) {
      AccessLine line = AccessLine.worst(k.accesses(), a -> extra(a, few)).orElse(null);
      if (line != null
          && (worst == null || line.sum(a -> extra(a, few)) > worst.sum(a -> extra(a, few)))) {
        kernel = k;
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
            worst == null ? Place.HOST : new Place(Evidence.name(kernel), worst.line()),
            "Bank conflicts: "
                + (worst == null
                    ? "lanes of an access to local or constant memory wait for each other"
                    : words(kernel, worst)
                        + worst.verb("take")
                        + " "
                        + Say.one(passes(worst, few))
                        + " times the passes over the banks that "
                        + (worst.accesses().size() == 1 ? "it needs" : "they need"))
                + "; conflicts take "
                + Say.percent(share)
                + " of local memory's cycles.",
            worst == null
                ? Layout.ELEMENTS.pad + ", or " + Layout.ELEMENTS.order + "."
                : change(evidence, kernel, worst, few),
            numbers,
            List.of(Remedy.ideal(Ideal.CONFLICTS)),
            evidence.kernelPart() * Math.max(0.2, evidence.value("lds.busy"))));
  }

  /** Names the accesses, and what a matrix instruction does with the values. */
  private static String words(KernelCard kernel, AccessLine worst) {
    FactorLoads factors = new FactorLoads(kernel.text().kernel());
    boolean rows = layout(factors, worst) == Layout.MATRICES;
    boolean ofFactors = worst.accesses().stream().allMatch(factors::isLocal);
    return worst.words()
        + (rows ? ", of rows of 16 bytes" : ofFactors ? ", of factors" : "")
        + (ofFactors ? " for matrix instructions, " : rows ? ", " : " ");
  }

  private static Layout layout(FactorLoads factors, AccessLine line) {
    boolean rows = line.accesses().stream().allMatch(factors::isOfRows);
    return rows ? Layout.MATRICES : Layout.ELEMENTS;
  }

  /**
   * Recommends padding if the local memory suffices, otherwise reordering the elements, which needs
   * no memory.
   */
  private static String change(
      Evidence evidence, KernelCard kernel, AccessLine worst, boolean few) {
    Layout layout = layout(new FactorLoads(kernel.text().kernel()), worst);
    AccessCard.Shape shape = worst.first(a -> extra(a, few)).shape();
    long stride = Math.abs(layout == Layout.MATRICES ? shape.strideY() : shape.strideX());
    long row = Math.max(stride, WORD * (few ? 16 : 32)); // shorter rows share a padding word
    Optional<Residency> residency = Residency.of(evidence, Evidence.name(kernel));
    int padding = (int) (layout.padding * residency.map(r -> r.localBytes() / row).orElse(0L));
    return residency
        .flatMap(r -> r.lossByLocal(padding))
        .map(
            loss ->
                "%s. Do not pad the rows: that takes %s bytes more, %s."
                    .formatted(Say.sentence(layout.order), padding, loss))
        .orElse(layout.pad + ", or " + layout.order + ".");
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
