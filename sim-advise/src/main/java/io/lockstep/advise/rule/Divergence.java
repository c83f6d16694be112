// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.apply.ProgramChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds branches at which a wavefront's lanes diverge, so that lanes are idle on both paths. */
public final class Divergence implements AdviceRule {
  private static final double BUSY = 0.95;
  private static final int MOST_WAVEFRONTS = 4; // per enlarged group

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
    String kernel = "";
    int line = 0;
    long parted = 0;
    long executed = 0;
    for (KernelCard k : evidence.kernels()) {
      boolean narrow = evidence.wavefront(k.text().kernel()) <= 32;
      Map<Integer, List<KernelCard.Branch>> lines =
          k.branches().stream()
              .collect(
                  Collectors.groupingBy(
                      KernelCard.Branch::line, TreeMap::new, Collectors.toList()));
      for (Map.Entry<Integer, List<KernelCard.Branch>> e : lines.entrySet()) {
        long own = e.getValue().stream().mapToLong(b -> parted(b, narrow)).sum();
        if (own > parted) {
          parted = own;
          executed = e.getValue().stream().mapToLong(b -> narrow ? b.narrow() : b.wide()).sum();
          kernel = Evidence.name(k);
          line = e.getKey();
        }
      }
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("active_lanes_share", used);
    numbers.put("parted_branches", (double) parted);
    return List.of(
        new Proposal(
            parted == 0
                ? new Place(Evidence.name(evidence.kernels().get(0)), 0)
                : new Place(kernel, line),
            (parted == 0
                    ? "Idle lanes: the work-items of a group do not fill its wavefronts"
                    : "Divergence: lanes of a wavefront go different ways at "
                        + SourceLines.of(line)
                        + ", in "
                        + Say.percent((double) parted / Math.max(1, executed))
                        + " of its executions")
                + "; "
                + Say.percent(1 - used)
                + " of all lanes are idle.",
            parted == 0
                ? "Choose a work-group size that is a multiple of the wavefront's width."
                : "Let neighbouring work-items take the same way: sort or regroup them by the"
                    + " condition, or compute both ways and select.",
            numbers,
            parted == 0 ? filled(evidence) : List.of(Remedy.ideal(Ideal.LANES)),
            evidence.kernelPart() * (1 - used)));
  }

  /**
   * Returns changes to group sizes that fill one or several wavefronts; if none is possible, ideal
   * lanes.
   */
  private static List<Remedy> filled(Evidence evidence) {
    KernelCard card = evidence.kernels().get(0);
    long size = card.launches().workItems() / Math.max(1, card.launches().groups());
    List<Remedy> all = new ArrayList<>();
    for (int wavefronts = 1; wavefronts <= MOST_WAVEFRONTS; wavefronts *= 2) {
      int joined = (int) (wavefronts * evidence.wavefront(card.text().kernel()) / size);
      if (joined >= 2 && joined <= Rewrite.MOST) {
        Rewrite larger = new Rewrite(Rewrite.Kind.LARGER, joined);
        if (ProgramChange.applies(larger, card.text().kernel())) {
          all.add(Remedy.rewritten(larger));
        }
      }
    }
    return all.isEmpty() ? List.of(Remedy.ideal(Ideal.LANES)) : all;
  }

  private static long parted(KernelCard.Branch b, boolean narrow) {
    return narrow ? b.narrowParted() : b.wideParted();
  }
}
