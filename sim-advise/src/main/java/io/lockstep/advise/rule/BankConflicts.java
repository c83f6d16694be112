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
import java.util.TreeMap;

/** Lanes of an access to local memory that meet in one bank and wait for each other. */
public final class BankConflicts implements AdviceRule {
  /** Creates the rule. */
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
    AccessCard worst = null;
    for (KernelCard k : evidence.kernels()) {
      for (AccessCard a : k.accesses()) {
        if (extra(a, few) > 0 && (worst == null || extra(a, few) > extra(worst, few))) {
          kernel = Evidence.name(k);
          worst = a;
        }
      }
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("conflict_cycles", conflicts);
    numbers.put("conflict_share", cycles == 0 ? 1 : conflicts / cycles);
    if (worst != null) {
      numbers.put("passes", passes(worst, few));
    }
    return List.of(
        new Proposal(
            worst == null ? Place.HOST : new Place(kernel, worst.line()),
            "Bank conflicts: "
                + (worst == null
                    ? "lanes of an access to local or constant memory wait for each other"
                    : "the "
                        + Say.operation(worst)
                        + " at line "
                        + worst.line()
                        + " takes "
                        + Say.one(passes(worst, few))
                        + " times the passes over the banks that it needs")
                + "; conflicts take "
                + Say.percent(cycles == 0 ? 1 : conflicts / cycles)
                + " of local memory's cycles.",
            "Pad each row of the array by one word, or order the elements so that neighbouring"
                + " work-items use neighbouring banks.",
            numbers,
            List.of(Remedy.ideal(Ideal.CONFLICTS)),
            evidence.kernelPart() * Math.max(0.2, evidence.value("lds.busy"))));
  }

  private static long extra(AccessCard a, boolean few) {
    AccessCard.Local l = a.local();
    return few ? l.passes16() - l.fewest16() : l.passes32() - l.fewest32();
  }

  private static double passes(AccessCard a, boolean few) {
    AccessCard.Local l = a.local();
    return few
        ? (double) l.passes16() / Math.max(1, l.fewest16())
        : (double) l.passes32() / Math.max(1, l.fewest32());
  }
}
