package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.spi.spec.Ideal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Wavefronts whose lanes go different ways at a branch, so that lanes are idle on either side. */
public final class Divergence implements AdviceRule {
  private static final double BUSY = 0.95;

  /** Creates the rule. */
  public Divergence() {}

  @Override
  public String name() {
    return "divergence";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    double used = evidence.value("lanes.utilisation");
    if (used == 0 || used >= BUSY) {
      return List.of();
    }
    boolean narrow = evidence.spec().value("unit.wavefront") <= 32;
    String kernel = "";
    KernelCard.Branch worst = null;
    for (KernelCard k : evidence.kernels()) {
      Optional<KernelCard.Branch> own =
          k.branches().stream().max(Comparator.comparingLong(b -> parted(b, narrow)));
      if (own.isPresent()
          && parted(own.get(), narrow) > (worst == null ? 0 : parted(worst, narrow))) {
        worst = own.get();
        kernel = Evidence.name(k);
      }
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("active_lanes_share", used);
    numbers.put("parted_branches", worst == null ? 0.0 : parted(worst, narrow));
    return List.of(
        new Proposal(
            worst == null
                ? new Place(Evidence.name(evidence.kernels().get(0)), 0)
                : new Place(kernel, worst.line()),
            (worst == null
                    ? "Idle lanes: the work-items of a group do not fill its wavefronts"
                    : "Divergence: lanes of a wavefront go different ways at line "
                        + worst.line()
                        + ", in "
                        + Say.percent(
                            (double) parted(worst, narrow)
                                / Math.max(1, narrow ? worst.narrow() : worst.wide()))
                        + " of its executions")
                + "; "
                + Say.percent(1 - used)
                + " of all lanes are idle.",
            worst == null
                ? "Choose a work-group size that is a multiple of the wavefront's width."
                : "Let neighbouring work-items take the same way: sort or regroup them by the"
                    + " condition, or compute both ways and select.",
            numbers,
            List.of(Remedy.ideal(Ideal.LANES)),
            evidence.kernelPart() * (1 - used)));
  }

  private static long parted(KernelCard.Branch b, boolean narrow) {
    return narrow ? b.narrowParted() : b.wideParted();
  }
}
