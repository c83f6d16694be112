// SPDX-License-Identifier: Apache-2.0
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
import io.lockstep.observe.line.LineTimes;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.apply.ProgramChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds kernels whose wavefronts spend time at barriers. */
public final class Barriers implements AdviceRule {
  private static final double FEW = 0.05;
  private static final double LITTLE = 30; // operations per work-item between two barriers
  private static final Rewrite ONCE = Rewrite.of(Rewrite.Kind.COMBINE_ONCE);

  public Barriers() {}

  @Override
  public String name() {
    return "barriers";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    Optional<KernelCard> most =
        evidence.kernels().stream()
            .filter(k -> k.barriers() > 0)
            .max(Comparator.comparingLong(KernelCard::barriers));
    if (most.isEmpty()) {
      return List.of();
    }
    KernelCard kernel = most.get();
    double work = (double) kernel.instructions() / kernel.barriers();
    double waiting =
        work < LITTLE ? between(evidence, kernel) : evidence.share(CommonCause.BARRIER);
    if (waiting < FEW) {
      return List.of();
    }
    double each = (double) kernel.barriers() / Math.max(1, kernel.launches().workItems());
    double saved = waiting * evidence.kernelPart();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("barriers_per_work_item", each);
    numbers.put("operations_per_barrier", work);
    numbers.put("share_of_cycles", waiting);
    return List.of(
        new Proposal(
            new Place(Evidence.name(kernel), evidence.line(kernel, line(kernel))),
            "Barriers: each work-item passes "
                + Say.one(each)
                + " barriers, with "
                + Say.one(work)
                + " operations between two of them; "
                + (work < LITTLE ? "barriers and what stands between them" : "waiting at barriers")
                + " takes "
                + Say.percent(waiting)
                + " of the issue ports' cycles.",
            "Do more work between two barriers: let each work-item add several elements first, use"
                + " two buffers in turn, or smaller work-groups.",
            numbers,
            ProgramChange.applies(ONCE, kernel.text().kernel())
                ? List.of(Remedy.rewritten(ONCE))
                : List.of(),
            saved));
  }

  /**
   * Returns the share of a kernel's cycles in blocks that are executed about as often as its
   * barriers.
   */
  private static double between(Evidence evidence, KernelCard kernel) {
    LineTimes times = evidence.result().lines();
    if (times == null) {
      return 0;
    }
    Map<Integer, Long> runs = new HashMap<>(); // lookup only
    kernel.blocks().forEach(b -> runs.put(b.block(), b.wide()));
    long often = 0;
    List<Integer> blocks = new ArrayList<>();
    for (Block block : kernel.text().kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        blocks.add(block.id());
        if (i.op() == Op.BARRIER) {
          often = Math.max(often, runs.getOrDefault(block.id(), 0L));
        }
      }
    }
    double all = 0;
    double own = 0;
    for (LineTimes.KernelTimes k : times.kernels()) {
      for (LineTimes.InstructionTimes t : k.instructions()) {
        double cycles = 0;
        for (int c = 0; c < t.ticks().length; c++) {
          boolean there = times.causes().get(c).common() != CommonCause.NO_WAVEFRONT;
          cycles += there ? t.ticks()[c] : 0;
        }
        all += cycles;
        boolean inKernel =
            k.name().equals(Evidence.name(kernel))
                && t.instruction() >= 0
                && t.instruction() < blocks.size();
        own +=
            inKernel && 2 * runs.getOrDefault(blocks.get(t.instruction()), 0L) > often ? cycles : 0;
      }
    }
    return all == 0 ? 0 : own / all;
  }

  /** Returns the line of the barrier that is executed most often. */
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
