package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.spi.stats.CommonCause;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Wavefronts that wait at barriers for the others of their group. */
public final class Barriers implements AdviceRule {
  private static final double FEW = 0.05;

  /** Creates the rule. */
  public Barriers() {}

  @Override
  public String name() {
    return "barriers";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    double waiting = evidence.share(CommonCause.BARRIER);
    Optional<KernelCard> most =
        evidence.kernels().stream()
            .filter(k -> k.barriers() > 0)
            .max(Comparator.comparingLong(KernelCard::barriers));
    if (most.isEmpty() || waiting < FEW) {
      return List.of();
    }
    KernelCard kernel = most.get();
    double each = (double) kernel.barriers() / Math.max(1, kernel.launches().workItems());
    double saved = Math.min(0.95, waiting * evidence.kernelPart());
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("barriers_per_work_item", each);
    numbers.put("barrier_share_of_cycles", waiting);
    return List.of(
        new Proposal(
            new Place(Evidence.name(kernel), line(kernel)),
            "Barriers: each work-item passes "
                + Say.one(each)
                + " barriers, and wavefronts wait at them in "
                + Say.percent(waiting)
                + " of the issue ports' cycles.",
            "Do more work between two barriers: let each work-item add several elements first, use"
                + " two buffers in turn, or smaller work-groups.",
            numbers,
            List.of(Remedy.computed(1 / (1 - saved))),
            saved));
  }

  /** The line of the barrier that is executed most. */
  private static int line(KernelCard kernel) {
    long most = -1;
    int line = 0;
    for (Block block : kernel.text().kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.op() == Op.BARRIER) {
          long runs =
              kernel.blocks().stream()
                  .filter(b -> b.block() == block.id())
                  .mapToLong(KernelCard.BlockCount::workItems)
                  .sum();
          line = runs > most ? i.line() : line;
          most = Math.max(most, runs);
        }
      }
    }
    return line;
  }
}
